/** `http.conf` of an attacked server, with more options. Idle connections are kept, so that none is closed while it is used. */
export function httpConf(options: Readonly<Record<string, string | number>> = {}): string {
  const all = { enabled: 'yes', bindaddr: '127.0.0.1', bindport: 0, session_keep_alive: 600_000, ...options };
  return `[general]\n${linesOf(all)}`;
}

/** The word is `secret`, and it takes long to find that out. */
const hash = 'scrypt$32768$8$1$/TcciAtPW5a3IAIeqxPL3w==$NOgpvZfRlxZTbFBbJ31nFxbP6TGSVD9eyhgkynx73g0=';

/** Passwords are the name and `pw`, where nothing else is said. */
const users = {
  asterisk: { password: 'asterisk' },
  hashed: { password_format: 'scrypt', password: hash },
  clerk: { password: 'clerkpw', methods: 'GET,PUT,DELETE' },
  sales: { password: 'salespw', applications: 'sales-*' },
  reader: { password: 'readerpw', read_only: 'yes' },
};

/** `ari.conf` of an attacked server, with more options. */
export function ariConf(options: Readonly<Record<string, string | number>> = {}): string {
  const sections = Object.entries(users).map(([name, rights]) => `[${name}]\ntype = user\n${linesOf(rights)}`);
  return [`[general]\nenabled = yes\n${linesOf(options)}`, ...sections].join('\n');
}

/**
 * Disconnects peers that do not read earlier than by default, to shorten the run. Without pings: on a busy machine a peer that
 * reads nothing would be disconnected because it answers none.
 */
export const impatient = {
  'http.conf': httpConf({ session_write_timeout: 1000 }),
  'ari.conf': ariConf({ websocket_write_timeout: 1000, websocket_ping_interval: 0 }),
};

function linesOf(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

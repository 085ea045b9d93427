/** An answer over HTTP. */
export interface WebTold {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** What the server says about its cookie, as it is written. */
  readonly cookie: string | undefined;
}

type Pairs = readonly (readonly [name: string, value: string])[];
export type WebSent = Readonly<Record<string, string>> | Pairs;

/** A client of the manager interface over HTTP, which keeps the cookie of its session. */
export class WebClient {
  cookie = '';

  constructor(private readonly origin: string) {}

  static async logIn(origin: string, name = 'admin', more: Readonly<Record<string, string>> = {}): Promise<WebClient> {
    const client = new WebClient(origin);
    const { text } = await client.ask({ action: 'login', username: name, secret: 'secret', ...more });
    if (!text.startsWith('Response: Success')) throw new Error(`login failed: ${text}`);
    return client;
  }

  ask(sent: WebSent, path = '/rawman'): Promise<WebTold> {
    return this.fetch(`${path}?${new URLSearchParams(pairs(sent)).toString()}`);
  }

  /** The fields as a form. */
  post(sent: WebSent, path = '/rawman'): Promise<WebTold> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(pairs(sent)) });
  }

  async fetch(target: string, init: RequestInit = {}): Promise<WebTold> {
    const headers = { ...(this.cookie === '' ? {} : { Cookie: this.cookie }), ...(init.headers as object) };
    const response = await fetch(`${this.origin}${target}`, { ...init, headers });
    const cookie = response.headers.get('set-cookie') ?? undefined;
    const [shown = ''] = cookie?.split(';') ?? [];
    if (shown !== '') this.cookie = shown;
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: await response.text(), cookie };
  }
}

function pairs(sent: WebSent): [string, string][] {
  const listed = isList(sent) ? sent : Object.entries(sent);
  return listed.map(([name, value]) => [name, value]);
}

function isList(sent: WebSent): sent is Pairs {
  return Array.isArray(sent);
}

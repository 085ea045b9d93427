import { interfaceVersion } from '../../generated/versions';
import type { ServerConfig } from './server-config';
import { shippedPhonePassword, shippedUser } from './shipped-user';

export interface WelcomeFacts {
  /** Where the server listens: `http://127.0.0.1:8088`. */
  readonly urls: readonly string[];
  /** Addresses for phones. */
  readonly phones: readonly { readonly protocol: string; readonly host: string; readonly port: number }[];
  readonly config: ServerConfig;
  /** The configuration folder. */
  readonly folder: string;
  readonly version: string;
}

const maxUsers = 5;

/** The lines printed after the start. */
export function welcome({ urls, phones, config, folder, version }: WelcomeFacts): string {
  const { prefix } = config.http;
  const roots = urls.map((url) => (prefix === '' ? url : `${url}/${prefix}`));
  const facts: (readonly [string, string])[] = [
    ...roots.flatMap((root): [string, string][] => [
      [`interface ${interfaceVersion}`, `${root}/ari`],
      ['documentation', `${root}/docs/`],
    ]),
    ['configuration', folder],
    ...users(config, roots[0]),
    ...telephones(config, phones),
  ];
  const lines = facts.map(([name, value]) => `  ${`${name}:`.padEnd(17)}${value}`);
  const noListener = roots.length === 0 ? ['  no listener: http.conf does not enable it'] : [];
  return [`Patchbay ${version} is ready (stop with Ctrl-C)`, ...noListener, ...lines].join('\n');
}

/** Addresses for phones, and a phone to try if its password is public anyway. */
function telephones({ pjsip }: ServerConfig, phones: WelcomeFacts['phones']): [string, string][] {
  if (phones.length === 0) return [];
  const places = phones.map(
    ({ protocol, host, port }) => `${protocol} ${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  const shipped = pjsip.auths.find(({ secret }) => 'password' in secret && secret.password === shippedPhonePassword);
  const example = `register ${shipped?.username ?? ''} with the password ${shippedPhonePassword}`;
  return [
    ['phones', places.join(', ')],
    ...(shipped === undefined ? [] : [['try a phone', example] as [string, string]]),
  ];
}

/** Users who can log in. A password is shown only if it is public anyway. */
function users({ users: known }: ServerConfig, root: string | undefined): [string, string][] {
  if (known.length === 0) return [];
  const more = known.length - maxUsers;
  const names = known.slice(0, maxUsers).map(({ name }) => name);
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const { name, password } = shippedUser;
  const isShipped = known.some((user) => user.name === name && user.password === password);
  const example = `curl -u ${name}:${password} ${root ?? ''}/ari/server/ping`;
  return [['users', list], ...(isShipped && root !== undefined ? [['try it', example] as [string, string]] : [])];
}

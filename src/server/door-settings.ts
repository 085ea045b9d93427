import type { AriConfig, HttpConfig } from '../config/server-config';
import { ClientAddresses } from './http/requests/client-address';
import { Cors } from './http/answers/cors';
import { headerText } from './http/answers/header-text';
import { PathRules } from './http/requests/path-rules';
import type { ResponseStyle } from './http/answers/respond';
import { SiteGate } from './http/requests/site-gate';

/** The settings of the doors that a reload may change. */
export interface DoorSettings {
  readonly enabled: boolean;
  readonly realm: string;
  readonly cors: Cors;
  readonly sites: SiteGate;
  readonly addresses: ClientAddresses;
  readonly style: ResponseStyle;
  /** Undefined when http.conf has no rules about paths. */
  readonly paths?: PathRules | undefined;
}

/** Holds the settings in force, so that a reload reaches requests that come after it and none before. */
export class LiveSettings {
  constructor(public current: DoorSettings) {}
}

export function settingsOf(ari: AriConfig, http: HttpConfig): DoorSettings {
  const server = http.serverName === '' ? [] : ['Server', headerText(http.serverName)];
  const prefix = http.prefix === '' ? '' : `/${http.prefix}`;
  const cors = new Cors(ari.allowedOrigins);
  return {
    enabled: ari.enabled,
    realm: ari.realm,
    cors,
    sites: new SiteGate({ cors, allowedHosts: http.allowedHosts }),
    addresses: new ClientAddresses(http.trustedProxies),
    style: { always: [...server, 'Cache-Control', 'no-cache, no-store'], pretty: ari.pretty, root: `${prefix}/ari` },
    paths: PathRules.of(http),
  };
}

/** The challenge of a 401, as header name and value. */
export function challengeOf({ realm }: DoorSettings): readonly [string, string] {
  return ['WWW-Authenticate', `Basic realm="${headerText(realm).replaceAll(/["\\]/g, '\\$&')}"`];
}

import type { DoorSettings } from '../../../src/server/door-settings';
import { LiveSettings } from '../../../src/server/door-settings';
import { ClientAddresses } from '../../../src/server/http/requests/client-address';
import { Cors } from '../../../src/server/http/answers/cors';
import { SiteGate } from '../../../src/server/http/requests/site-gate';

/** Settings of a door that lets every site in that `origins` names. */
export function doorSettings(
  origins: readonly string[] = [],
  style: DoorSettings['style'] = { always: [], pretty: false, root: '/ari' },
): LiveSettings {
  const cors = new Cors(origins);
  return new LiveSettings({
    enabled: true,
    realm: 'Patchbay',
    cors,
    style,
    sites: new SiteGate({ cors, allowedHosts: [] }),
    addresses: new ClientAddresses([]),
  });
}

/** As many connections as anybody likes. */
export const anyConnection = { authenticated: () => undefined };

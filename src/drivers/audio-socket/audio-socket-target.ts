import type { NetworkPlace } from '../../shared/network/network-place';
import { parseNetworkPlace } from '../../shared/network/network-place';
import { isUuid } from '../../shared/text/uuid';

export interface AudioSocketTarget {
  readonly remote: NetworkPlace;
  /** As it was written. */
  readonly address: string;
  readonly uuid: string;
  readonly format: string | undefined;
}

/** `<host>:<port>/<uuid>[/c(<format>)]`. The last format counts. A text says what is wrong. */
export function parseAudioSocketTarget(resource: string): AudioSocketTarget | string {
  const [address = '', uuid = '', options = '', ...rest] = resource.split('/');
  const remote = parseNetworkPlace(address);
  if (remote === undefined) return `address must be <host>:<port>, got '${address}'`;
  if (!isUuid(uuid)) return `the uuid of an audio socket must be a UUID, got '${uuid}'`;
  const [isRead, format] = /^(?:c\(([^()]*)\))*$/.exec(options) ?? [];
  if (isRead === undefined || rest.length > 0) return `'${resource}' has an option that is not c(<format>)`;
  return { remote, address, uuid, format: format || undefined };
}

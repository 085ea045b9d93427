import type { NetworkPlace } from '../../shared/network/network-place';
import { parseNetworkPlace } from '../../shared/network/network-place';

export interface RtpTarget {
  readonly remote: NetworkPlace;
  /** As it was written. */
  readonly address: string;
  readonly format: string | undefined;
  /** Whether the statistics of the packets are shown. */
  readonly showsStatistics: boolean;
}

/** The name of the only engine, as existing configurations know it. */
const engine = 'asterisk';

/** `<host>:<port>[/<options>]`: `c(<format>)`, `e(<engine>)`, `g`. A text says what is wrong. */
export function parseRtpTarget(resource: string): RtpTarget | string {
  const slash = resource.indexOf('/');
  const address = slash < 0 ? resource : resource.slice(0, slash);
  const remote = parseNetworkPlace(address);
  if (remote === undefined) return `address must be <host>:<port>, got '${address}'`;
  const options = slash < 0 ? '' : resource.slice(slash + 1);
  if (!/^(?:g|[ce]\([^()]*\))*$/.test(options))
    return `'${resource}' has an option that is none of c(<format>), e(<engine>) and g`;
  const asked = valueOf('e', options) ?? engine;
  if (asked !== engine) return `there is no RTP engine '${asked}', only e(${engine})`;
  const showsStatistics = options.replace(/\([^()]*\)/g, '').includes('g');
  return { remote, address, format: valueOf('c', options), showsStatistics };
}

/** The last one counts; an empty one is as good as none. */
function valueOf(option: 'c' | 'e', options: string): string | undefined {
  const values = [...options.matchAll(/([ce])\(([^()]*)\)/g)].filter(([, name]) => name === option);
  return values.at(-1)?.[2] || undefined;
}

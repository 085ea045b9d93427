import type { NetworkPlace } from '../../shared/network-place';
import { parseNetworkPlace } from '../../shared/network-place';

export interface RtpTarget {
  readonly remote: NetworkPlace;
  /** As it was written. */
  readonly address: string;
  readonly format: string | undefined;
}

/** `<host>:<port>[/<options>]`: `c(<format>)`, `e(<engine>)`, `g`. A text says what is wrong. */
export function parseRtpTarget(resource: string): RtpTarget | string {
  const slash = resource.indexOf('/');
  const address = slash < 0 ? resource : resource.slice(0, slash);
  const remote = parseNetworkPlace(address);
  if (remote === undefined) return `'${address}' is no <host>:<port>`;
  const format = readFormat(slash < 0 ? '' : resource.slice(slash + 1));
  return format === false
    ? `'${resource}' has an option that is none of c(<format>), e(<engine>) and g`
    : { remote, address, format };
}

/**
 * The last format counts; an empty one is as good as none. False when something else is in there. There is one engine,
 * and nothing to hide, so the other options change nothing.
 */
function readFormat(options: string): string | undefined | false {
  if (!/^(?:e\([^()]*\)|g|c\([^()]*\))*$/.test(options)) return false;
  return [...options.matchAll(/c\(([^()]*)\)/g)].at(-1)?.[1] || undefined;
}

import type { Channels } from '../channel/channels';
import { parseEndpoint } from '../technology/technologies';
import type { TransferResult } from '../transfer/transfer';

export interface RedirectRequest {
  /** By id or name. */
  readonly channel: string;
  /** Where its far end is to call: `<technology>/<resource>`. */
  readonly endpoint: string;
}

export type RedirectOutcome =
  /** `completion`: what the far end has answered; undefined where its technology does not say. */
  | { readonly outcome: 'asked'; readonly completion: Promise<TransferResult | undefined> }
  | { readonly outcome: 'channel-unknown' | 'endpoint-malformed' }
  /** Only the same technology can take the far end over. */
  | { readonly outcome: 'technology-differs'; readonly wanted: string; readonly technology: string }
  | { readonly outcome: 'not-possible'; readonly technology: string };

/** Asks the far end of a channel to call another destination. */
export function redirectChannel(
  request: RedirectRequest,
  { channels }: { readonly channels: Pick<Channels, 'find'> },
): RedirectOutcome {
  const channel = channels.find(request.channel);
  if (channel === undefined) return { outcome: 'channel-unknown' };
  const target = parseEndpoint(request.endpoint);
  if (target === undefined) return { outcome: 'endpoint-malformed' };
  const {
    line,
    endpoint: { technology },
  } = channel;
  if (target.technology.toLowerCase() !== technology.toLowerCase())
    return { outcome: 'technology-differs', wanted: target.technology, technology };
  if (line.transfer === undefined && !line.carries('transfer')) return { outcome: 'not-possible', technology };
  return { outcome: 'asked', completion: Promise.resolve(line.transfer?.({ destination: target.resource })) };
}

import type { Channel } from '../channel/channel';
import type { DialplanPlace } from '../channel/dialplan-place';

/** We ask the far end of a channel to call another destination. */
export interface OutgoingTransfer {
  /** As the technology writes it. */
  readonly destination: string;
  /** What the far end reports before the outcome is known, as numbers of its protocol (100, 180). */
  readonly onProgress?: ((code: number) => void) | undefined;
}

/** What became of it; the code is that of the far end's protocol, and 0 where it has none. */
export interface TransferResult {
  readonly outcome: 'transferred' | 'refused';
  readonly code: number;
}

/** The far end of a channel asks us to connect its partner with another destination. */
export interface TransferRequest {
  /** The channel whose far end asks. */
  readonly transferer: Channel;
  /** As the far end has written it, without what belongs to its protocol: the user part of a URI. */
  readonly destination: string;
  /** The place in the dialplan that the destination means. */
  readonly target: Pick<DialplanPlace, 'context' | 'extension'>;
  /** Who decides about it: the server by its own rules, or the application that has the channel. */
  readonly handledBy: 'server' | 'application';
  /** Whether it was keyed in during the call, and not asked for by the device. */
  readonly isKeyedIn?: boolean;
  /** The call that the transfer is to take over, when there is one already. */
  readonly replaces: ReplacedCall | undefined;
  /** Who asks, as the far end says. */
  readonly referredBy: string | undefined;
  /** Set on the channel that goes to the target, for its dialplan. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Whether a partner that goes to the target itself is followed there, and reported on until something answers its call
   * or it ends. Otherwise the transfer has succeeded as soon as the partner is on its way.
   */
  readonly followsPartner?: boolean;
  /**
   * Tells the far end. Called any number of times with `trying` and `ringing`, and then once with an end, also when the
   * channel goes first.
   */
  readonly report: (progress: TransferProgress) => void;
}

export interface ReplacedCall {
  /** The technology's id of the call. */
  readonly protocolId: string;
  /** What else names it there, such as tags. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The channel of that call, if it is one of ours. */
  readonly channel: Channel | undefined;
}

/**
 * How far a transfer is that the far end has asked for. `invalid`: it is not possible in the present state of the call;
 * `not-permitted`: the bridge of the call does not allow it; `failed`: it was possible and did not succeed; `no-target`:
 * the destination does not exist; `busy`, `no-answer`: the one who was called for it has not taken the call.
 */
export type TransferProgress =
  | 'trying'
  | 'ringing'
  | 'transferred'
  | 'unavailable'
  | 'declined'
  | 'invalid'
  | 'not-permitted'
  | 'failed'
  | 'no-target'
  | 'busy'
  | 'no-answer';

/** Whether nothing is reported after it. */
export function endsTransfer(progress: TransferProgress): boolean {
  return progress !== 'trying' && progress !== 'ringing';
}

import type { BridgeId } from '../../../shared/ids';
import type { BridgeSnapshot } from '../bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { DialplanPlace } from '../channel/dialplan-place';

/** `invalid`: the target or the situation does not allow it. `not-permitted`: a channel may not be transferred. */
export type TransferVerdict = 'success' | 'failed' | 'invalid' | 'not-permitted';

interface TransferFacts {
  readonly result: TransferVerdict;
  /** The device or another program has asked for it; otherwise it was keyed in. */
  readonly isExternal: boolean;
  /** The channel that is handed over; undefined when there are several. */
  readonly transferee?: ChannelSnapshot | undefined;
  /** Takes the place of the channel that transfers, when one had to be made for that. */
  readonly replacement?: ChannelSnapshot | undefined;
}

/** A party has sent its peer to another destination unannounced, or has tried to. */
export interface BlindTransferFacts extends TransferFacts {
  readonly transferer: ChannelSnapshot;
  readonly target: Pick<DialplanPlace, 'context' | 'extension'>;
  /** As it was before; undefined when the channel was not in a bridge. */
  readonly bridge?: BridgeSnapshot | undefined;
}

/** A party has connected the peers of two of its calls with each other, or has tried to. */
export interface AttendedTransferFacts extends TransferFacts {
  readonly firstLeg: TransferLeg;
  /** The one to the target. */
  readonly secondLeg: TransferLeg;
  /** The channel that the transferee is handed to; undefined when there are several, or an application. */
  readonly target?: ChannelSnapshot | undefined;
  readonly destination: AttendedDestination;
}

/** A channel of the transferer, and the bridge that it was in. */
export interface TransferLeg {
  readonly channel: ChannelSnapshot;
  readonly bridge?: BridgeSnapshot | undefined;
}

/** How the parties of an attended transfer are connected now. */
export type AttendedDestination =
  | { readonly kind: 'bridge'; readonly bridgeId: BridgeId }
  | { readonly kind: 'application'; readonly name: string }
  /** By a pair of local channels between two bridges. */
  | { readonly kind: 'link'; readonly firstLeg: ChannelSnapshot; readonly secondLeg: ChannelSnapshot }
  /** As a conference with the one who transfers. */
  | { readonly kind: 'threeway'; readonly channel: ChannelSnapshot; readonly bridge: BridgeSnapshot }
  | { readonly kind: 'fail' };

/** A far end asks for a transfer that its application is to carry out, or has been told how far that is. */
export interface TransferRequestFacts {
  readonly source: TransferParty;
  readonly target: {
    /** For a transfer without asking first: the user part. */
    readonly destination?: string | undefined;
    /** The technology's id of the call that is to be taken over. */
    readonly protocolId?: string | undefined;
    /** What else belongs to the request there, such as tags. */
    readonly parameters: Readonly<Record<string, string>>;
    /** The call that is to be taken over, where it is one of ours. */
    readonly party?: TransferParty | undefined;
  };
  /** Undefined in the request itself. */
  readonly progress?: 'trying' | 'transferred' | 'declined' | undefined;
}

/** A channel with the one that it talks to, unless there are several, and their bridge. */
export interface TransferParty extends TransferLeg {
  readonly connected?: ChannelSnapshot | undefined;
}

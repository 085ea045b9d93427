import type { BridgeSnapshot } from '../../engine/calls/bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import type { TransferProgress, TransferRequest } from '../../engine/calls/transfer/transfer';
import type { NetworkPlace } from '../../shared/network/network-place';

/** A channel as its node describes it to the node of a bridge. */
export interface ChannelFacts {
  readonly snapshot: ChannelSnapshot;
  /** The application that it belongs to. */
  readonly application?: string | undefined;
  /** The socket that has it, where several share the application. */
  readonly socket?: string | undefined;
  /** Whether this application can control it now. */
  readonly isControlled: boolean;
  readonly isRecorded: boolean;
}

/** What one node asks another one because of a trunk. */
export type TrunkRequest = ChannelRequest | TransferToCarryOut;

/** What the node of a channel asks the node of its bridge: to hand over the partners to an extension. */
export interface TransferToCarryOut extends Pick<
  TransferRequest,
  'destination' | 'target' | 'referredBy' | 'variables'
> {
  readonly ask: 'transfer';
  readonly trunk: string;
}

/** What the node of a bridge asks the node of a channel. */
export type ChannelRequest =
  | { readonly ask: 'look'; readonly channel: string }
  /** Answered when everything is done that the application has ordered for the channel before. */
  | { readonly ask: 'turn'; readonly channel: string }
  /** The same, and the channel is connected to the trunk. */
  | {
      readonly ask: 'enter';
      readonly channel: string;
      readonly trunk: string;
      /** The node that asks. */
      readonly node: string;
      /** Where that one listens. */
      readonly place: NetworkPlace;
      /** The master key of what it sends. */
      readonly key: string;
    };

/** `released`: no application controls the channel any more. */
export type TrunkAnswer =
  | { readonly outcome: 'absent' | 'released' }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'there'; readonly facts: ChannelFacts }
  | { readonly outcome: 'transfer'; readonly progress: TransferProgress }
  | {
      readonly outcome: 'entered';
      readonly facts: ChannelFacts;
      readonly place: NetworkPlace;
      readonly key: string;
      readonly format: string;
    };

/** What the nodes of a trunk tell each other. */
export type TrunkMessage =
  | { readonly tell: 'signal'; readonly trunk: string; readonly signal: ChannelSignal }
  /** The media thread was started again, and cannot open what comes: the other end has to take another key. */
  | { readonly tell: 'reopened'; readonly trunk: string }
  | { readonly tell: 'key'; readonly trunk: string; readonly key: string }
  | FromChannel
  | FromBridge
  /** All trunks that a node has with the one that is told: others have ended. */
  | { readonly tell: 'trunks'; readonly node: string; readonly trunks: readonly string[] };

export type FromChannel =
  | { readonly tell: 'changed'; readonly trunk: string; readonly facts: ChannelFacts }
  /** `isDeparting`: it leaves its application, too. */
  | {
      readonly tell: 'left';
      readonly trunk: string;
      readonly facts: ChannelFacts;
      readonly isDeparting: boolean;
    };

export type FromBridge =
  /** A variable of the channel that its bridge sets. */
  | { readonly tell: 'variable'; readonly trunk: string; readonly name: string; readonly value: string }
  /** The bridge has other members. */
  | { readonly tell: 'bridge'; readonly trunk: string; readonly bridge: BridgeSnapshot }
  | { readonly tell: 'removed'; readonly trunk: string };

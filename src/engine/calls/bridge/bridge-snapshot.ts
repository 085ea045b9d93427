import type { BridgeId, ChannelId } from '../../../shared/ids';
import type { BridgeTechnology } from './bridge-technology';

export type BridgeKind = 'mixing' | 'holding';
export type VideoMode = 'none' | 'talker' | 'single' | 'sfu';

/** A bridge at one moment. */
export interface BridgeSnapshot {
  readonly id: BridgeId;
  /** What mixes: it follows from what the bridge is for and how many are in it. */
  readonly technology: BridgeTechnology;
  readonly kind: BridgeKind;
  /** The attributes it was made with, as they were written. */
  readonly attributes: string;
  /** Who governs it: `stasis` for applications, `basic` for the dialplan. */
  readonly governedBy: 'stasis' | 'basic';
  readonly creator: string;
  readonly name: string;
  readonly channels: readonly ChannelId[];
  readonly createdAt: number;
  readonly videoMode: VideoMode;
  readonly videoSource: ChannelId | undefined;
  readonly variables: Readonly<Record<string, string>> | undefined;
}

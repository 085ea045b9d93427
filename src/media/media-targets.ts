import { TurnoverMap } from '../shared/collections/turnover-map';
import type { LegId } from '../shared/ids';
import type { Leg } from './leg/leg';
import type { MixingBridge } from './mixing/mixing-bridge';
import type { MediaTarget } from './protocol';

/** All legs and bridges, and those of them that are active in every tick. */
export class MediaTargets {
  readonly legs = new TurnoverMap<LegId, Leg>();
  readonly bridges = new Map<string, MixingBridge>();
  /** Legs to which something is played. */
  readonly playing = new Set<Leg>();
  /** Legs with detectors or recorders, which need a frame even when none was received. */
  readonly watched = new Set<Leg>();
  readonly busyBridges = new Set<MixingBridge>();

  find(target: MediaTarget): Leg | MixingBridge | undefined {
    return target.kind === 'leg' ? this.legs.get(target.leg) : this.bridges.get(target.bridge);
  }

  /** Updates whether the target is active in every tick. */
  refresh(target: MediaTarget): void {
    if (target.kind === 'leg') return this.refreshLeg(this.legs.get(target.leg));
    const bridge = this.bridges.get(target.bridge);
    if (bridge?.isBusy === true) this.busyBridges.add(bridge);
  }

  refreshLeg(leg: Leg | undefined): void {
    if (leg === undefined) return;
    if (!leg.stage.isEmpty) this.playing.add(leg);
    if (leg.isWatched) this.watched.add(leg);
  }

  forgetLeg(leg: Leg): void {
    this.legs.delete(leg.id);
    this.playing.delete(leg);
    this.watched.delete(leg);
  }

  forgetBridge(bridge: MixingBridge): void {
    this.bridges.delete(bridge.id);
    this.busyBridges.delete(bridge);
  }
}

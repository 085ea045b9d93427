import type { Bridge } from '../../calls/bridge/bridge';
import { hasAnnouncer } from '../media-places';
import type { Backgrounds } from './backgrounds';
import type { Playbacks } from './playbacks';

export interface BridgeMusicDeps {
  readonly backgrounds: Pick<Backgrounds, 'startBridgeMusic'>;
  readonly playbacks: Pick<Playbacks, 'isPlayingIn'>;
}

/** Plays music on hold to a bridge. A holding bridge has one announcer; while it has another one, nothing happens. */
export function startBridgeMusic(
  bridge: Bridge,
  musicClass: string | undefined,
  { backgrounds, playbacks }: BridgeMusicDeps,
): void {
  const hasRoom = bridge.kind !== 'holding' || (!hasAnnouncer(bridge) && !playbacks.isPlayingIn(bridge));
  if (hasRoom) backgrounds.startBridgeMusic(bridge, musicClass);
}

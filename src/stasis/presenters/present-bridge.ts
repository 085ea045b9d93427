import type { Bridge as WireBridge } from '../../../generated/models';
import type { BridgeSnapshot } from '../../engine/calls/bridge/bridge-snapshot';
import { wireTime } from '../../shared/time/timestamp';
import type { Subject } from '../subject';
import { subject } from '../subject';

export function presentBridge(snapshot: BridgeSnapshot): WireBridge {
  const { videoSource, variables } = snapshot;
  return {
    id: snapshot.id,
    technology: snapshot.technology,
    bridge_type: snapshot.kind,
    type: snapshot.attributes,
    bridge_class: snapshot.governedBy,
    creator: snapshot.creator,
    name: snapshot.name,
    channels: snapshot.channels,
    creationtime: wireTime(snapshot.createdAt),
    video_mode: snapshot.videoMode,
    ...(videoSource === undefined ? undefined : { video_source_id: videoSource }),
    ...(variables === undefined ? undefined : { bridgevars: variables }),
  };
}

export function subjectsOfBridge({ id }: BridgeSnapshot): readonly Subject[] {
  return [subject('bridge', id), subject('bridge', '')];
}

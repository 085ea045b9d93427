import { bridgeId, channelId, playbackId } from '../shared/ids';
import type { ObjectKind } from '../contract/route';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';
import type { Limited, Ownership } from './ownership';

interface Viewer {
  readonly ownership: Ownership;
  readonly limited: Limited;
}

/** The items of a list that a limited user may see. */
export function ownItems(
  items: readonly unknown[],
  kind: ObjectKind,
  viewer: Viewer,
): readonly unknown[] | Promise<readonly unknown[]> {
  const owned = mapInSlices(items, (item) => isOwn((item ?? {}) as Item, kind, viewer));
  return when(owned, (flags) => items.filter((_item, index) => flags[index]));
}

/** A bridge as such a user sees it: only with its own channels. */
export function withoutStrangers(body: unknown, viewer: Viewer): unknown {
  const { channels = [], video_source_id: source, ...bridge } = (body ?? {}) as ShownBridge;
  const isOwnChannel = (id: string): boolean => viewer.ownership.hasChannelId(viewer.limited, channelId(id));
  return {
    ...bridge,
    channels: channels.filter(isOwnChannel),
    ...(source === undefined || !isOwnChannel(source) ? {} : { video_source_id: source }),
  };
}

interface ShownBridge {
  readonly channels?: readonly string[];
  readonly video_source_id?: string;
}

/** As lists show their objects: by one or the other. */
interface Item {
  readonly id?: string;
  readonly name?: string;
}

function isOwn({ id = '', name = '' }: Item, kind: ObjectKind, { ownership, limited }: Viewer): boolean {
  switch (kind) {
    case 'application':
      return limited.mayUse(name);
    case 'channel':
      return ownership.hasChannelId(limited, channelId(id));
    case 'bridge':
      return ownership.ofBridge(limited, bridgeId(id)) !== 'foreign';
    case 'playback':
      return ownership.hasPlayback(limited, playbackId(id));
    case 'liveRecording':
      return ownership.hasLiveRecording(limited, name);
    case 'storedRecording':
      return ownership.hasStoredRecording(limited, name);
    case 'device':
      return ownership.hasDevice(limited, name);
    case 'mailbox':
      return ownership.hasMailbox(limited, name);
  }
}

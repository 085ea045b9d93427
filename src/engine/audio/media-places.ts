import type { AudioForm } from '../../media/protocol';
import { answer } from '../calls/dialing/answer';
import type { Bridge } from '../calls/bridge/bridge';
import type { Bridges } from '../calls/bridge/bridges';
import type { Channel } from '../calls/channel/channel';
import type { Backgrounds } from './playing/backgrounds';
import type { MediaLegs } from './legs/media-legs';
import type { MediaPlace, OpenedPlace } from './media-place';
import { indicateProgress } from './progress';

export interface MediaPlacesDeps {
  readonly legs: MediaLegs;
  readonly backgrounds: Backgrounds;
  readonly bridges: Bridges;
}

/** Where things are played and recorded, and what has to happen there before. */
export class MediaPlaces {
  constructor(private readonly deps: MediaPlacesDeps) {}

  /** Music and silence end for good when something is played. */
  playingOn(channel: Channel): MediaPlace {
    return onChannel(channel, () => {
      indicateProgress(channel);
      this.deps.backgrounds.giveWay({ kind: 'channel', id: channel.id });
      return this.#legOf(channel);
    });
  }

  /** A holding bridge has one announcer: a member, music, or a playback. */
  playingIn(bridge: Bridge, announcer: AudioForm): MediaPlace {
    return inBridge(bridge, () => {
      if (this.deps.bridges.find(bridge.id) !== bridge) return closed('the bridge no longer exists');
      if (bridge.kind === 'holding' && (hasAnnouncer(bridge) || this.deps.backgrounds.hasMusic(bridge)))
        return closed('this holding bridge already has an announcer');
      for (const channel of bridge.members()) indicateProgress(channel);
      return { outcome: 'open', target: this.deps.legs.ofBridge(bridge), viaCodec: announcer };
    });
  }

  /** An unanswered call is answered first. */
  recordingOf(channel: Channel): MediaPlace {
    return onChannel(channel, () => {
      if (this.deps.bridges.of(channel) !== undefined) return closed('a channel cannot be recorded while in a bridge');
      answer(channel);
      return this.#legOf(channel);
    });
  }

  /** Without its own format, the recorder uses the rate of the file. */
  recordingIn(bridge: Bridge, recorder?: AudioForm): MediaPlace {
    return inBridge(bridge, () => {
      if (this.deps.bridges.find(bridge.id) !== bridge) return closed('the bridge no longer exists');
      const target = this.deps.legs.ofBridge(bridge);
      return { outcome: 'open', target, ...(recorder === undefined ? {} : { viaCodec: recorder }) };
    });
  }

  #legOf(channel: Channel): OpenedPlace {
    const target = this.deps.legs.ofChannel(channel);
    return target === undefined ? closed('the channel carries no audio') : { outcome: 'open', target };
  }
}

export function hasAnnouncer(bridge: Bridge): boolean {
  return bridge.members().some((channel) => bridge.membershipOf(channel)?.role === 'announcer');
}

function onChannel({ id, endpoint }: Channel, open: () => OpenedPlace): MediaPlace {
  return { subject: { kind: 'channel', id, endpoint }, open };
}

function inBridge({ id }: Bridge, open: () => OpenedPlace): MediaPlace {
  return { subject: { kind: 'bridge', id }, open };
}

function closed(reason: string): OpenedPlace {
  return { outcome: 'closed', reason };
}

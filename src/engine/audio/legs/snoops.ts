import type { ChannelId } from '../../../shared/ids';
import type { Soon } from '../../../shared/scheduling/soon';
import type { Admission } from '../../calls/technology/admission';
import type { Calls, Program } from '../../calls/dialing/calls';
import type { Channel } from '../../calls/channel/channel';
import type { Channels } from '../../calls/channel/channels';
import { formatReader, linearFormat } from '../../calls/channel/formats';
import { causes } from '../../calls/channel/hangup-cause';
import type { TechnologyChannel, TechnologyAudio, TapDirection } from '../../calls/technology/technology-channel';
import type { MediaLegs } from './media-legs';
import type { MediaUses } from '../media-uses';

export interface SnoopsDeps {
  readonly channels: Channels;
  readonly calls: Pick<Calls, 'run'>;
  readonly admission: Pick<Admission, 'whyNot'>;
  readonly legs: MediaLegs;
  readonly soon: Soon;
  readonly uses: Pick<MediaUses, 'snoop'>;
}

export interface NewSnoop {
  readonly spied: Channel;
  /** Made up when it is not given. */
  readonly id: ChannelId | undefined;
  readonly spy: TapDirection;
  readonly whisper: TapDirection;
  /** The program of the new channel. The channel ends with it. */
  readonly program: Program;
  /** Called before the first event about the channel. */
  readonly beforeAnnounced?: (channel: Channel) => void;
}

export type SnoopResult =
  | { readonly outcome: 'made'; readonly channel: Channel }
  | { readonly outcome: 'id-taken'; readonly id: ChannelId }
  | { readonly outcome: 'unavailable'; readonly reason: string }
  /** There is nothing to listen to. */
  | { readonly outcome: 'no-audio' };

/** Makes channels that listen in on others, and speak into them. */
export class Snoops {
  constructor(private readonly deps: SnoopsDeps) {}

  /** The program starts in a later turn, so that the caller can tell about the channel first. */
  start({ id = this.deps.channels.nextId(), beforeAnnounced, ...request }: NewSnoop): SnoopResult {
    const { spied, spy, whisper, program } = request;
    const { channels, legs, calls, soon } = this.deps;
    if (channels.isTaken(id)) return { outcome: 'id-taken', id };
    const { audio } = spied.line;
    if (audio === undefined) return { outcome: 'no-audio' };
    const objection = this.deps.admission.whyNot('leg');
    if (objection !== undefined) return { outcome: 'unavailable', reason: objection };
    const channel = channels.make({
      id,
      name: `Snoop/${spied.id}-${channels.nextSuffix('Snoop')}`,
      technology: 'Snoop',
      state: 'Up',
      place: { context: 'default', extension: 's', priority: 1 },
      language: spied.attributes.language,
      line: () => lineOf({ kind: 'tap', spied, spy, whisper, rate: audio.rate }),
    });
    channel.onDestroyed(this.deps.uses.snoop(channel.name));
    channel.onDestroyed(spied.audio.listenIn());
    beforeAnnounced?.(channel);
    channel.announce();
    // It is there to be heard, also by those who are connected to it before they hear anything else.
    legs.ofChannel(channel);
    const stay = spied.onDestroyed(() => channel.endSilently(causes.unknown));
    channel.onDestroyed(stay);
    soon(() => void calls.run(channel, program));
    return { outcome: 'made', channel };
  }
}

/** It has no far end. */
function lineOf(audio: TechnologyAudio): TechnologyChannel {
  return {
    dial: () => ({ outcome: 'unreachable', cause: causes.unknown }),
    send: () => undefined,
    carries: () => false,
    hangUp: () => undefined,
    read: formatReader(linearFormat(audio.rate)),
    audio,
  };
}

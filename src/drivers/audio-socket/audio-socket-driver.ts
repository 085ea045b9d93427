import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import { audioForm, formatReader, wantedFormats } from '../../engine/calls/channel/formats';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type {
  TechnologyChannel,
  OutgoingRequest,
  OutgoingResult,
} from '../../engine/calls/technology/technology-channel';
import type { Technology } from '../../engine/calls/technology/technology';
import type { MediaLegs } from '../../engine/audio/legs/media-legs';
import type { ExternalLegs } from '../../engine/audio/legs/external-legs';
import type { AudioForm } from '../../media/protocol';
import type { ChannelId, LegId } from '../../shared/ids';
import type { Logger } from '../../shared/logger';
import type { AudioSocketTarget } from './audio-socket-target';
import { parseAudioSocketTarget } from './audio-socket-target';

export interface AudioSocketDriverDeps {
  readonly channels: Channels;
  readonly legs: MediaLegs;
  readonly outside: ExternalLegs;
  /** Whether audio sockets can carry audio of a format. */
  readonly canCarry: (format: string) => boolean;
  readonly language: string;
  readonly log: Logger;
}

interface OpenedLeg {
  readonly leg: LegId;
  readonly form: AudioForm;
}

/**
 * Audio over a connection to a program that waits for it: `AudioSocket/<host>:<port>/<uuid>[/c(<format>)]`. Without the
 * connection there is no channel, and the peer counts as having answered.
 */
export class AudioSocketDriver implements Technology {
  readonly name = 'AudioSocket';

  constructor(private readonly deps: AudioSocketDriverDeps) {}

  async request(request: OutgoingRequest): Promise<OutgoingResult> {
    const { channels, legs, outside, canCarry } = this.deps;
    const { resource, id: requestedId } = request;
    const target = parseAudioSocketTarget(resource);
    if (typeof target === 'string') return { outcome: 'malformed', reason: target };
    const [first = 'slin'] = wantedFormats(request, (name) => canCarry(carried(name)));
    const format = carried(target.format ?? first);
    if (!canCarry(format))
      return { outcome: 'refused', reason: `an audio socket cannot carry '${format}', only slin, slin16 and the like` };
    const id = requestedId ?? channels.nextId();
    if (channels.isTaken(id)) return { outcome: 'id-taken', id };
    const leg = legs.nextId(id);
    const { remote, uuid } = target;
    const form = audioForm(format);
    const opened = await outside.open({ do: 'open-audio-socket', leg, form, remote, uuid, timeoutMs: undefined });
    if (opened.outcome === 'unavailable') return opened;
    if (opened.outcome === 'failed') return { outcome: 'refused', reason: opened.reason };
    if (channels.isTaken(id)) {
      outside.abandon(leg);
      return { outcome: 'id-taken', id };
    }
    return this.#made(id, target, { leg, form });
  }

  #made(id: ChannelId, { address, uuid }: AudioSocketTarget, opened: OpenedLeg): OutgoingResult {
    const { channels, legs, outside, language } = this.deps;
    const channel = channels.make({
      id,
      name: `${this.name}/${address}-${uuid}`,
      technology: this.name,
      state: 'Down',
      place: { context: 'default', extension: 's', priority: 1 },
      language,
      line: (own) => this.#line(own, opened),
    });
    channel.onDestroyed(outside.listen(opened.leg, this.#listener(channel)));
    legs.ofChannel(channel);
    const variables = { AUDIOSOCKET_UUID: uuid, AUDIOSOCKET_SERVICE: address };
    return { outcome: 'made', channel, others: [], variables };
  }

  #listener(channel: Channel): Parameters<ExternalLegs['listen']>[1] {
    const about = { channel: channel.id };
    return {
      onDigit: () => undefined,
      onEnded: (reason, isFault) => {
        if (isFault) this.deps.log.warn({ ...about, reason }, 'an audio socket has failed');
        // Not a hangup request: applications receive only the end of the channel, as the recordings show.
        if (!channel.isEnding) channel.endSilently(causes.unknown);
      },
      // The connection was lost with it, and the program at its other end takes it for a hangup.
      onLost: () => channel.farEndHungUp({ cause: causes.failure }),
      onDropped: ({ direction, milliseconds }) =>
        this.deps.log.warn({ ...about, direction, milliseconds }, 'an audio socket does not keep pace with the call'),
    };
  }

  #line(channel: Channel, { leg, form: { format, rate } }: OpenedLeg): TechnologyChannel {
    const { outside } = this.deps;
    return {
      dial: () => {
        outside.start(leg);
        // Reported as being called before as having answered.
        queueMicrotask(() => channel.receive({ type: 'answer' }));
        return { outcome: 'dialling' };
      },
      send: (signal) => {
        if (signal.type === 'digit') outside.sendDigit(leg, signal.digit, signal.milliseconds);
      },
      carries: (what) => what === 'digit',
      hangUp: () => undefined,
      read: formatReader(format),
      audio: { kind: 'outside', format, rate, leg: () => leg, reopen: () => [] },
    };
  }
}

/** What telephones speak is carried as signed linear of their rate. */
function carried(format: string): string {
  return format === 'ulaw' || format === 'alaw' ? 'slin' : format;
}

import type { Channel } from '../../calls/channel/channel';
import { claimProblem } from './claim-problem';
import type { SoundRecording, SoundRecordRequest } from '../channel-sound';
import { channelRate } from '../legs/listening-rate';
import type { ClaimedPlace } from './live-recordings';
import type { MediaLegs } from '../legs/media-legs';
import type { RecordEnd, Records } from './records';
import type { SourceFinder } from '../sources/source-finder';

export interface ChannelRecorderDeps {
  readonly legs: MediaLegs;
  readonly records: Records;
  readonly sources: SourceFinder;
  /** Takes the place of a recording of that name, or path. */
  readonly claim: (name: string) => Promise<ClaimedPlace>;
  /** Whether recordings can be written with this ending. */
  readonly isWritable: (format: string) => boolean;
}

interface Spot {
  readonly name: string;
  /** Without extension. */
  readonly path: string;
  readonly release: () => void;
}

type Problem = { readonly problem: string };

const number = '%d';
/** Numbers that are tried before a name counts as used up. */
const maxNumbers = 10_000;

/** Records channels for their programs. */
export class ChannelRecorder {
  constructor(private readonly deps: ChannelRecorderDeps) {}

  async record(channel: Channel, request: SoundRecordRequest): Promise<SoundRecording> {
    if (!this.deps.isWritable(request.format)) return refused(`nothing can be recorded as '${request.format}'`);
    const beep = request.beeps ? await this.#findBeep(channel) : undefined;
    const spot = await this.#findSpot(request.name);
    if ('problem' in spot) return refused(spot.problem);
    const started = this.#start(channel, request, { ...spot, beep });
    if (started.outcome === 'refused') spot.release();
    return started;
  }

  #start(
    channel: Channel,
    request: SoundRecordRequest,
    spot: Spot & { readonly beep: string | undefined },
  ): SoundRecording {
    if (channel.isEnding) return refused('the call is being hung up');
    const target = this.deps.legs.ofChannel(channel);
    if (target === undefined) return refused('the channel carries no audio');
    const { name, path, beep, release } = spot;
    const { format, appends, maxDuration, maxSilence, trimsSilence } = request;
    let hasStarted = false;
    let finish: (end: RecordEnd) => void = () => undefined;
    const over = new Promise<RecordEnd>((resolve) => (finish = resolve));
    const { stop, cancel } = this.deps.records.start({
      target,
      // A numbered file replaces nothing.
      file: { path: `${path}.${format}`, format, appends, isNew: request.name.includes(number) },
      beep,
      maxDuration,
      maxSilence,
      trimsSilence,
      onStarted: () => (hasStarted = true),
      onEnded: (end) => {
        release();
        finish(end);
      },
    });
    return { outcome: 'recording', name, hasStarted: () => hasStarted, over, stop, cancel };
  }

  async #findSpot(name: string): Promise<Spot | Problem> {
    if (!name.includes(number)) return this.#spot(name, await this.deps.claim(name));
    for (let count = 0; count < maxNumbers; count += 1) {
      const numbered = name.replace(number, String(count));
      const place = await this.deps.claim(numbered);
      // What is being made is not there yet, but its number is taken.
      if (place.outcome === 'taken') continue;
      if (place.outcome !== 'ok' || place.formats.length === 0) return this.#spot(numbered, place);
      place.release();
    }
    return { problem: 'all numbers of that name are taken' };
  }

  #spot(name: string, place: ClaimedPlace): Spot | Problem {
    if (place.outcome !== 'ok') return { problem: claimProblem(place) };
    return { name, path: place.path, release: place.release };
  }

  async #findBeep(channel: Channel): Promise<string | undefined> {
    const { language, toneZone: zone } = channel.attributes;
    const found = await this.deps.sources.find('sound:beep', { language, zone, rate: channelRate(channel) });
    return found.outcome === 'found' && found.source.kind === 'files' ? found.source.files[0] : undefined;
  }
}

function refused(reason: string): SoundRecording {
  return { outcome: 'refused', reason };
}

import type { Channel } from '../calls/channel';
import type { SoundRecording, SoundRecordWish } from './channel-sound';
import { channelRate } from './listening-rate';
import type { StoredPlace } from './live-recordings';
import type { MediaLegs } from './media-legs';
import type { RecordEnd, Records } from './records';
import type { SourceFinder } from './source-finder';

export interface ChannelRecorderDeps {
  readonly legs: MediaLegs;
  readonly records: Records;
  readonly sources: SourceFinder;
  /** Where a recording of that name goes: a name, or a path. */
  readonly resolveName: (name: string) => Promise<StoredPlace>;
  /** Whether recordings can be written with this ending. */
  readonly isWritable: (format: string) => boolean;
}

interface Spot {
  readonly name: string;
  /** Without extension. */
  readonly path: string;
}

const number = '%d';
/** Numbers that are tried before a name counts as used up. */
const mostNumbers = 10_000;

/** Takes down what channels say on behalf of whoever runs them. */
export class ChannelRecorder {
  /** What is being written is not there yet, but its number is taken. */
  readonly #paths = new Set<string>();

  constructor(private readonly deps: ChannelRecorderDeps) {}

  async record(channel: Channel, wish: SoundRecordWish): Promise<SoundRecording> {
    if (!this.deps.isWritable(wish.format)) return refused(`nothing can be recorded as '${wish.format}'`);
    const beep = wish.beeps ? await this.#findBeep(channel) : undefined;
    // Nothing is waited for between this and the entry, so that nobody else takes the number in between.
    const spot = await this.#findSpot(wish.name);
    if ('problem' in spot) return refused(spot.problem);
    return this.#start(channel, wish, { ...spot, beep });
  }

  #start(channel: Channel, wish: SoundRecordWish, spot: Spot & { readonly beep: string | undefined }): SoundRecording {
    if (channel.isEnding) return refused('the call is being hung up');
    const target = this.deps.legs.ofChannel(channel);
    if (target === undefined) return refused('the channel carries no audio');
    const { name, path, beep } = spot;
    const { format, appends, maxDuration, maxSilence, trimsSilence } = wish;
    let hasStarted = false;
    let finish: (end: RecordEnd) => void = () => undefined;
    const over = new Promise<RecordEnd>((resolve) => (finish = resolve));
    this.#paths.add(path);
    const { stop, cancel } = this.deps.records.start({
      target,
      file: { path: `${path}.${format}`, format, appends },
      ...{ beep, maxDuration, maxSilence, trimsSilence },
      onStarted: () => (hasStarted = true),
      onEnded: (end) => {
        this.#paths.delete(path);
        finish(end);
      },
    });
    return { outcome: 'recording', name, hasStarted: () => hasStarted, over, stop, cancel };
  }

  async #findSpot(name: string): Promise<Spot | { readonly problem: string }> {
    if (!name.includes(number)) return this.#spot(name);
    for (let count = 0; count < mostNumbers; count += 1) {
      const spot = await this.#spot(name.replace(number, String(count)));
      if ('problem' in spot || (!spot.isStored && !this.#paths.has(spot.path))) return spot;
    }
    return { problem: 'all numbers of that name are taken' };
  }

  async #spot(name: string): Promise<(Spot & { readonly isStored: boolean }) | { readonly problem: string }> {
    const found = await this.deps.resolveName(name);
    switch (found.outcome) {
      case 'ok':
        return { name, path: found.path, isStored: found.formats.length > 0 };
      case 'empty':
        return { problem: 'a recording needs a name' };
      case 'outside':
        return { problem: 'recordings are not written outside of their folder' };
      case 'invalid':
        return { problem: found.reason };
    }
  }

  async #findBeep(channel: Channel): Promise<string | undefined> {
    const { language, toneZone: zone } = channel.traits;
    const found = await this.deps.sources.find('sound:beep', { language, zone, rate: channelRate(channel) });
    return found.outcome === 'found' && found.source.kind === 'files' ? found.source.files[0] : undefined;
  }
}

function refused(reason: string): SoundRecording {
  return { outcome: 'refused', reason };
}

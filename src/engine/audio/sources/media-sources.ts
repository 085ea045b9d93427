import { basename, dirname, join } from 'node:path';
import type { ToneStep } from '../../../media/protocol';
import type { StoredRecordings } from '../../recordings/stored-recordings';
import type { Indications } from './indications';
import { parseMediaUri } from './media-uri';
import { bestFile } from './playable-files';
import type { Spoken } from './say';
import { sayCharacters, sayDigits, sayNumber } from './say';
import type { SoundFiles } from './sound-files';
import type { FoundSource, ListeningPlace, MediaControl, SourceFinder } from './source-finder';

export interface MediaSourcesDeps {
  readonly sounds: Pick<SoundFiles, 'find' | 'findAll'>;
  readonly stored: Pick<StoredRecordings, 'resolveName'>;
  readonly indications: Pick<Indications, 'findTone'>;
  /** Whether files with this ending can be played. */
  readonly isPlayable: (ending: string) => boolean;
}

/** What media URIs stand for on this server: files of sounds and recordings, spoken prompts, tones. */
export class MediaSources implements SourceFinder {
  constructor(private readonly deps: MediaSourcesDeps) {}

  async find(uri: string, place: ListeningPlace): Promise<FoundSource> {
    const parsed = parseMediaUri(uri);
    switch (parsed.kind) {
      case 'sound': {
        const file = await this.deps.sounds.find(parsed.name, place);
        return 'path' in file ? files([file.path], 'full') : missing(file.missing);
      }
      case 'recording':
        return this.#recording(parsed.name, place);
      case 'number':
        return this.#spoken(sayNumber(parsed.text), place);
      case 'digits':
        return this.#spoken(sayDigits(parsed.text), place);
      case 'characters':
        return this.#spoken(sayCharacters(parsed.text), place);
      case 'tone': {
        const steps = this.deps.indications.findTone(parsed.name, { zone: parsed.zone, channelZone: place.zone });
        if (steps === undefined) return missing(`there is no tone ${parsed.name}`);
        return { outcome: 'found', source: { kind: 'tone', steps: untilStopped(steps) }, control: 'tone' };
      }
      case 'unknown':
        return missing(parsed.reason);
    }
  }

  async #recording(name: string, { rate }: ListeningPlace): Promise<FoundSource> {
    const stored = await this.deps.stored.resolveName(name);
    if (stored.outcome !== 'ok') return missing(`there is no recording ${name}`);
    const base = basename(stored.path);
    const formats = stored.formats.filter(this.deps.isPlayable).map((format) => `${base}.${format}`);
    const file = bestFile(formats, rate);
    if (file === undefined) return missing(`there is no recording ${name} that can be played`);
    return files([join(dirname(stored.path), file)], 'full');
  }

  async #spoken(spoken: Spoken, place: ListeningPlace): Promise<FoundSource> {
    if ('refused' in spoken) return missing(spoken.refused);
    const found = await this.deps.sounds.findAll(spoken.prompts, place);
    return 'paths' in found ? files(found.paths, 'none') : missing(found.missing);
  }
}

const quiet: ToneStep = { once: false, frequencies: [0], isModulated: false, duration: undefined };

/** A tone lasts until it is stopped: one that has only parts that are heard once is followed by silence. */
function untilStopped(steps: readonly ToneStep[]): readonly ToneStep[] {
  return steps.every(({ once }) => once) ? [...steps, quiet] : steps;
}

function files(paths: readonly string[], control: MediaControl): FoundSource {
  return { outcome: 'found', source: { kind: 'files', files: paths, isEndless: false }, control };
}

function missing(reason: string): FoundSource {
  return { outcome: 'missing', reason };
}

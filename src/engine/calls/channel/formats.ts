import type { AudioForm } from '../../../media/protocol';
import type { OutgoingRequest } from '../technology/technology-channel';

/** The audio formats that channels may be asked to carry, by the names that dialplans and clients know. */
const known: ReadonlySet<string> = new Set([
  'ulaw',
  'alaw',
  'gsm',
  'g722',
  'g723',
  'g726',
  'g726aal2',
  'g729',
  'adpcm',
  'ilbc',
  'lpc10',
  'opus',
  'siren7',
  'siren14',
  'g719',
  'speex',
  'speex16',
  'speex32',
  'slin',
  ...[12, 16, 24, 32, 44, 48, 96, 192].map((rate) => `slin${rate}`),
]);

export function isKnownFormat(name: string): boolean {
  return known.has(name);
}

const rates: Readonly<Record<string, number>> = {
  g722: 16,
  siren7: 16,
  siren14: 32,
  speex16: 16,
  speex32: 32,
  g719: 48,
  opus: 48,
};

/** Samples per second, in thousands. */
export function sampleRate(format: string): number {
  const linear = /^slin(\d+)$/.exec(format)?.[1];
  return linear === undefined ? (rates[format] ?? 8) : Number(linear);
}

const audioRates = [48_000, 24_000, 16_000, 8000] as const;

/** Samples per second at which audio of a format is carried: the best of ours that is not above its own. */
export function audioRate(format: string): number {
  return knownRates.get(format) ?? readAudioRate(format);
}

/** Of all formats that there are: every call asks for some. */
const knownRates: ReadonlyMap<string, number> = new Map([...known].map((format) => [format, readAudioRate(format)]));

function readAudioRate(format: string): number {
  const own = sampleRate(format) * 1000;
  return audioRates.find((rate) => rate <= own) ?? 8000;
}

/** The formats that a channel is to have: those asked for, else that of another channel if it can be carried. */
export function wantedFormats(
  { formats, formatsLike }: Pick<OutgoingRequest, 'formats' | 'formatsLike'>,
  canCarry: (format: string) => boolean,
): readonly string[] {
  if (formats.length > 0) return formats;
  const { audio } = formatsLike?.line ?? {};
  return audio !== undefined && 'format' in audio && canCarry(audio.format) ? [audio.format] : [];
}

/** How audio of a format is carried. */
export function audioForm(format: string): AudioForm {
  return { format, rate: audioRate(format) };
}

/** What can be read of a line that carries one format both ways. */
export function formatReader(format: string): (item: string) => string | undefined {
  return (item) => {
    switch (item) {
      case 'audionativeformat':
        return `(${format})`;
      case 'audioreadformat':
      case 'audiowriteformat':
        return format;
      default:
        return undefined;
    }
  };
}

/** The name of signed linear audio with this many samples per second. */
export function linearFormat(rate: number): string {
  return rate === 8000 ? 'slin' : `slin${rate / 1000}`;
}

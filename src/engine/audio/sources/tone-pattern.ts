import type { ToneStep } from '../../../media/protocol';

/** `[!]f1[*f2|+f2+f3…][/ms]`, where a frequency may be written as a MIDI note: `M69`. */
const part = /^(!)?\s*(M?\d{1,9}(?:\s*[+*]\s*M?\d{1,9})*)(?:\s*\/\s*(\d{1,9}))?$/i;

/** Each costs time on every sample, and clients may write patterns of their own. */
const maxFrequencies = 16;

/** What the fastest audio that we carry can still play. */
const highestFrequency = 24_000;
const highestNote = 127;

/**
 * Reads a tone pattern: parts between commas, or between bars where there is one. Parts that make no sense are left
 * out; undefined when none is left.
 */
export function parseTonePattern(text: string): readonly ToneStep[] | undefined {
  const steps = text.split(text.includes('|') ? '|' : ',').flatMap((piece) => parsePart(piece.trim()) ?? []);
  return steps.length === 0 ? undefined : steps;
}

function parsePart(text: string): ToneStep | undefined {
  const found = part.exec(text);
  if (found === null) return undefined;
  const [, once, sound = '', duration = '0'] = found;
  const isModulated = sound.includes('*');
  const words = sound.split(isModulated ? '*' : '+');
  const frequencies = words.flatMap((word) => frequency(word.trim()) ?? []);
  if (frequencies.length !== words.length || words.length > (isModulated ? 2 : maxFrequencies)) return undefined;
  return {
    once: once !== undefined,
    frequencies,
    isModulated,
    // Written or not, no time means no end.
    duration: Number(duration) === 0 ? undefined : Number(duration),
  };
}

function frequency(text: string): number | undefined {
  const isNote = /^m/i.test(text);
  const number = Number(isNote ? text.slice(1) : text);
  if (Number.isNaN(number)) return undefined;
  if (!isNote) return number <= highestFrequency ? number : undefined;
  // Note 69 is the A of 440 Hz, and twelve notes double it.
  return number <= highestNote ? Math.round(440 * 2 ** ((number - 69) / 12)) : undefined;
}

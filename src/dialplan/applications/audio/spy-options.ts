import type { DialLetters } from '../calling/dial/dial-arguments';
import { readLetters } from '../calling/dial/dial-arguments';

/** `listen`: hears both. `whisper`: also speaks to the spied channel. `barge`: speaks to both sides of its call. */
export type SpyMode = 'listen' | 'whisper' | 'barge';

export interface SpyOptions {
  readonly mode: SpyMode;
  /** The spied channel is not heard, only spoken to. */
  readonly isDeaf: boolean;
  /** Only what comes from its far end is heard. */
  readonly hearsOnlyIncoming: boolean;
  /** The digits 4, 5 and 6 choose the mode. */
  readonly canSwitch: boolean;
  readonly onlyBridged: boolean;
  /** Groups of which a channel must be in one; empty for any. */
  readonly groups: readonly string[];
  /** Extensions of which a channel must run one; empty for any. */
  readonly extensions: readonly string[];
  readonly isQuiet: boolean;
  readonly byUniqueId: boolean;
  readonly stopsWhenAlone: boolean;
  readonly stopsWithFirst: boolean;
  readonly nextDigit: string;
  readonly exitDigit: string;
  /** A digit takes the listener to its extension. */
  readonly canLeave: boolean;
  /** Steps from -4 to 4. */
  readonly volume: number;
}

export const maxVolume = 4;

/** Reads `bdo(…)v(2)`. */
export function readSpyOptions(text: string): SpyOptions {
  const options = readLetters(text);
  return {
    mode: options.has('B') ? 'barge' : options.has('w') || options.has('W') ? 'whisper' : 'listen',
    isDeaf: options.has('W'),
    hearsOnlyIncoming: options.has('o'),
    canSwitch: options.has('d'),
    onlyBridged: options.has('b'),
    groups: listOf(options, 'g'),
    extensions: listOf(options, 'e'),
    isQuiet: options.has('q'),
    byUniqueId: options.has('u'),
    stopsWhenAlone: options.has('S'),
    stopsWithFirst: options.has('E'),
    nextDigit: options.get('c') || '*',
    exitDigit: options.get('x') ?? '',
    canLeave: options.has('X'),
    volume: volumeOf(options),
  };
}

function listOf(options: DialLetters, letter: string): string[] {
  return (options.get(letter) ?? '').split(':').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function volumeOf(options: DialLetters): number {
  const steps = Number.parseInt(options.get('v') ?? '', 10) || 0;
  return Math.max(-maxVolume, Math.min(maxVolume, steps));
}

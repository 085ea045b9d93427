import type { MonitorFile, MonitorRequest } from '../../../engine/audio/recording/monitors';
import { readFileName } from '../../interaction/recording-file';
import { splitArguments } from '../../expressions/split-arguments';
import type { DialLetters } from '../calling/dial/dial-arguments';
import { readLetters } from '../calling/dial/dial-arguments';

/** What MixMonitor was asked to do. */
export interface MixMonitorArguments {
  readonly request: MonitorRequest;
  readonly options: DialLetters;
  /** Run when the recording is complete; empty for none. Variables in it are written `^{NAME}`. */
  readonly command: string;
}

/** Reads `[file.format][,options[,command]]`; a text says what is wrong with it. */
export function readMixMonitor(data: string): MixMonitorArguments | string {
  const [main = '', letters = '', command = ''] = splitArguments(data, { limit: 3, isRaw: true }).map((part) =>
    part.trim(),
  );
  const options = readLetters(letters);
  const gain = { in: gainOf(options, 'v'), out: gainOf(options, 'V') };
  const skipsGaps = options.has('n');
  const wanted: readonly (readonly [string, MonitorFile['sides']])[] = [
    [main, { ...gain, isStereo: options.has('D'), skipsGaps: false }],
    [options.get('r') ?? '', { in: gain.in, out: undefined, isStereo: false, skipsGaps }],
    [options.get('t') ?? '', { in: undefined, out: gain.out, isStereo: false, skipsGaps }],
  ];
  const files: MonitorFile[] = [];
  for (const [text, sides] of wanted.filter(([name]) => name !== '')) {
    const file = readFileName(text);
    if (file === undefined) return `'${text}' is not <name>.<format>`;
    files.push({ ...file, sides });
  }
  if (files.length === 0) return 'a file is needed, with its format: name.wav';
  return { request: { files, appends: options.has('a'), onlyBridged: options.has('b') }, options, command };
}

/** Steps to either side that are taken for granted. */
const maxSteps = 4;
/** Decibels of one step: twice the amplitude. */
const step = 20 * Math.log10(2);

/** Decibels for a direction: its own option, or the one for both. An invalid value changes nothing. */
function gainOf(options: DialLetters, own: 'v' | 'V'): number {
  const steps = Number.parseInt(options.get(own) ?? options.get('W') ?? '', 10) || 0;
  return Math.max(-maxSteps, Math.min(maxSteps, steps)) * step;
}

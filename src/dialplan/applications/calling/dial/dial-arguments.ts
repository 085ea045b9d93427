import { readSeconds } from '../../../runner/pause';
import { splitArguments } from '../../../expressions/split-arguments';

/** What Dial was asked to do. Times are milliseconds. */
export interface DialArguments {
  /** `Local/100@default`, in the order in which they are called. */
  readonly targets: readonly string[];
  /** How long to wait for an answer; undefined waits without limit. */
  readonly timeout: number | undefined;
  /** Until there must be a sign of life. */
  readonly timeoutOfSilence: number | undefined;
  readonly options: DialLetters;
}

/** Options by their letters, with what stands in brackets behind them; empty when nothing does. */
export type DialLetters = ReadonlyMap<string, string>;

/** Reads `target[&target…][,timeout[^timeout2][,options[,url]]]`. */
export function readDialArguments(data: string): DialArguments {
  const [targets = '', times = '', options = ''] = splitArguments(data, { isRaw: true });
  const [timeout = '', timeoutOfSilence = ''] = times === '' ? [] : times.split('^');
  return {
    targets: splitArguments(targets, { separator: '&' })
      .map((target) => target.trim())
      .filter((target) => target !== ''),
    timeout: readTime(timeout),
    timeoutOfSilence: readTime(timeoutOfSilence),
    options: readLetters(options),
  };
}

/** Reads `gF(a^b^1)U(check^x)`. Brackets may hold others. */
export function readLetters(text: string): DialLetters {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const end = text.charAt(at + 1) === '(' ? closingBracket(text, at + 1) : at;
    if (letter.trim() !== '') found.set(letter, text.slice(at + 2, end));
    at = end;
  }
  return found;
}

/** Where the bracket ends that opens there; one that is never closed takes everything. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0) return at;
  }
  return text.length;
}

/** No timer can wait longer; a longer one would fire at once. */
const longest = 2 ** 31 - 1;

/** Seconds in milliseconds; undefined for what is no time at all. */
export function readTime(text: string): number | undefined {
  const milliseconds = text === '' ? 0 : (readSeconds(text) ?? 0);
  return milliseconds > 0 ? Math.min(milliseconds, longest) : undefined;
}

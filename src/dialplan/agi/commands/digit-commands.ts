import { DigitInbox } from '../../interaction/digit-inbox';
import { namedPrompts } from '../../interaction/prompts';
import type { AgiCommand, AgiExecution } from './agi-command';
import { readInteger, result, usage } from './agi-command';
import { digitCode } from './agi-units';

/** Effectively infinite milliseconds: longer than any call lasts. */
const forEver = 2 ** 31 - 1;
const maxDigits = 1024;
const endDigit = '#';

const waitForDigit: AgiExecution = async ({ channel, signal }, [timeout = ''], { clock }) => {
  const timeoutMs = readInteger(timeout);
  if (timeoutMs === undefined) return usage;
  const inbox = new DigitInbox(channel, clock);
  const digit = await inbox.next(timeoutMs < 0 ? forEver : timeoutMs, signal);
  inbox.close();
  return result(digit === undefined ? (signal.aborted ? -1 : 0) : digitCode(digit));
};

const getData: AgiExecution = async ({ channel, signal }, [file = '', timeout = '0', max = ''], deps) => {
  const [timeoutMs, count] = [readInteger(timeout), readInteger(max === '' ? String(maxDigits) : max)];
  if (timeoutMs === undefined || count === undefined) return usage;
  const { responseTimeout, digitTimeout } = deps.memories.of(channel);
  const given = timeoutMs < 0 ? forEver : timeoutMs;
  const { digits, why } = await deps.digits.read(channel, {
    invitation: { prompts: namedPrompts(file) },
    first: given === 0 ? responseTimeout : given,
    next: given === 0 ? digitTimeout : given,
    isComplete: (pressed) => pressed.endsWith(endDigit) || pressed.length >= Math.max(1, count),
    signal,
  });
  if (why === 'ended') return result(-1);
  if (why === 'timeout') return result(digits, '(timeout)');
  return result(digits.endsWith(endDigit) ? digits.slice(0, -1) : digits);
};

/** What the caller presses. */
export const digitCommands: readonly AgiCommand[] = [
  {
    name: 'WAIT FOR DIGIT',
    syntax: '<timeout ms>',
    summary: 'Waits for a digit; a timeout of -1 waits forever. The code of the digit. 0: none came. -1: hangup.',
    arity: [1, 1],
    yields: true,
    execute: waitForDigit,
  },
  {
    name: 'GET DATA',
    syntax: '<file> [<timeout ms> [<max digits>]]',
    summary:
      'Plays a sound until the first digit, and takes digits up to `#` or the given number. The timeout counts for ' +
      'each digit; without one, or with 0, TIMEOUT(response) and TIMEOUT(digit) do, and -1 waits forever. The ' +
      'digits, followed by `(timeout)` when no further one came; -1 after a hangup.',
    arity: [1, 3],
    yields: true,
    execute: getData,
  },
];

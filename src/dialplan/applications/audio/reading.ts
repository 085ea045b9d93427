import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import type { Invitation, Reading } from '../../interaction/digit-reader';
import { DigitReader, endedStatus, invitationOf } from '../../interaction/digit-reader';
import { readSeconds } from '../../runner/pause';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';
import { isReady } from './playing';

const maxDigits = 255;

/** Asks callers for digits of any kind. */
export function readingApplications(deps: ApplicationDeps): Applications {
  const { memories, log } = deps;
  const reader = new DigitReader(deps);

  /** Asks as often as it may while nothing is pressed at all. */
  const read = async (channel: Channel, asked: Asked, { signal }: ApplicationRun): Promise<string> => {
    const { most, terminators, attempts } = asked;
    const isComplete = (digits: string): boolean => terminators.includes(digits.slice(-1)) || digits.length >= most;
    for (let left = attempts; ; left -= 1) {
      const request = { ...timeouts(channel, asked.seconds), invitation: asked.invitation, isComplete, signal };
      const reading = await reader.read(channel, request);
      const digits = told(reading, asked);
      setResult(channel, asked.variable, digits);
      if (reading.why !== 'complete' && digits === '' && left > 1 && !signal.aborted) continue;
      return reading.why === 'ended' ? endedStatus(channel) : reading.why === 'complete' ? 'OK' : 'TIMEOUT';
    }
  };
  const timeouts = (channel: Channel, text: string): { readonly first: number; readonly next: number } => {
    const { responseTimeout, digitTimeout } = memories.of(channel);
    const given = readSeconds(text) ?? 0;
    return given > 0 ? { first: given, next: given } : { first: responseTimeout, next: digitTimeout };
  };

  return {
    Read: async (channel, data, run) => {
      const asked = readAsked(data);
      if (asked.variable === '') {
        log.warn({ channel: channel.id }, 'Read: a variable is required');
        return setResult(channel, 'READSTATUS', 'ERROR');
      }
      if (isReady(channel, { skips: asked.options.has('s'), answers: !asked.options.has('n') }))
        return setResult(channel, 'READSTATUS', await read(channel, asked, run));
      setResult(channel, asked.variable, '');
      return setResult(channel, 'READSTATUS', 'SKIPPED');
    },
  };
}

interface Asked {
  readonly variable: string;
  readonly invitation: Invitation;
  readonly most: number;
  readonly options: ReadonlySet<string>;
  /** Digits that end the others. */
  readonly terminators: string;
  readonly attempts: number;
  readonly seconds: string;
}

function readAsked(data: string): Asked {
  const parts = splitArguments(data).map((part) => part.trim());
  const [variable = '', files = '', most = '', letters = '', attempts = '', seconds = ''] = parts;
  const options = readOptions(letters);
  const count = Number.parseInt(most, 10);
  return {
    variable,
    invitation: invitationOf(files, options),
    most: count > 0 ? Math.min(count, maxDigits) : maxDigits,
    options,
    terminators: /t\(([^)]*)\)/.exec(letters)?.[1] ?? '#',
    attempts: Math.max(1, Number.parseInt(attempts, 10) || 1),
    seconds,
  };
}

/** The value of the variable: the digits without the terminator, unless it is the only digit and requested. */
function told({ digits, why }: Reading, { terminators, options }: Asked): string {
  const last = digits.slice(-1);
  if (why !== 'complete' || !terminators.includes(last)) return digits;
  return digits.length === 1 && options.has('e') ? last : digits.slice(0, -1);
}

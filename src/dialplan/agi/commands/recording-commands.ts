import type { SoundRecording } from '../../../engine/audio/channel-sound';
import type { RecordEnd } from '../../../engine/audio/recording/records';
import { DigitInbox } from '../../interaction/digit-inbox';
import { digitDuring } from '../../interaction/prompts';
import type { AgiAnswer, AgiCall, AgiCommand, AgiCommandDeps, AgiExecution } from './agi-command';
import { readInteger, result, usage } from './agi-command';
import { digitCode, samplesIn } from './agi-units';

interface RecordOptions {
  readonly appends: boolean;
  readonly beeps: boolean;
  readonly maxSilence: number | undefined;
}

type RunningRecording = Extract<SoundRecording, { outcome: 'recording' }>;

const recordFile: AgiExecution = async (call, given, deps) => {
  const [name = '', format = '', digits = '', timeout = '', ...rest] = given;
  const timeoutMs = readInteger(timeout);
  if (timeoutMs === undefined) return usage;
  const recording = await deps.sound().record(call.channel, {
    name,
    format: format.toLowerCase(),
    ...readOptions(rest),
    trimsSilence: true,
    maxDuration: timeoutMs < 0 ? undefined : timeoutMs,
  });
  if (recording.outcome === 'recording') return follow(call, { recording, digits }, deps);
  deps.log.warn({ channel: call.channel.id, file: name, reason: recording.reason }, 'cannot record');
  return result(-1, '(writefile)');
};

/** Takes down what the caller says. */
export const recordingCommands: readonly AgiCommand[] = [
  {
    name: 'RECORD FILE',
    syntax: '<file> <format> <escape digits> <timeout ms> [<sample offset>] [BEEP] [s=<seconds of silence>]',
    summary:
      'Records the caller until a digit, the timeout (-1 for none) or this many seconds of silence; an offset other ' +
      'than 0 appends. The code of the digit with `(dtmf)`, `0 (timeout)`, `-1 (hangup)`, or -1 with what failed; ' +
      '`endpos` is the length in samples.',
    arity: [4, 7],
    execute: recordFile,
  },
];

/** Waits for the end of a recording, and brings it about. */
async function follow(
  { channel, signal }: AgiCall,
  { recording, digits }: { readonly recording: RunningRecording; readonly digits: string },
  { clock, log }: AgiCommandDeps,
): Promise<AgiAnswer> {
  const inbox = new DigitInbox(channel, clock);
  // What was said until a hangup is kept.
  if (signal.aborted) recording.stop();
  signal.addEventListener('abort', recording.stop);
  const digit = await digitDuring(recording, { inbox, counts: (pressed) => digits.includes(pressed) });
  inbox.close();
  const isEarly = digit !== undefined && !recording.hasStarted();
  if (isEarly) recording.cancel();
  else if (digit !== undefined) recording.stop();
  const end = await recording.over;
  signal.removeEventListener('abort', recording.stop);
  if (end.why === 'failed') log.warn({ channel: channel.id, reason: end.failed }, 'cannot record');
  return answerTo(end, { digit, isEarly, isHungUp: signal.aborted });
}

/** A number is the offset, `s=` the silence, and any other word asks for the beep. */
function readOptions(words: readonly string[]): RecordOptions {
  const offset = words.map(readInteger).find((number) => number !== undefined) ?? 0;
  const seconds = words.map((word) => /^s=(\d+)$/i.exec(word)?.[1]).find((text) => text !== undefined);
  const isBeep = (word: string): boolean => word !== '' && !word.includes('=') && readInteger(word) === undefined;
  return {
    appends: offset > 0,
    beeps: words.some(isBeep),
    maxSilence: Number(seconds ?? 0) > 0 ? Number(seconds) * 1000 : undefined,
  };
}

interface Ending {
  readonly digit: string | undefined;
  /** Whether the digit came before anything was recorded. */
  readonly isEarly: boolean;
  readonly isHungUp: boolean;
}

function answerTo({ why, duration }: RecordEnd, { digit, isEarly, isHungUp }: Ending): AgiAnswer {
  const position = `endpos=${samplesIn(duration)}`;
  if (digit !== undefined) return result(digitCode(digit), `(${isEarly ? 'randomerror' : 'dtmf'}) ${position}`);
  if (why === 'failed') return result(-1, `(waitfor) ${position}`);
  if (isHungUp || why === 'target-gone' || why === 'cancelled') return result(-1, `(hangup) ${position}`);
  return result(0, `(timeout) ${position}`);
}

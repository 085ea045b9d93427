import type { SoundEnd } from '../../../engine/audio/channel-sound';
import { ControlledPlay } from '../../applications/audio/control-playback';
import { DigitInbox } from '../../interaction/digit-inbox';
import { digitDuring, namedPrompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import type { AgiAnswer, AgiCall, AgiCommand, AgiCommandDeps, AgiExecution } from './agi-command';
import { readInteger, result, usage } from './agi-command';
import { digitCode, millisecondsOf, samplesIn } from './agi-units';

interface PlayRequest {
  readonly file: string;
  readonly offsetMs: number;
  /** Digits that end it. */
  readonly digits: string;
}

interface Played {
  readonly end: SoundEnd;
  readonly digit: string | undefined;
  readonly positionMs: number;
}

const streamFile: AgiExecution = async (call, [file = '', digits = '', offset = '0'], deps) => {
  const samples = readInteger(offset);
  if (samples === undefined) return usage;
  return answerTo(await play(deps, call, { file, digits, offsetMs: millisecondsOf(samples) }), call);
};

const getOption: AgiExecution = async (call, [file = '', digits = '', timeout], deps) => {
  const timeoutMs = timeout === undefined ? deps.memories.of(call.channel).digitTimeout : readInteger(timeout);
  if (timeoutMs === undefined) return usage;
  const played = await play(deps, call, { file, digits, offsetMs: 0 });
  if (played.digit !== undefined || played.end.outcome !== 'heard') return answerTo(played, call);
  const inbox = new DigitInbox(call.channel, deps.clock);
  const late = await inbox.next(timeoutMs, call.signal);
  inbox.close();
  return answerTo(late !== undefined && digits.includes(late) ? { ...played, digit: late } : played, call);
};

const controlStreamFile: AgiExecution = async ({ channel, signal }, given, { sound, clock, log }) => {
  const [file = '', stop = '', skip = '', forward = '', rewind = '', pause = '', offset = '0'] = given;
  const [skipMs, offsetMs] = [readInteger(skip === '' ? '3000' : skip), readInteger(offset)];
  if (skipMs === undefined || offsetMs === undefined) return usage;
  if (signal.aborted) return result(-1, `endpos=${offsetMs}`);
  const playing = sound().play(channel, { anyOf: soundNamed(file), offset: offsetMs });
  const inbox = new DigitInbox(channel, clock);
  signal.addEventListener('abort', playing.stop);
  const controlled = new ControlledPlay(playing, { skip: skipMs, offset: offsetMs, clock });
  const keys = { forward: forward || '#', rewind: rewind || '*', stop, pause, restart: '' };
  const digit = await controlled.follow(inbox, keys);
  const end = await playing.over;
  signal.removeEventListener('abort', playing.stop);
  inbox.close();
  const isFailed = end.outcome === 'failed';
  if (isFailed) log.warn({ channel: channel.id, file, reason: end.reason }, 'cannot play a sound');
  const position = isFailed ? offsetMs : controlled.position;
  const status = end.outcome === 'heard' ? 'SUCCESS' : digit === undefined ? 'ERROR' : 'USERSTOPPED';
  setResult(channel, 'CPLAYBACKSTATUS', status);
  setResult(channel, 'CPLAYBACKOFFSET', String(position));
  if (digit !== undefined) setResult(channel, 'CPLAYBACKSTOPKEY', digit);
  const code = digit === undefined ? (status === 'SUCCESS' ? 0 : -1) : digitCode(digit);
  return result(code, `endpos=${position}`);
};

/** Sounds that the caller hears while the program waits. */
export const playingCommands: readonly AgiCommand[] = [
  {
    name: 'STREAM FILE',
    syntax: '<file> <escape digits> [<sample offset>]',
    summary:
      'Plays a sound, named without its extension, until its end or until one of the digits is pressed; `""` for ' +
      'none. The code of the digit, 0 without one, or -1 after a hangup; `endpos` is the sample where it ended, and ' +
      'the offset when nothing could be played.',
    arity: [2, 3],
    yields: true,
    execute: streamFile,
  },
  {
    name: 'GET OPTION',
    syntax: '<file> <escape digits> [<timeout ms>]',
    summary:
      'Plays a sound like STREAM FILE, and then waits for one of the digits; without a timeout as long as ' +
      'TIMEOUT(digit) says. Results as of STREAM FILE.',
    arity: [2, 3],
    yields: true,
    execute: getOption,
  },
  {
    name: 'CONTROL STREAM FILE',
    syntax: '<file> <escape digits> [<skip ms> [<forward> [<rewind> [<pause> [<offset ms>]]]]]',
    summary:
      'Plays a sound in which the caller moves by keys: `#` forward and `*` back, by 3000 ms, unless others are given. ' +
      'The code of the digit that ended it, 0 without one, or -1 after a hangup or when nothing could be played; ' +
      '`endpos` is in milliseconds. Sets CPLAYBACKSTATUS, CPLAYBACKOFFSET and CPLAYBACKSTOPKEY.',
    arity: [2, 7],
    execute: controlStreamFile,
  },
];

/** Plays one sound until its end, one of the digits, or until the command has to return. */
async function play(deps: AgiCommandDeps, call: AgiCall, { file, digits, offsetMs }: PlayRequest): Promise<Played> {
  const { channel, signal } = call;
  if (signal.aborted) return { end: { outcome: 'stopped' }, digit: undefined, positionMs: offsetMs };
  const startedAt = deps.clock.now();
  const playing = deps.sound().play(channel, { anyOf: soundNamed(file), offset: offsetMs });
  const inbox = new DigitInbox(channel, deps.clock);
  signal.addEventListener('abort', playing.stop);
  const digit = await digitDuring(playing, { inbox, counts: (pressed) => digits.includes(pressed) });
  if (digit !== undefined) playing.stop();
  const end = await playing.over;
  signal.removeEventListener('abort', playing.stop);
  inbox.close();
  const isFailed = end.outcome === 'failed';
  if (isFailed) deps.log.warn({ channel: channel.id, file, reason: end.reason }, 'cannot play a sound');
  return { end, digit, positionMs: offsetMs + (isFailed ? 0 : deps.clock.now() - startedAt) };
}

function answerTo({ digit, positionMs }: Played, { signal }: AgiCall): AgiAnswer {
  const code = digit === undefined ? (signal.aborted ? -1 : 0) : digitCode(digit);
  return result(code, `endpos=${samplesIn(positionMs)}`);
}

function soundNamed(file: string): readonly string[] {
  const [anyOf = []] = namedPrompts(file);
  return anyOf;
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { ChannelSound, SoundRecording } from '../../../engine/audio/channel-sound';
import type { RecordEnd } from '../../../engine/audio/recording/records';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { DigitInbox } from '../../interaction/digit-inbox';
import { readSeconds } from '../../runner/pause';
import { digitDuring } from '../../interaction/prompts';
import { readFileName } from '../../interaction/recording-file';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';
import { isReady } from './playing';

type RunningRecording = Extract<SoundRecording, { outcome: 'recording' }>;
type RecordStatus = 'DTMF' | 'SILENCE' | 'TIMEOUT' | 'HANGUP' | 'ERROR' | 'OPERATOR';

/** Takes down what callers say. */
export function recordingApplications({ sound, clock, log }: ApplicationDeps): Applications {
  /** Waits for the end of a recording, and brings it about. */
  const follow = async (
    channel: Channel,
    recording: RunningRecording,
    { options, signal }: { readonly options: ReadonlySet<string>; readonly signal: StopSignal },
  ): Promise<RecordStatus> => {
    const inbox = new DigitInbox(channel, clock);
    const { over, release } = endOf(recording, { keeps: options.has('k'), signal });
    const counts = (digit: string): boolean => recording.hasStarted() && ends(digit, options);
    const digit = await digitDuring({ over }, { inbox, counts });
    inbox.close();
    if (digit !== undefined) recording.stop();
    const end = await over;
    release();
    if (end === 'hung-up' || signal.aborted) return 'HANGUP';
    if (end.why === 'failed') log.warn({ channel: channel.id, reason: end.failed }, 'Record could not record');
    return statusOf(end, digit === '0' && options.has('o') ? 'OPERATOR' : 'DTMF');
  };

  return {
    Record: async (channel, data, { signal }) => {
      const [file = '', silence = '', longest = '', letters] = splitArguments(data).map((part) => part.trim());
      const options = readOptions(letters);
      if (!isReady(channel, { skips: options.has('s'), answers: !options.has('n') }))
        return setResult(channel, 'RECORD_STATUS', 'SKIP');
      const recording = await start(sound(), channel, { file, silence, longest, options });
      if (recording.outcome === 'refused') {
        if (signal.aborted) return setResult(channel, 'RECORD_STATUS', 'HANGUP');
        log.warn({ channel: channel.id, file, reason: recording.reason }, 'Record could not record');
        return setResult(channel, 'RECORD_STATUS', 'ERROR');
      }
      setResult(channel, 'RECORDED_FILE', recording.name);
      return setResult(channel, 'RECORD_STATUS', await follow(channel, recording, { options, signal }));
    },
  };
}

interface Asked {
  readonly file: string;
  readonly silence: string;
  readonly longest: string;
  readonly options: ReadonlySet<string>;
}

async function start(sound: ChannelSound, channel: Channel, asked: Asked): Promise<SoundRecording> {
  const file = readFileName(asked.file);
  if (file === undefined) return { outcome: 'refused', reason: 'a file is needed, with its format: name.wav' };
  const { options } = asked;
  return sound.record(channel, {
    ...file,
    appends: options.has('a'),
    beeps: !options.has('q'),
    maxDuration: limit(asked.longest),
    maxSilence: limit(asked.silence),
    trimsSilence: !options.has('u'),
  });
}

/**
 * The end of a recording, or that of the call. Without `k`, a recording is discarded on hangup without waiting;
 * otherwise it is complete before the dialplan continues.
 */
function endOf(
  recording: RunningRecording,
  { keeps, signal }: { readonly keeps: boolean; readonly signal: StopSignal },
): { readonly over: Promise<RecordEnd | 'hung-up'>; readonly release: () => void } {
  let hangUp = (): void => recording.stop();
  const over = new Promise<RecordEnd | 'hung-up'>((resolve) => {
    void recording.over.then(resolve);
    if (keeps) return;
    hangUp = () => {
      recording.cancel();
      resolve('hung-up');
    };
  });
  if (signal.aborted) hangUp();
  else signal.addEventListener('abort', hangUp);
  return { over, release: () => signal.removeEventListener('abort', hangUp) };
}

function ends(digit: string, options: ReadonlySet<string>): boolean {
  if (digit === '0' && options.has('o')) return true;
  if (options.has('x')) return false;
  return options.has('y') || digit === (options.has('t') ? '*' : '#');
}

function statusOf({ why }: RecordEnd, stopped: 'DTMF' | 'OPERATOR'): RecordStatus {
  switch (why) {
    case 'stopped':
      return stopped;
    case 'silence':
      return 'SILENCE';
    case 'duration':
      return 'TIMEOUT';
    case 'cancelled':
    case 'target-gone':
      return 'HANGUP';
    case 'failed':
      return 'ERROR';
  }
}

/** Milliseconds; undefined for 0 or an invalid number. */
function limit(seconds: string): number | undefined {
  const milliseconds = readSeconds(seconds) ?? 0;
  return milliseconds > 0 ? milliseconds : undefined;
}

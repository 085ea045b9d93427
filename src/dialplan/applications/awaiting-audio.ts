import { answer } from '../../engine/calls/answer';
import type { Channel } from '../../engine/calls/channel';
import type { DialplanApplication } from '../../engine/calls/dialplan-port';
import type { Clock } from '../../shared/clock';
import type { Logger } from '../../shared/logger';
import { pause, readSeconds, untilFired } from '../pause';
import { splitArguments } from '../split-arguments';
import type { ApplicationDeps, Applications, FirstAudio } from './application-deps';

type Results = Readonly<Record<string, string>>;

/** Applications that move audio, as far as a server without any can go: they keep the plan running. */
export function awaitingAudioApplications({ clock, log }: ApplicationDeps): Applications {
  const warn = warnOnce(log);
  /** Sets what the application would set after a failure. */
  const fails =
    (results: Results = {}): DialplanApplication =>
    (channel) => {
      warn(channel);
      for (const [name, value] of Object.entries(results)) channel.setVariable(name, value);
    };
  /** The same for those that answer first, unless one of their options forbids it. */
  const answersAndFails =
    (unless: RegExp, results: Results): DialplanApplication =>
    (channel, data, run) => {
      const [, ...options] = splitArguments(data);
      if (!options.some((option) => unless.test(option))) answer(channel);
      return fails(results)(channel, data, run);
    };

  return {
    MusicOnHold: (_channel, data, { signal }) => {
      const [, seconds = ''] = splitArguments(data);
      const milliseconds = readSeconds(seconds) ?? 0;
      return milliseconds > 0 ? pause(clock, milliseconds, signal) : untilFired(signal);
    },
    Milliwatt: (_channel, _data, { signal }) => untilFired(signal),
    Playback: answersAndFails(/noanswer|skip/, { PLAYBACKSTATUS: 'FAILED' }),
    BackGround: answersAndFails(/^[smp]*n/, { BACKGROUNDSTATUS: 'FAILED' }),
    ControlPlayback: fails({ CPLAYBACKSTATUS: 'ERROR' }),
    Record: answersAndFails(/^[a-z]*n/, { RECORD_STATUS: 'ERROR' }),
    Read: (channel, data, run) => {
      const [variable = ''] = splitArguments(data);
      const emptied = variable.trim() === '' ? {} : { [variable.trim()]: '' };
      return fails({ ...emptied, READSTATUS: 'ERROR' })(channel, data, run);
    },
    ReadExten: fails({ READEXTENSTATUS: 'ERROR' }),
    ...Object.fromEntries(withoutResult.map((name) => [name, fails()])),
  };
}

/** No audio ever comes first: an answered call waits the whole time. */
export const noFirstAudio =
  (clock: Clock): FirstAudio =>
  (_channel, milliseconds, signal) =>
    pause(clock, milliseconds, signal);

const withoutResult = [
  'StartMusicOnHold',
  'StopMusicOnHold',
  'PlayTones',
  'StopPlayTones',
  'SayDigits',
  'SayNumber',
  'SayAlpha',
  'AudioSocket',
];

function warnOnce(log: Logger): (channel: Channel) => void {
  let hasWarned = false;
  return ({ id: channel, application: { name: application } }) => {
    if (!hasWarned) log.warn({ channel, application }, 'there is no audio yet: playing, saying, recording do nothing');
    hasWarned = true;
  };
}

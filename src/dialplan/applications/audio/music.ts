import type { Channel } from '../../../engine/calls/channel/channel';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { pause, readSeconds, untilFired } from '../../runner/pause';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Endless music and tones. */
export function musicApplications({ sound, clock, log }: ApplicationDeps): Applications {
  const startTone = async (channel: Channel, tone: string): Promise<void> => {
    const problem = await sound().startTone(channel, tone);
    if (problem !== undefined) log.warn({ channel: channel.id, reason: problem }, 'tone could not be played');
  };
  /** A call that is being hung up hears nothing. */
  const wait = (channel: Channel, milliseconds: number, signal: StopSignal): Promise<void> => {
    if (channel.isEnding) return Promise.resolve();
    return milliseconds > 0 ? pause(clock, milliseconds, signal) : untilFired(signal);
  };

  return {
    MusicOnHold: async (channel, data, { signal }) => {
      const [musicClass = '', seconds = ''] = splitArguments(data);
      sound().startMusic(channel, musicClass.trim() || undefined);
      await wait(channel, readSeconds(seconds) ?? 0, signal);
      sound().stopMusic(channel);
    },
    StartMusicOnHold: (channel, data) => {
      const [musicClass = ''] = splitArguments(data);
      sound().startMusic(channel, musicClass.trim() || undefined);
    },
    StopMusicOnHold: (channel) => sound().stopMusic(channel),
    PlayTones: (channel, data) => startTone(channel, data.trim()),
    StopPlayTones: (channel) => sound().stopTone(channel),
    Milliwatt: async (channel, data, { signal }) => {
      await startTone(channel, milliwatt(data.trim()));
      await wait(channel, 0, signal);
      sound().stopTone(channel);
    },
  };
}

/** `o` is the tone of older test numbers, `m` the usual one with a pause in every ten seconds. */
function milliwatt(option: string): string {
  if (option === 'o') return '1000';
  return option === 'm' ? '1004/9000,0/1000' : '1004';
}

import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { Clock } from '../../shared/time/clock';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import { pause } from '../runner/pause';

export interface FirstAudioDeps {
  readonly sound: () => ChannelSound;
  readonly clock: Clock;
}

/** Waits until audio comes in from the far end, at most for this many milliseconds or until the signal fires. */
export const firstAudio =
  ({ sound, clock }: FirstAudioDeps) =>
  async (channel: Channel, milliseconds: number, signal: StopSignal): Promise<void> => {
    const over = new Stopper();
    const end = (): void => over.abort();
    const unsubscribe = sound().onFirstAudio(channel, end);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    await pause(clock, milliseconds, over.signal);
    signal.removeEventListener('abort', end);
    unsubscribe();
  };

import type { Logger } from '../../../shared/logger';
import type { Channel } from '../../calls/channel/channel';
import type { ChannelSound } from '../channel-sound';

export interface RingingDeps {
  readonly sound: Pick<ChannelSound, 'startTone' | 'stopTone'>;
  readonly log: Logger;
}

/** The states of a call that callers know by their tones. */
const tones = { ringing: 'ring', busy: 'busy', congestion: 'congestion' } as const;

/** Tells a caller of the state of the call: by a signal, or where the technology has none, by the tone for it. */
export function tellState(
  channel: Channel,
  state: keyof typeof tones,
  { sound, log }: { readonly sound: Pick<ChannelSound, 'startTone'>; readonly log: Logger },
): void {
  channel.indicated(state);
  if (channel.line.carries(state)) return channel.line.send({ type: state });
  return void sound.startTone(channel, tones[state]).then((problem) => {
    if (problem !== undefined) log.warn({ channel: channel.id, state, problem }, 'tone could not be played');
  });
}

/** Indicates ringing to a caller. */
export class Ringing {
  constructor(private readonly deps: RingingDeps) {}

  start(channel: Channel): void {
    tellState(channel, 'ringing', this.deps);
  }

  /** Ends the tone and all other call progress indications. */
  stop(channel: Channel): void {
    channel.line.send({ type: 'stop-ringing' });
    this.deps.sound.stopTone(channel);
  }
}

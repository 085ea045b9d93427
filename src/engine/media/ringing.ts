import type { Logger } from '../../shared/logger';
import type { Channel } from '../calls/channel';
import type { ChannelSound } from './channel-sound';

export interface RingingDeps {
  readonly sound: Pick<ChannelSound, 'startTone' | 'stopTone'>;
  readonly log: Logger;
}

/** Tells a caller that somebody is being alerted: by a signal, or where the technology has none, by the tone for it. */
export class Ringing {
  constructor(private readonly deps: RingingDeps) {}

  start(channel: Channel): void {
    if (channel.line.carries('ringing')) channel.line.send({ type: 'ringing' });
    else void this.#startTone(channel);
  }

  /** Ends the tone, and whatever else tells the caller of the state of the call. */
  stop(channel: Channel): void {
    channel.line.send({ type: 'quiet' });
    this.deps.sound.stopTone(channel);
  }

  async #startTone(channel: Channel): Promise<void> {
    const problem = await this.deps.sound.startTone(channel, 'ring');
    if (problem !== undefined) this.deps.log.warn({ channel: channel.id, problem }, 'a caller hears no ringing');
  }
}

import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Channel } from '../calls/channel/channel';
import type { DigitTrain } from '../calls/channel/send-digits';
import { isSendable, sendDigits } from '../calls/channel/send-digits';
import type { Command, CommandQueue } from './legs/command-queue';
import type { DigitSoundDeps } from './digit-sound';
import { soundDigit } from './digit-sound';
import { indicateProgress } from './progress';

/** Milliseconds of silence in front of the first digit: what was heard before must have ended for the receiver. */
const lead = 100;

export interface DigitSenderDeps extends DigitSoundDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends digits as one of the things that are ordered for a channel. */
export class DigitSender {
  constructor(private readonly deps: DigitSenderDeps) {}

  /** Sends them when their turn comes; the next one's comes when everything has been sent and waited for. */
  send(channel: Channel, queue: CommandQueue, train: DigitTrain): void {
    const skipped = [...train.digits].filter((character) => !isSendable(character)).length;
    if (skipped > 0) this.deps.log.info({ channel: channel.id, skipped }, 'only digits can be sent');
    queue.add(this.#command(channel, { ...train, before: lead + (train.before ?? 0) }));
  }

  #command(channel: Channel, train: DigitTrain): Command {
    let end = (): void => undefined;
    return {
      start: (over) => {
        indicateProgress(channel);
        const sound = (digit: string, milliseconds: number): void =>
          soundDigit(channel, { digit, milliseconds }, this.deps);
        const stop = sendDigits(channel, train, { clock: this.deps.clock, sound, over });
        end = () => {
          stop();
          over();
        };
      },
      abandon: () => end(),
    };
  }
}

import type { Clock } from '../../../shared/time/clock';
import type { Channel } from './channel';
import type { ChannelSignal } from './signal';

/** Digits to be sent one after another. All times in milliseconds. */
export interface DigitTrain {
  /** `w` and `W` are pauses, `f` is a flash; what is neither that nor a digit is left out. */
  readonly digits: string;
  /** How long each one lasts. */
  readonly duration: number;
  /** Silence behind each one, the last one included. */
  readonly between: number;
  readonly before?: number;
  readonly after?: number;
}

export interface DigitSending {
  readonly clock: Clock;
  /** Lets the far end hear a digit that its technology cannot be told. Such digits are left out without it. */
  readonly sound?: (digit: string, milliseconds: number) => void;
  /** Called once, at once or later, unless the sending is stopped before. */
  readonly over: () => void;
}

const digit = /^[0-9*#A-D]$/i;
const flash = /^f$/i;
const pauses: Readonly<Record<string, number>> = { w: 500, W: 1000 };

/** Sends digits to the far end of a channel, as long as there is one. The result stops it and leaves no timer. */
export function sendDigits(channel: Channel, train: DigitTrain, { clock, sound, over }: DigitSending): () => void {
  const { line } = channel;
  const steps = stepsOf(train);
  let cancel: (() => void) | undefined;
  const advance = (): void => {
    for (let step = steps.next(); step.done !== true && !channel.isEnding; step = steps.next()) {
      const { value } = step;
      if (typeof value === 'number') {
        if (value === 0) continue;
        cancel = clock.after(value, advance);
        return;
      }
      if (value.type !== 'digit-begins') line.send(value);
      else if (!line.carries('digit')) sound?.(value.digit, value.milliseconds);
    }
    over();
  };
  advance();
  return () => cancel?.();
}

export function isSendable(character: string): boolean {
  return digit.test(character) || flash.test(character) || pauses[character] !== undefined;
}

type Step =
  | number
  | ChannelSignal
  | { readonly type: 'digit-begins'; readonly digit: string; readonly milliseconds: number };

/** What to tell the far end, and how long to wait in between. */
function* stepsOf({ digits, duration, between, before = 0, after = 0 }: DigitTrain): Generator<Step> {
  yield before;
  for (const character of digits) {
    if (digit.test(character)) {
      yield { type: 'digit-begins', digit: character, milliseconds: duration };
      // Told at its end, as a receiver knows only then how long it was.
      yield duration;
      yield { type: 'digit', digit: character, milliseconds: duration };
      yield between;
    } else if (flash.test(character)) {
      yield { type: 'flash' };
      yield between;
    } else yield pauses[character] ?? 0;
  }
  yield after;
}

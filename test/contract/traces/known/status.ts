import type { Difference } from '../compare/difference';
import type { Exchange, Failure } from '../compare/exchange';
import { failureOf } from '../compare/exchange';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';

/** Two answers with different statuses. */
export interface StatusPair {
  readonly exchange: Exchange;
  /** The recorded status; 0 where there was no answer. */
  readonly there: number;
  readonly here: number;
  /** What our refusal says; undefined when it is none. */
  readonly failure: Failure | undefined;
  /** What the recorded refusal says. */
  readonly message: string;
}

/** A known difference in the status of an answer, as a condition for the two answers. */
export function inStatus(
  condition: (pair: StatusPair, transcript: Transcript) => boolean,
): (difference: Difference, transcript: Transcript) => boolean {
  return (difference, transcript) => {
    const exchange = difference.kind === 'status' ? transcript.exchangeOf(difference) : undefined;
    if (exchange === undefined) return false;
    const { body } = exchange.recorded;
    const message = isObject(body) ? textOf(body['message']) : '';
    const there = Number(exchange.recorded.status ?? difference.expected ?? 0);
    return condition(
      {
        exchange,
        there: Number.isNaN(there) ? 0 : there,
        here: exchange.answer.status,
        failure: failureOf(exchange),
        message,
      },
      transcript,
    );
  };
}

export const isRefusal = (status: number): boolean => status >= 400 && status < 500;
export const isSuccess = (status: number): boolean => status >= 100 && status < 300;

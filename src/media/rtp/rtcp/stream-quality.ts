import type { StreamFigures } from '../../protocol-rtp';
import { Series } from './series';

/** How a stream has arrived since the report before. Times are milliseconds. */
export interface QualityReport {
  readonly jitter: number;
  /** Packets that never came, from the beginning on. */
  readonly lostSoFar: number;
  /** Of the packets since the report before, from 0 to 1. */
  readonly shareLost: number;
  readonly roundTrip: number | undefined;
}

/** How well one direction of a call has arrived, report by report. */
export class StreamQuality {
  readonly #jitter = new Series();
  readonly #loss = new Series();
  readonly #score = new Series();
  #lost = 0;

  add({ jitter, lostSoFar, shareLost, roundTrip = 0 }: QualityReport): void {
    this.#jitter.add(jitter);
    // Less than before when packets came twice.
    this.#loss.add(Math.max(0, lostSoFar - this.#lost));
    this.#lost = lostSoFar;
    this.#score.add(experience({ jitter, shareLost, roundTrip }));
  }

  get figures(): Omit<StreamFigures, 'lost'> {
    return { jitter: this.#jitter.figures, loss: this.#loss.figures, score: this.#score.figures };
  }

  /** As the last report has it. */
  get lost(): number {
    return Math.max(0, this.#lost);
  }
}

/**
 * How a call sounds, from 0 to 100: the rating factor of ITU-T G.107 in its usual simplified form, where delay counts
 * more from 160 ms on, jitter counts twice because a buffer has to wait for it, and each percent of loss counts 2.5.
 */
function experience({
  jitter,
  shareLost,
  roundTrip,
}: Omit<QualityReport, 'lostSoFar'> & { readonly roundTrip: number }): number {
  const latency = roundTrip / 2 + 2 * jitter + 10;
  const impairment = latency < 160 ? latency / 40 : (latency - 120) / 10;
  return Math.max(0, Math.min(100, Math.round(100 - impairment - 250 * shareLost)));
}

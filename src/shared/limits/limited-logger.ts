import type { Clock } from '../time/clock';
import type { Logger, LogFields, LogLevel } from '../logger';
import { makeLogger } from '../logger';

export interface LineLimit {
  /** Lines of one sentence that are written at once. */
  readonly burst: number;
  readonly perSecond: number;
}

interface Allowance {
  left: number;
  refilledAt: number;
  suppressed: number;
  level: LogLevel;
}

/** Sentences are constant, so there are few; a mistake of ours must not make the table grow. */
const maxSentences = 200;
const reportInterval = 10_000;

/**
 * A logger for lines that unauthenticated peers can trigger: each message is rate-limited, and the number of dropped
 * lines is logged later.
 */
export class LimitedLogger {
  readonly logger: Logger;
  readonly #allowances = new Map<string, Allowance>();
  #cancelReport: (() => void) | undefined;

  constructor(
    private readonly log: Logger,
    private readonly clock: Clock,
    private readonly limit: LineLimit,
  ) {
    this.logger = makeLogger((level, fields, sentence) => this.#write(level, fields, sentence));
  }

  /** Says what has been left out so far, and stops. */
  close(): void {
    this.#cancelReport?.();
    this.#report();
  }

  #write(level: LogLevel, fields: LogFields, sentence: string): void {
    const allowance = this.#allowanceOf(level, sentence);
    if (allowance === undefined || this.#take(allowance)) {
      this.log[level](fields, sentence);
      return;
    }
    allowance.suppressed += 1;
    this.#cancelReport ??= this.clock.after(reportInterval, () => this.#report());
  }

  #allowanceOf(level: LogLevel, sentence: string): Allowance | undefined {
    const known = this.#allowances.get(sentence);
    if (known !== undefined || this.#allowances.size >= maxSentences) return known;
    const made = { left: this.limit.burst, refilledAt: this.clock.now(), suppressed: 0, level };
    this.#allowances.set(sentence, made);
    return made;
  }

  #take(allowance: Allowance): boolean {
    const now = this.clock.now();
    const earned = (Math.max(0, now - allowance.refilledAt) * this.limit.perSecond) / 1000;
    allowance.left = Math.min(this.limit.burst, allowance.left + earned);
    allowance.refilledAt = now;
    if (allowance.left < 1) return false;
    allowance.left -= 1;
    return true;
  }

  #report(): void {
    this.#cancelReport = undefined;
    for (const [sentence, allowance] of this.#allowances) {
      if (allowance.suppressed === 0) continue;
      this.log[allowance.level]({ sentence, lines: allowance.suppressed }, 'repeated log lines were left out');
      allowance.suppressed = 0;
    }
  }
}

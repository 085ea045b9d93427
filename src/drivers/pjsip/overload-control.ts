import type { Clock } from '../../shared/time/clock';
import type { LoadMeter, LoadReading } from './load-meter';

export interface OverloadSettings {
  /** Milliseconds that new requests may wait for their turn; 0 does not look at it. */
  readonly maxDelayMs: number;
  /** Percent of time that the event loop may have work; 0 does not look at it. */
  readonly maxUtilization: number;
}

export interface OverloadControlDeps {
  readonly settings: () => OverloadSettings;
  readonly meter: LoadMeter;
  /** New requests that wait, and the milliseconds that the oldest has waited. */
  readonly waiting: () => { readonly length: number; readonly delay: number };
  readonly clock: Clock;
  readonly random: () => number;
  /** The server begins to refuse requests, or takes all of them again. */
  readonly onChanged: (isOverloaded: boolean, reading: LoadReading) => void;
}

const epochMs = 100;
/** As many may wait, however long: to refuse these would not make the load smaller. */
const alwaysWaiting = 10;
/** The part of the longest wait from which on requests that can wait are refused. */
const patientPart = 0.5;
/** Requests are let in whatever the utilization is, this many in the time of an epoch: to refuse these would not make it smaller. */
const alwaysAdmitted = 10;
/** The share of calls that are let in is changed by this factor at most, down and up. */
const [steepest, gentlest] = [5, 1.1];
const smallestShare = 0.01;
/** Below this part of the limit the share grows again; in between it stays as it is. */
const relaxed = 0.9;
/** This many epochs without a refusal end an overload. */
const calmEpochs = 10;
/** Without new requests for this many epochs nothing is measured any more. */
const idleEpochs = 20;
/** Seconds after which refused clients may come again: spread, so that they do not come together. */
const retryAfter = { least: 2, spread: 6 };

/** Requests that can wait: a phone that is refused registers a little later. Calls, and questions for readiness, come first. */
const patient: ReadonlySet<string> = new Set(['REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'NOTIFY', 'REFER']);

/**
 * Decides about requests outside of dialogs while the server has more work than it can do: those that would wait too long
 * are refused at once and cost next to nothing, so that all others are answered in time. The wait of those before them
 * decides, so the server is never left without work: as many are let in as it can do. Beside that, where it is wanted, a
 * share of them is refused that follows the utilization (the occupancy algorithm of RFC 6357).
 */
export class OverloadControl {
  #share = 1;
  #credit = 0;
  /** How many requests may still be let in whatever the load is, and when that was worked out. */
  #spare = alwaysAdmitted;
  #spareAt = 0;
  #seen = 0;
  #idle = 0;
  #refused = 0;
  /** Since the last epoch, because of waits. */
  #lateRefusals = 0;
  /** Epochs since there were any. */
  #calm = calmEpochs;
  #lastReading: LoadReading = { utilization: 0, delayMs: 0 };
  #stop: (() => void) | undefined;

  constructor(private readonly deps: OverloadControlDeps) {}

  /** Requests refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** The share of new calls that are let in: 1 unless there is overload. */
  get share(): number {
    return this.#share;
  }

  get reading(): LoadReading {
    return this.#lastReading;
  }

  /** For the stack: whether requests are refused at present. */
  readonly isClosing = (): boolean => this.#share < 1 || this.#waitsTooLong(patientPart);

  /** For the stack: undefined lets a new request in, a number of seconds refuses it until then. */
  readonly refusal = (method: string): number | undefined => {
    this.#seen += 1;
    this.#begin();
    const isLate = this.#waitsTooLong(patient.has(method) ? patientPart : 1);
    if (!isLate && this.#admits(method)) return undefined;
    if (isLate) this.#lateRefusals += 1;
    this.#refused += 1;
    return retryAfter.least + Math.floor(this.deps.random() * retryAfter.spread);
  };

  /** Measures no longer. Idempotent. */
  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #waitsTooLong(part: number): boolean {
    const waiting = this.deps.waiting();
    if (waiting.length < alwaysWaiting) return false;
    const { maxDelayMs } = this.deps.settings();
    return maxDelayMs > 0 && waiting.delay > maxDelayMs * part;
  }

  #admits(method: string): boolean {
    if (this.#share === 1 || this.#hasSpare()) return true;
    if (patient.has(method)) return false;
    this.#credit += this.#share;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  /** An epoch may come late when there is too much to do, so it goes by the clock. */
  #hasSpare(): boolean {
    const now = this.deps.clock.now();
    const gained = (alwaysAdmitted * (now - this.#spareAt)) / epochMs;
    this.#spare = Math.min(alwaysAdmitted, this.#spare + gained);
    this.#spareAt = now;
    if (this.#spare < 1) return false;
    this.#spare -= 1;
    return true;
  }

  /** Measures while requests come. */
  #begin(): void {
    if (this.#stop !== undefined) return;
    const { meter, clock } = this.deps;
    const stopMeter = meter.start();
    let cancel = (): void => undefined;
    const wait = (): void => {
      cancel = clock.after(epochMs, () => {
        this.#endEpoch();
        if (this.#stop !== undefined) wait();
      });
    };
    this.#stop = () => {
      cancel();
      stopMeter();
    };
    wait();
  }

  #endEpoch(): void {
    const reading = (this.#lastReading = this.deps.meter.read());
    const wasOverloaded = this.#isOverloaded;
    this.#calm = this.#lateRefusals > 0 ? 0 : this.#calm + 1;
    this.#lateRefusals = 0;
    this.#share = this.#nextShare(this.#pressure(reading));
    this.#idle = this.#seen === 0 ? this.#idle + 1 : 0;
    this.#seen = 0;
    const isOverloaded = this.#isOverloaded;
    if (isOverloaded !== wasOverloaded) this.deps.onChanged(isOverloaded, reading);
    if (this.#idle >= idleEpochs && !isOverloaded) this.close();
  }

  get #isOverloaded(): boolean {
    return this.#share < 1 || this.#calm < calmEpochs;
  }

  /** 1 where the limit is reached. */
  #pressure({ utilization }: LoadReading): number {
    const { maxUtilization } = this.deps.settings();
    return maxUtilization === 0 ? 0 : (utilization * 100) / maxUtilization;
  }

  /** Shrinks only where new requests have come in numbers: other work is not made less by refusing a few. */
  #nextShare(pressure: number): number {
    if (pressure > 1 && this.#seen > alwaysAdmitted)
      return Math.max(smallestShare, this.#share / Math.min(pressure, steepest));
    return pressure < relaxed ? Math.min(1, this.#share * gentlest) : this.#share;
  }
}

import type { Clock } from '../../shared/time/clock';
import type { SipRequest } from '../../sip/message/message';
import type { LoadMeter, LoadReading } from './load-meter';

export interface OverloadSettings {
  /** Milliseconds that the event loop may be late; 0 does not look at it. */
  readonly maxDelayMs: number;
  /** Percent of time that the event loop may have work; 0 does not look at it. */
  readonly maxUtilization: number;
}

export interface OverloadControlDeps {
  readonly settings: () => OverloadSettings;
  readonly meter: LoadMeter;
  readonly clock: Clock;
  readonly random: () => number;
  /** The server begins to refuse requests, or takes all of them again. */
  readonly onChanged: (isOverloaded: boolean, reading: LoadReading) => void;
}

const epochMs = 100;
/** Requests are let in whatever the load is, so many in the time of an epoch: to refuse these would not make it smaller. */
const alwaysAdmitted = 10;
/** The share of calls that are let in is changed by this factor at most, down and up. */
const [steepest, gentlest] = [5, 1.1];
const smallestShare = 0.01;
/** Below this part of the limits the share grows again; in between it stays as it is. */
const relaxed = 0.9;
/** Without new requests for so many epochs nothing is measured any more. */
const idleEpochs = 20;
/** Seconds after which refused clients may come again: spread, so that they do not come together. */
const retryAfter = { least: 2, spread: 6 };

/** Requests that can wait: a phone that is refused registers a little later. Calls, and questions for readiness, come first. */
const patient: ReadonlySet<string> = new Set(['REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'NOTIFY', 'REFER']);

/**
 * Decides about requests outside of dialogs while the server has more work than it can do: a share of them is refused
 * before they cost anything, so that the others, and all calls that there are, are answered in time. The share follows
 * the load (the occupancy algorithm of RFC 6357): in overload it shrinks until the load is what it may be.
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

  /** For the stack: undefined lets a new request in, a number of seconds refuses it until then. */
  readonly refuses = ({ method, headers }: Pick<SipRequest, 'method' | 'headers'>): number | undefined => {
    if (/;\s*tag\s*=/i.test(headers.raw('To') ?? '')) return undefined;
    this.#seen += 1;
    this.#begin();
    if (this.#admits(method)) return undefined;
    this.#refused += 1;
    return retryAfter.least + Math.floor(this.deps.random() * retryAfter.spread);
  };

  /** Measures no longer. Idempotent. */
  close(): void {
    this.#stop?.();
    this.#stop = undefined;
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
    const wasOverloaded = this.#share < 1;
    this.#share = this.#nextShare(this.#pressure(reading));
    this.#idle = this.#seen === 0 ? this.#idle + 1 : 0;
    this.#seen = 0;
    const isOverloaded = this.#share < 1;
    if (isOverloaded !== wasOverloaded) this.deps.onChanged(isOverloaded, reading);
    if (this.#idle >= idleEpochs && !isOverloaded) this.close();
  }

  /** 1 where a limit is reached. */
  #pressure({ utilization, delayMs }: LoadReading): number {
    const { maxDelayMs, maxUtilization } = this.deps.settings();
    return Math.max(
      maxDelayMs === 0 ? 0 : delayMs / maxDelayMs,
      maxUtilization === 0 ? 0 : (utilization * 100) / maxUtilization,
    );
  }

  /** Shrinks only where new requests have come in numbers: other work is not made less by refusing a few. */
  #nextShare(pressure: number): number {
    if (pressure > 1 && this.#seen > alwaysAdmitted)
      return Math.max(smallestShare, this.#share / Math.min(pressure, steepest));
    return pressure < relaxed ? Math.min(1, this.#share * gentlest) : this.#share;
  }
}

import type { Clock } from '../time/clock';
import { normalNetwork } from '../network/address-rules';
import { FailureMeter } from './failure-meter';

export interface Charge {
  /** The password was right: forgives what this pair got wrong before. */
  readonly forgive: () => void;
  /** The outcome is unknown: as if it had not been tried. */
  readonly refund: () => void;
}

const minutes = 60_000;
const delays = { firstDelay: 1000, longestDelay: 1 * minutes, window: 5 * minutes, capacity: 10_000 };

/**
 * Throttles password guessing. Failures count twice: for the user at an address, with a low limit, and for the address
 * alone, with a higher one. So one client with an old password, which the first count keeps to one attempt a minute,
 * never blocks the address for others behind the same NAT, while a client that tries many names runs into the second.
 * There is no count per user over all addresses: any client could use it to lock that user out.
 */
export class Throttle {
  readonly #pairs: FailureMeter;
  readonly #sources: FailureMeter;

  constructor(clock: Clock) {
    this.#pairs = new FailureMeter({ clock, ...delays, failures: 5 });
    this.#sources = new FailureMeter({ clock, ...delays, failures: 30 });
  }

  /** How many counts are kept. */
  get size(): number {
    return this.#pairs.size + this.#sources.size;
  }

  /** Milliseconds until the next attempt of this user at this address is checked. */
  waitOf(source: string, name: string): number {
    return Math.max(this.#sources.waitOf(source), this.#pairs.waitOf(pairOf(source, name)));
  }

  /** Counts an attempt before its outcome is known: otherwise many at the same time would all count as the first. */
  charge(source: string, name: string): Charge {
    const pair = pairOf(source, name);
    const refunds = [this.#pairs.charge(pair), this.#sources.charge(source)];
    const refund = (): void => refunds.forEach((takeBack) => takeBack());
    const forgive = (): void => {
      refund();
      this.forgive(source, name);
    };
    return { forgive, refund };
  }

  /** The password was right: forgives what this pair got wrong before, where the attempt itself was not counted. */
  forgive(source: string, name: string): void {
    // Only its own failures: a login to one account must not clear the guesses at others.
    this.#sources.lower(source, this.#pairs.forget(pairOf(source, name)));
  }
}

/**
 * The key for which failures are counted together: an IPv4 address, or a /64 of IPv6, since that is what a single host
 * is given.
 */
export function sourceOf(address: string | undefined): string {
  if (address === undefined) return 'nowhere';
  if (!address.includes(':')) return address;
  // An IPv4 address inside IPv6 has no /64 of its own, and becomes IPv4.
  return normalNetwork(`${address}/64`) ?? normalNetwork(address)?.replace(/\/32$/, '') ?? address;
}

function pairOf(source: string, name: string): string {
  return `${source} ${name.slice(0, 128)}`;
}

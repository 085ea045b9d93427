import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../shared/time/clock';

export interface DescriptorWatchOptions {
  readonly clock: Clock;
  /** The limit of the process and its open descriptors; undefined when the system does not report them. */
  readonly limit?: number | undefined;
  readonly open?: () => number | undefined;
}

/** Maximum age of a count: counting many descriptors is slow, and connections arrive in floods. */
const maxAge = 100;

/**
 * `short`: what is left is kept for files, recordings and RTP ports, so idle connections are closed for new ones.
 * `critical`: half of that has been used, and nothing new may stay.
 */
export type DescriptorSupply = 'ample' | 'short' | 'critical';

/**
 * Reports how many file descriptors are left, so that the listener closes connections before they run out: without
 * descriptors the system closes newly accepted connections of any client.
 */
export class DescriptorWatch {
  readonly #limit: number | undefined;
  readonly #reserve: number;
  /** Descriptors other than connections, at the last count. */
  #others = 0;
  #countedAt = -Infinity;

  constructor(private readonly options: DescriptorWatchOptions) {
    this.#limit = 'limit' in options ? options.limit : descriptorLimit();
    this.#reserve = Math.min(128, Math.floor((this.#limit ?? 0) / 4));
  }

  /**
   * For this number of connections. Only other descriptors are counted rarely: hundreds of clients connect between two
   * counts.
   */
  supply(connections: number): DescriptorSupply {
    if (this.#limit === undefined) return 'ample';
    this.#count(connections);
    const left = this.#limit - this.#others - connections;
    if (left < this.#reserve / 2) return 'critical';
    return left < this.#reserve ? 'short' : 'ample';
  }

  #count(connections: number): void {
    const now = this.options.clock.now();
    if (Math.abs(now - this.#countedAt) < maxAge) return;
    this.#countedAt = now;
    const { open = openDescriptors } = this.options;
    this.#others = Math.max(0, (open() ?? 0) - connections);
  }
}

/** The limit of this process, from /proc on Linux; elsewhere there is no limit to watch. */
export function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch (error) {
    // Reading the folder uses a descriptor, too.
    return (error as { readonly code?: unknown }).code === 'EMFILE' ? Infinity : undefined;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../shared/clock';

export interface DescriptorWatchOptions {
  readonly clock: Clock;
  /** How many the process may have open, and how many it has; undefined where the system does not tell. */
  readonly limit?: number | undefined;
  readonly open?: () => number | undefined;
}

/** How old a count may be: counting takes time when there are many, and connections come in floods. */
const maxAge = 100;

/**
 * `short`: what is left is kept for files, recordings and RTP ports, so connections have to make room for each other.
 * `critical`: half of that has been used, and nothing new may stay.
 */
export type DescriptorSupply = 'ample' | 'short' | 'critical';

/**
 * Says how many file descriptors are left, so that the listener makes room before there are none: a system without any
 * closes connections that it has just taken, whoever they belong to.
 */
export class DescriptorWatch {
  readonly #limit: number | undefined;
  readonly #reserve: number;
  /** Open for anything but connections, at the last count. */
  #others = 0;
  #countedAt = -Infinity;

  constructor(private readonly options: DescriptorWatchOptions) {
    this.#limit = 'limit' in options ? options.limit : descriptorLimit();
    this.#reserve = Math.min(128, Math.floor((this.#limit ?? 0) / 4));
  }

  /** With so many connections. Only what else is open is counted seldom: hundreds connect between two counts. */
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

/** How many this process may have. Linux tells in /proc; where there is none, the watch stays silent. */
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
    // Looking takes a descriptor, too.
    return (error as { readonly code?: unknown }).code === 'EMFILE' ? Infinity : undefined;
  }
}

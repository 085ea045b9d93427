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
 * Says when file descriptors run short, so that the listener stops taking connections while files, recordings and RTP
 * ports can still be opened.
 */
export class DescriptorWatch {
  readonly #limit: number | undefined;
  readonly #reserve: number;
  #isShort = false;
  #countedAt = -Infinity;

  constructor(private readonly options: DescriptorWatchOptions) {
    this.#limit = 'limit' in options ? options.limit : descriptorLimit();
    this.#reserve = Math.min(128, Math.floor((this.#limit ?? 0) / 4));
  }

  get isShort(): boolean {
    const now = this.options.clock.now();
    if (this.#limit === undefined || Math.abs(now - this.#countedAt) < maxAge) return this.#isShort;
    this.#countedAt = now;
    const { open = openDescriptors } = this.options;
    this.#isShort = (open() ?? 0) > this.#limit - this.#reserve;
    return this.#isShort;
  }
}

/** Linux tells in /proc; where there is none, the watch stays silent. */
function descriptorLimit(): number | undefined {
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

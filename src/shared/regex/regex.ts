import { parsePattern } from './pattern';
import type { Step } from './program';
import { compile } from './program';

export interface Match {
  readonly start: number;
  readonly end: number;
  /** What the first group took; undefined when it took no part. */
  readonly group: string | undefined;
}

interface Thread {
  readonly at: number;
  readonly start: number;
  readonly open: number;
  readonly close: number;
}

/** Work that a match may cost, in steps: a long text against a large pattern gives up instead of holding up calls. */
const maxWork = 4_000_000;

/**
 * A regular expression in POSIX extended syntax that takes time in proportion to the text. Patterns come from dialplans
 * and from clients; a backtracking engine could be stalled by either.
 */
export class Regex {
  readonly hasGroup: boolean;
  readonly #steps: readonly Step[];

  /** Throws PatternError. */
  constructor(text: string) {
    const { pattern, groups } = parsePattern(text);
    this.hasGroup = groups > 0;
    this.#steps = compile(pattern);
  }

  /** The leftmost match, and the longest of those. */
  search(text: string, isAnchored = false): Match | undefined {
    return new Search(this.#steps, text).run(isAnchored);
  }

  matches(text: string): boolean {
    return this.search(text) !== undefined;
  }
}

class Search {
  readonly #seen: Int32Array;
  #next: Thread[] = [];
  #best: (Thread & { readonly end: number }) | undefined;
  #work = 0;

  constructor(
    private readonly steps: readonly Step[],
    private readonly text: string,
  ) {
    this.#seen = new Int32Array(steps.length).fill(-1);
  }

  run(isAnchored: boolean): Match | undefined {
    let threads: Thread[] = [];
    for (let position = 0; position <= this.text.length; position += 1) {
      this.#next = [];
      for (const thread of threads) this.#follow(thread, position);
      if (this.#best === undefined && (position === 0 || !isAnchored)) {
        this.#follow({ at: 0, start: position, open: -1, close: -1 }, position);
      }
      threads = this.#advance(position);
      if ((threads.length === 0 && (this.#best !== undefined || isAnchored)) || this.#work > maxWork) break;
    }
    return this.#work > maxWork ? undefined : this.#result();
  }

  /** Goes along all steps that take no character. The first thread at a step wins: it started further left. */
  #follow(thread: Thread, position: number): void {
    const waiting = [thread];
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      const { at } = current;
      if (this.#seen[at] === position) continue;
      this.#seen[at] = position;
      this.#work += 1;
      const step = this.steps[at];
      if (step === undefined) continue;
      if (step.does === 'accept') this.#next.push(current);
      else if (step.does === 'match') this.#offer(current, position);
      else waiting.push(...this.#ways(step, current, position));
    }
  }

  /** Where a thread can go from a step, the preferred way last. */
  #ways(step: Exclude<Step, { does: 'accept' | 'match' }>, thread: Thread, position: number): Thread[] {
    switch (step.does) {
      case 'jump':
        return [{ ...thread, at: step.to }];
      case 'split':
        return [
          { ...thread, at: step.second },
          { ...thread, at: step.first },
        ];
      case 'open':
        return [{ ...thread, at: thread.at + 1, open: position }];
      case 'close':
        return [{ ...thread, at: thread.at + 1, close: position }];
      case 'edge':
        return position === (step.edge === 'start' ? 0 : this.text.length) ? [{ ...thread, at: thread.at + 1 }] : [];
    }
  }

  #offer(thread: Thread, end: number): void {
    if (this.#best === undefined || (thread.start === this.#best.start && end > this.#best.end)) {
      this.#best = { ...thread, end };
    }
  }

  #advance(position: number): Thread[] {
    const code = position < this.text.length ? this.text.charCodeAt(position) : -1;
    const threads: Thread[] = [];
    for (const thread of this.#next) {
      const step = this.steps[thread.at];
      const isStillWanted = this.#best === undefined || thread.start <= this.#best.start;
      if (code !== -1 && isStillWanted && step?.does === 'accept' && step.accepts(code)) {
        threads.push({ ...thread, at: thread.at + 1 });
      }
    }
    return threads;
  }

  #result(): Match | undefined {
    if (this.#best === undefined) return undefined;
    const { start, end, open, close } = this.#best;
    return { start, end, group: open === -1 || close < open ? undefined : this.text.slice(open, close) };
  }
}

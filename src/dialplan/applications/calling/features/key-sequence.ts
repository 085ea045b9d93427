import type { Clock } from '../../../../shared/time/clock';

export interface KeySequenceDeps {
  readonly clock: Clock;
  /** Milliseconds between two keys of the same sequence. */
  readonly timeoutMs: () => number;
  /** Keys that turned out to mean nothing: the others hear them now. */
  readonly pass: (digits: string) => void;
}

/** Recognizes sequences of keys that mean something. Keys are kept back while they can become one. */
export class KeySequences {
  #keys = '';
  #cancel: (() => void) | undefined;

  constructor(private readonly deps: KeySequenceDeps) {}

  /** What the keys mean by now. `taken`: they may become something; `passed`: this key means nothing. */
  take<Meaning extends string>(key: string, codes: ReadonlyMap<string, Meaning>): Meaning | 'taken' | 'passed' {
    this.#cancel?.();
    this.#keys += key;
    const known = codes.get(this.#keys);
    if (known !== undefined) {
      this.#keys = '';
      return known;
    }
    if ([...codes.keys()].some((code) => code.startsWith(this.#keys))) {
      this.#cancel = this.deps.clock.after(this.deps.timeoutMs(), () => this.#release(this.#keys));
      return 'taken';
    }
    // The key that has made it meaningless is passed on by the bridge itself.
    this.#release(this.#keys.slice(0, -1));
    return 'passed';
  }

  close(): void {
    this.#cancel?.();
    this.#keys = '';
  }

  #release(digits: string): void {
    this.#keys = '';
    if (digits !== '') this.deps.pass(digits);
  }
}

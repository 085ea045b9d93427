/**
 * Signals running code that it has to end. An AbortSignal is one, too; calls have their own kind, because a call has
 * several and an AbortSignal costs more than all of its uses.
 */
export interface StopSignal {
  readonly aborted: boolean;
  /** Called once, when the signal fires; never when it has fired already. */
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** The owner's end of a signal. */
export class Stopper {
  readonly #signal = new PlainSignal();

  get signal(): StopSignal {
    return this.#signal;
  }

  /** Idempotent. */
  abort(): void {
    this.#signal.fire();
  }
}

class PlainSignal implements StopSignal {
  aborted = false;
  /** Most signals have one listener; a set would be most of what an idle call keeps for them. */
  #first: (() => void) | undefined;
  #others: Set<() => void> | undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted || listener === this.#first) return;
    if (this.#first === undefined && this.#others === undefined) this.#first = listener;
    else (this.#others ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (listener === this.#first) this.#first = undefined;
    else if (this.#others?.delete(listener) === true && this.#others.size === 0) this.#others = undefined;
  }

  get listenerCount(): number {
    return (this.#first === undefined ? 0 : 1) + (this.#others?.size ?? 0);
  }

  fire(): void {
    if (this.aborted) return;
    this.aborted = true;
    const [first, others] = [this.#first, this.#others];
    this.#first = undefined;
    if (first !== undefined) callOrThrowLater(first);
    // Not copied: a listener that an earlier one removes is not called.
    for (const listener of others ?? []) callOrThrowLater(listener);
    this.#others = undefined;
  }
}

/** One that fails keeps neither the others nor the caller from going on; the failure surfaces by itself. */
function callOrThrowLater(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
}

/** Number of listeners on our signals, for leak checks. */
export function listenerCount(signal: StopSignal): number {
  return signal instanceof PlainSignal ? signal.listenerCount : NaN;
}

/** A signal that fires with another one, or when it is aborted itself. `release` lets go of the other one. */
export function linkedTo(signal: StopSignal): {
  readonly signal: StopSignal;
  readonly abort: () => void;
  readonly release: () => void;
} {
  const stopper = new Stopper();
  const abort = (): void => stopper.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { signal: stopper.signal, abort, release: () => signal.removeEventListener('abort', abort) };
}

/** The same as an AbortSignal, for what only knows those. `release` lets go of a signal that may live much longer. */
export function asAbortSignal(signal: StopSignal): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { signal: controller.signal, release: () => signal.removeEventListener('abort', abort) };
}

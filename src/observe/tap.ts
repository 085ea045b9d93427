import type { Observation } from '../engine/call-story';

type Listener = (observation: Observation) => void;

/** What a tap is connected to while it has listeners; the result disconnects it. */
export type TapSource = (tell: Listener) => () => void;

/** The point at which everything about calls can be observed. Without listeners nothing is observed, and nothing spent. */
export class Tap {
  readonly #listeners = new Set<Listener>();
  readonly #sources: TapSource[] = [];
  #disconnect: readonly (() => void)[] = [];

  get isOpen(): boolean {
    return this.#listeners.size > 0;
  }

  /** Connected with the first listener, and disconnected with the last one. */
  addSource(source: TapSource): void {
    this.#sources.push(source);
    if (this.isOpen) this.#disconnect = [...this.#disconnect, source(this.tell)];
  }

  on(listener: Listener): () => void {
    if (!this.isOpen) this.#disconnect = this.#sources.map((source) => source(this.tell));
    // A separate entry, so that the same function can listen twice.
    const entry: Listener = (observation) => listener(observation);
    this.#listeners.add(entry);
    return () => {
      if (!this.#listeners.delete(entry) || this.isOpen) return;
      for (const disconnect of this.#disconnect) disconnect();
      this.#disconnect = [];
    };
  }

  readonly tell = (observation: Observation): void => {
    for (const listener of [...this.#listeners]) listener(observation);
  };
}

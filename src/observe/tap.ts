import type { Observation } from '../engine/call-story';
import type { Sighting } from './sighting';

type Listener = (sighting: Sighting) => void;

/** What a tap is connected to while it has listeners; the result disconnects it. */
export type TapSource = (tell: Listener) => () => void;

/** The point at which everything about calls can be observed. Without listeners nothing is observed, and nothing spent. */
export class Tap {
  #listeners: readonly Listener[] = [];
  readonly #sources: TapSource[] = [];
  #disconnect: readonly (() => void)[] = [];

  get isOpen(): boolean {
    return this.#listeners.length > 0;
  }

  /** Connected with the first listener, and disconnected with the last one. */
  addSource(source: TapSource): void {
    this.#sources.push(source);
    if (this.isOpen) this.#disconnect = [...this.#disconnect, source(this.tell)];
  }

  /** For a listener that reads everything at once. */
  on(listener: (observation: Observation) => void): () => void {
    return this.onSighting((sighting) => listener(sighting.read()));
  }

  /** For a listener that reads later, if at all. */
  onSighting(listener: Listener): () => void {
    if (!this.isOpen) this.#disconnect = this.#sources.map((source) => source(this.tell));
    // A separate entry, so that the same function can listen twice.
    const entry: Listener = (sighting) => listener(sighting);
    // Replaced and never changed: a listener may leave while it is told something.
    this.#listeners = [...this.#listeners, entry];
    return () => this.#remove(entry);
  }

  readonly tell = (sighting: Sighting): void => {
    for (const listener of this.#listeners) listener(sighting);
  };

  #remove(entry: Listener): void {
    if (!this.#listeners.includes(entry)) return;
    this.#listeners = this.#listeners.filter((each) => each !== entry);
    if (this.isOpen) return;
    for (const disconnect of this.#disconnect) disconnect();
    this.#disconnect = [];
  }
}

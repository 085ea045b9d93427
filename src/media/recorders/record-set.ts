import type { Recorder } from './record';

/** The recorders of one target. Finished ones remove themselves. */
export class RecorderSet {
  #recorders: Recorder[] = [];

  get isEmpty(): boolean {
    return this.#recorders.length === 0;
  }

  add(recorder: Recorder): void {
    this.#recorders = [...this.#living(), recorder];
  }

  take(frame: Int16Array): void {
    let someAreOver = false;
    for (const recorder of this.#recorders) {
      recorder.take(frame);
      if (recorder.isOver) someAreOver = true;
    }
    if (someAreOver) this.#recorders = this.#living();
  }

  retune(rate: number): void {
    for (const recorder of this.#recorders) recorder.retune(rate);
  }

  loseTarget(): void {
    const recorders = this.#recorders;
    this.#recorders = [];
    for (const recorder of recorders) recorder.loseTarget();
  }

  #living(): Recorder[] {
    return this.#recorders.filter((recorder) => !recorder.isOver);
  }
}

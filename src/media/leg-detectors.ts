import type { DetectorName } from './protocol';

type Detector = (frame: Int16Array) => void;

/** What is looked for in the audio of one leg, at most one detector of a kind. */
export class LegDetectors {
  #byName: ReadonlyMap<DetectorName, Detector> = new Map();

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  set(name: DetectorName, detector: Detector): void {
    this.#byName = new Map([...this.#byName, [name, detector]]);
  }

  drop(name: DetectorName): void {
    this.#byName = new Map([...this.#byName].filter(([other]) => other !== name));
  }

  clear(): void {
    this.#byName = new Map();
  }

  process(frame: Int16Array): void {
    for (const detector of this.#byName.values()) detector(frame);
  }
}

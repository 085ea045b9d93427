import type { DetectorName } from '../protocol-detect';

type Detector = (frame: Int16Array) => void;
/** By the rate of the leg. */
type MakeDetector = (rate: number) => Detector;

interface Made {
  readonly make: MakeDetector;
  readonly process: Detector;
}

type DetectorsByName = ReadonlyMap<DetectorName, Made>;

/** The same for all legs without a detector: most never have one. */
const noDetectors: DetectorsByName = new Map();

/** The detectors of one leg, at most one of a kind. */
export class LegDetectors {
  #byName = noDetectors;

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  constructor(private rate: number) {}

  set(name: DetectorName, make: MakeDetector): void {
    this.#byName = new Map([...this.#byName, [name, { make, process: make(this.rate) }]]);
  }

  /** Restarts detectors after a change of the rate. */
  retune(rate: number): void {
    this.rate = rate;
    if (this.isEmpty) return;
    this.#byName = new Map([...this.#byName].map(([name, { make }]) => [name, { make, process: make(rate) }]));
  }

  drop(name: DetectorName): void {
    this.#byName = new Map([...this.#byName].filter(([other]) => other !== name));
  }

  clear(): void {
    this.#byName = noDetectors;
  }

  process(frame: Int16Array): void {
    for (const { process } of this.#byName.values()) process(frame);
  }
}

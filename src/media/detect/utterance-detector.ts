import { TalkDetector } from './talk-detector';

export interface UtteranceOptions {
  readonly rate: number;
  /** Level from 1 to 32768 from which on a frame counts as talking. */
  readonly threshold: number;
  /** Milliseconds of silence that end an utterance. */
  readonly silence: number;
  /** Milliseconds that it has to be longer and shorter than. */
  readonly longerThan: number;
  readonly shorterThan: number;
  /** Milliseconds in which it has to be over. */
  readonly within: number;
}

/** Milliseconds of talking, the silence behind it left out. */
export interface Utterance {
  readonly duration: number;
}

/** Tells when somebody has said something of a certain length and then stopped. */
export class UtteranceDetector {
  readonly #options: UtteranceOptions;
  readonly #talk: TalkDetector;
  #samples = 0;

  constructor(options: UtteranceOptions) {
    this.#options = options;
    this.#talk = new TalkDetector(options);
  }

  process(frame: Int16Array): Utterance | undefined {
    const { rate, within, longerThan, shorterThan } = this.#options;
    this.#samples += frame.length;
    if ((this.#samples * 1000) / rate > within) return undefined;
    const event = this.#talk.process(frame);
    if (event?.type !== 'talk-ended') return undefined;
    const { duration } = event;
    return duration > longerThan && duration < shorterThan ? { duration } : undefined;
  }
}

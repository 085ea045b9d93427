import { TalkDetector } from './talk-detector';

export interface UtteranceOptions {
  readonly rate: number;
  /** Level from 1 to 32768 from which a frame counts as talking. */
  readonly threshold: number;
  /** Milliseconds of silence that end an utterance. */
  readonly silence: number;
  /** Minimum and maximum length in milliseconds. */
  readonly longerThan: number;
  readonly shorterThan: number;
  /** Milliseconds in which it has to end. */
  readonly within: number;
}

/** Milliseconds of talking, without the trailing silence. */
export interface Utterance {
  readonly duration: number;
}

/** Reports an utterance of a certain length followed by silence. */
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

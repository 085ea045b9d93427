import type { AnsweringMachineLimits, AnsweringMachineVerdict } from '../protocol-detect';

/** Distinguishes a human from a machine by the rhythm of the greeting: humans say little and then wait. */
export class AnsweringMachineDetector {
  readonly #limits: AnsweringMachineLimits;
  #total = 0;
  /** Of the current silence. */
  #silence = 0;
  /** Of the current word, without the short silences in it. */
  #word = 0;
  /** Of all talking. */
  #talking = 0;
  #words = 0;
  #isInWord = false;
  #isBeforeGreeting = true;
  #isInGreeting = false;
  #isOver = false;

  constructor(limits: AnsweringMachineLimits) {
    this.#limits = limits;
  }

  /** Processes the next piece of audio; returns the result once, as soon as it is known. */
  process(isTalking: boolean, milliseconds: number): AnsweringMachineVerdict | undefined {
    if (this.#isOver) return undefined;
    const verdict = this.#judge(isTalking, milliseconds);
    this.#isOver = verdict !== undefined;
    return verdict;
  }

  #judge(isTalking: boolean, milliseconds: number): AnsweringMachineVerdict | undefined {
    const { totalAnalysisTime: limit } = this.#limits;
    this.#total += milliseconds;
    if (this.#total >= limit) return { who: 'not-sure', because: 'too-long', measured: this.#total, limit };
    return isTalking ? this.#talk(milliseconds) : this.#rest(milliseconds);
  }

  #rest(milliseconds: number): AnsweringMachineVerdict | undefined {
    const { betweenWordsSilence, initialSilence, afterGreetingSilence } = this.#limits;
    this.#silence += milliseconds;
    const measured = this.#silence;
    if (measured >= betweenWordsSilence) {
      this.#word = 0;
      this.#isInWord = false;
    }
    if (this.#isBeforeGreeting && measured >= initialSilence)
      return { who: 'machine', because: 'initial-silence', measured, limit: initialSilence };
    if (this.#isInGreeting && measured >= afterGreetingSilence)
      return { who: 'human', because: 'after-greeting-silence', measured, limit: afterGreetingSilence };
    return undefined;
  }

  #talk(milliseconds: number): AnsweringMachineVerdict | undefined {
    const { minimumWordLength, maximumWordLength, maximumNumberOfWords, greeting } = this.#limits;
    this.#silence = 0;
    this.#word += milliseconds;
    this.#talking += milliseconds;
    const isWord = this.#word >= minimumWordLength;
    if (isWord && !this.#isInWord) this.#words += 1;
    this.#isInWord ||= isWord;
    if (this.#word >= maximumWordLength)
      return { who: 'machine', because: 'word-length', measured: this.#word, limit: maximumWordLength };
    if (this.#words > maximumNumberOfWords)
      return { who: 'machine', because: 'words', measured: this.#words, limit: maximumNumberOfWords };
    if (this.#isInGreeting && this.#talking >= greeting)
      return { who: 'machine', because: 'long-greeting', measured: this.#talking, limit: greeting };
    if (this.#talking >= minimumWordLength) this.#isBeforeGreeting = false;
    this.#isInGreeting ||= isWord;
    return undefined;
  }
}

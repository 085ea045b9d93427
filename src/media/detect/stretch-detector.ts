/** Reports each time silence, or noise, has lasted for the given milliseconds; then it restarts counting. */
export class StretchDetector {
  #inARow = 0;

  constructor(
    private readonly of: 'silence' | 'noise',
    private readonly duration: number,
  ) {}

  /** Processes the next piece of audio; true when the duration is reached. */
  process(isTalking: boolean, milliseconds: number): boolean {
    if (isTalking !== (this.of === 'noise')) {
      this.#inARow = 0;
      return false;
    }
    this.#inARow += milliseconds;
    if (this.#inARow < this.duration) return false;
    this.#inARow = 0;
    return true;
  }
}

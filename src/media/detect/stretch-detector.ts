/** Tells whenever there has been silence, or noise, for so many milliseconds in a row; then it counts anew. */
export class StretchDetector {
  #inARow = 0;

  constructor(
    private readonly of: 'silence' | 'noise',
    private readonly duration: number,
  ) {}

  /** Takes the next stretch of audio; true when it completes what is waited for. */
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

/**
 * The REFERs of a call whose sender still hears what becomes of them. They are told in the dialog of the call, which
 * therefore ends after the last of them.
 */
export class OpenRefers {
  #open = 0;
  #afterwards: (() => void) | undefined;

  /** One more. The result closes it. Idempotent. */
  readonly open = (): (() => void) => {
    let isOpen = true;
    this.#open += 1;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      if (this.#open === 0) this.#afterwards?.();
    };
  };

  get isEmpty(): boolean {
    return this.#open === 0;
  }

  /** Called once, when there is none any more. */
  whenEmpty(afterwards: () => void): void {
    this.#afterwards = afterwards;
  }
}

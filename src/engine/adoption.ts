/**
 * Marks what is done because another node of a cluster has done it: that node tells the applications, and this one does
 * not tell them again.
 */
export class Adoption {
  #isActive = false;

  get isActive(): boolean {
    return this.#isActive;
  }

  run(action: () => void): void {
    const before = this.#isActive;
    this.#isActive = true;
    try {
      action();
    } finally {
      this.#isActive = before;
    }
  }
}

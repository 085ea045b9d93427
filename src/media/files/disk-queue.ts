/** What is done with one file on disk, one thing after another. Whoever adds to it does not wait for the disk. */
export class DiskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Its turn comes when everything before it is over, whether that failed or not. */
  add<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

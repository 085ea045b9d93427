/** The queue of disk operations of one file. Adding to it does not wait for the disk. */
export class DiskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs after all earlier operations have settled. */
  add<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

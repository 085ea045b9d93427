import type { Bucket } from '../cluster-link';
import type { SharedSocketRecord } from './application-record';
import { readRecord, sharedIn } from './application-record';

/** Attempts to change a list that other nodes change at the same time. */
const maxAttempts = 50;

/** The list of sockets that share an application, as all nodes see it. Returns the revision of each change. */
export class SocketList {
  constructor(private readonly bucket: Bucket) {}

  /** Adds a socket. One of the same id is replaced, and so is a socket that has the application alone. */
  add(application: string, record: SharedSocketRecord): Promise<number> {
    return this.#change(application, (sockets) => [...sockets.filter(({ id }) => id !== record.id), record]);
  }

  /** Removes the sockets that this is true of. */
  remove(application: string, isGone: (record: SharedSocketRecord) => boolean): Promise<number> {
    return this.#change(application, (sockets) => {
      const left = sockets.filter((record) => !isGone(record));
      return left.length === sockets.length ? undefined : left;
    });
  }

  async #change(
    application: string,
    change: (sockets: readonly SharedSocketRecord[]) => readonly SharedSocketRecord[] | undefined,
  ): Promise<number> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const entry = await this.bucket.get(application);
      const before = entry?.revision ?? 0;
      const shared = change(entry === undefined ? [] : sharedIn(readRecord(entry)));
      if (shared === undefined) return before;
      const after = await this.#write(application, shared, before);
      if (after !== undefined) return after;
    }
    throw new Error(`other nodes changed the sockets of '${application}' ${maxAttempts} times in between`);
  }

  async #write(
    application: string,
    shared: readonly SharedSocketRecord[],
    before: number,
  ): Promise<number | undefined> {
    if (shared.length > 0) return this.bucket.putIf(application, JSON.stringify({ shared }), before);
    return (await this.bucket.removeIf(application, before)) ? before : undefined;
  }
}

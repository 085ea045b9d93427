import type { BucketEntry } from '../cluster-link';
import { decodeKey, encodeKey } from './bucket-keys';
import type { JetStreamRequests } from './jet-stream';
import { JetStreamError } from './jet-stream';

/** What JetStream answers when there is no such message. */
export const notFound = 10_037;

interface StoredMessage {
  readonly subject: string;
  readonly seq: number;
  readonly hdrs?: string;
  readonly data?: string;
}

/**
 * Reads a bucket from the leader of its stream, one entry per request. What consumers are told is faster, but one that
 * was begun on a server that lags behind, as after an election, leaves entries out.
 */
export class BucketReader {
  constructor(
    private readonly bucket: string,
    private readonly requests: Pick<JetStreamRequests, 'ask'>,
  ) {}

  /** The last entry of a key; without a value when it was removed. */
  last(key: string): Promise<BucketEntry | undefined> {
    return this.#read({ last_by_subj: `$KV.${this.bucket}.${encodeKey(key)}` });
  }

  /** The first entry with this revision or a higher one. `group`: only of keys that begin with it and a dot. */
  next(revision: number, group?: string): Promise<BucketEntry | undefined> {
    const filter = group === undefined ? '>' : `${encodeKey(group)}.>`;
    return this.#read({ seq: revision, next_by_subj: `$KV.${this.bucket}.${filter}` });
  }

  /** In the order of their revisions; without keys that were removed. */
  async all(group?: string): Promise<readonly BucketEntry[]> {
    const entries: BucketEntry[] = [];
    let entry = await this.next(1, group);
    while (entry !== undefined) {
      if (entry.value !== undefined) entries.push(entry);
      entry = await this.next(entry.revision + 1, group);
    }
    return entries;
  }

  async #read(query: object): Promise<BucketEntry | undefined> {
    try {
      const answer = await this.requests.ask(`STREAM.MSG.GET.KV_${this.bucket}`, query);
      const { subject, seq, hdrs, data = '' } = (answer as { readonly message: StoredMessage }).message;
      const isRemoved = hdrs !== undefined && /KV-Operation: *(DEL|PURGE)/.test(text(hdrs));
      const key = decodeKey(subject.slice(`$KV.${this.bucket}.`.length));
      return { key, value: isRemoved ? undefined : text(data), revision: seq };
    } catch (error) {
      if (error instanceof JetStreamError && error.code === notFound) return undefined;
      throw error;
    }
  }
}

function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

import { encodeKey } from './bucket-keys';
import type { JetStreamRequests } from './jet-stream';
import { isWrongRevision } from './jet-stream';
import { isBefore } from './nats-version';

/** Milliseconds after which the turn ends of a writer that has not ended it, as one that was killed. */
export const turnAge = 10_000;

/** Milliseconds that a writer waits whose turn it is not, before it looks at the key again. */
const waitForOther = 20;

const mended = [2, 9, 21] as const;

/**
 * Whether a server accepts several conditional writes of one revision that come in the same moment: it checks the
 * revision before its replicas agree.
 */
export function acceptsSeveral(version: string): boolean {
  return isBefore(version, mended);
}

export interface WriteTurnsDeps {
  /** The bucket of the turns at NATS. Its keys end by themselves after `turnAge`. */
  readonly bucket: string;
  readonly stream: Pick<JetStreamRequests, 'write' | 'ask'>;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Turn {
  readonly sequence: number;
  readonly until: number;
}

/**
 * Lets one writer at a time replace a revision. A key that does not exist is made only once, by any version of NATS: the
 * node that makes the key of a revision has the turn.
 */
export class WriteTurns {
  /** Of writes without an answer, which may still be carried out: this node may try again, the others wait. */
  readonly #unanswered = new Map<string, Turn>();

  constructor(private readonly deps: WriteTurnsDeps) {}

  /** Undefined when it is the turn of another writer. */
  async take<Written>(
    { bucket, key, revision }: { readonly bucket: string; readonly key: string; readonly revision: number },
    write: () => Promise<Written>,
  ): Promise<Written | undefined> {
    const name = `${bucket}.${encodeKey(key)}.${revision}`;
    const turn = this.#takeAgain(name) ?? (await this.#make(name));
    if (turn === undefined) {
      await this.deps.pause(waitForOther);
      return undefined;
    }
    try {
      const written = await write();
      this.#end(turn);
      return written;
    } catch (error) {
      this.#unanswered.set(name, turn);
      throw error;
    }
  }

  #takeAgain(name: string): Turn | undefined {
    for (const [each, { until }] of this.#unanswered) if (until <= Date.now()) this.#unanswered.delete(each);
    const turn = this.#unanswered.get(name);
    this.#unanswered.delete(name);
    return turn;
  }

  /** It would end by itself, later. */
  #end({ sequence }: Turn): void {
    const { stream, bucket } = this.deps;
    stream.ask(`STREAM.MSG.DELETE.KV_${bucket}`, { seq: sequence, no_erase: true }).catch(() => undefined);
  }

  async #make(name: string): Promise<Turn | undefined> {
    const until = Date.now() + turnAge;
    try {
      const sequence = await this.deps.stream.write({ bucket: this.deps.bucket, key: name }, '', { expected: 0 });
      return { sequence, until };
    } catch (error) {
      if (isWrongRevision(error)) return undefined;
      throw error;
    }
  }
}

import { createHash } from 'node:crypto';
import type { ApiReply } from '../../api/dispatcher';
import type { EarlierAnswer, SharedAnswers } from '../../api/idempotency';
import type { Logger } from '../../shared/logger';
import type { Bucket, ClusterLink } from '../cluster-link';
import type { Members } from '../members';
import { encodeReply } from './request-codec';

export interface ClusterAnswersDeps {
  readonly bucket: Bucket;
  readonly link: Pick<ClusterLink, 'isUp' | 'request' | 'answer'>;
  readonly members: Pick<Members, 'id' | 'incarnation' | 'isLive' | 'isCurrent'>;
  readonly log: Logger;
}

/** What is stored of a command with a key: its answer as soon as there is one. */
interface StoredAnswer {
  readonly node: string;
  readonly incarnation: number;
  /** What was asked for, hashed. */
  readonly asked: string;
  readonly reply?: ApiReply;
}

/**
 * The answers to commands with an Idempotency-Key, for all nodes: the node that stores the key first carries the command
 * out, and the others give its answer. Without NATS a key holds on the node that gets it.
 */
export class ClusterAnswers implements SharedAnswers {
  /** Commands with a key that this node carries out now. */
  readonly #running = new Map<string, { readonly stored: StoredAnswer; readonly reply: Promise<ApiReply> }>();

  constructor(private readonly deps: ClusterAnswersDeps) {}

  /** Tells other nodes the answer of what is being carried out here. */
  start(): void {
    this.deps.link.answer(`answer.${this.deps.members.id}`, async (data) => {
      const running = this.#running.get(data.toString('utf8'));
      return running === undefined ? '' : encodeReply(await running.reply);
    });
  }

  readonly first = async (
    { name, asked }: { readonly name: string; readonly asked: string },
    carryOut: () => Promise<ApiReply>,
  ): Promise<EarlierAnswer> => {
    const key = hashed(name);
    const { id: node, incarnation } = this.deps.members;
    const stored: StoredAnswer = { node, incarnation, asked: hashed(asked) };
    const earlier = await this.#earlier(key, stored);
    if (earlier !== undefined) return earlier;
    const reply = carryOut();
    this.#running.set(key, { stored, reply });
    try {
      const answer = await reply;
      await this.#keep(key, { ...stored, reply: answer });
      return answer;
    } finally {
      this.#running.delete(key);
    }
  };

  /** Undefined when this node is the first one, or when the others cannot be asked. */
  async #earlier(key: string, own: StoredAnswer): Promise<EarlierAnswer | undefined> {
    const { bucket, link, log } = this.deps;
    if (!link.isUp()) return undefined;
    try {
      if ((await bucket.putIf(key, JSON.stringify(own), 0)) !== undefined) return undefined;
      const entry = await bucket.get(key);
      // It expired, or its command failed, a moment ago.
      if (entry?.value === undefined)
        return (await bucket.putIf(key, JSON.stringify(own), 0)) === undefined ? 'lost' : undefined;
      return await this.#read(key, JSON.parse(entry.value) as StoredAnswer, own);
    } catch (error) {
      log.warn({ error }, 'an Idempotency-Key could not be shared with the other nodes');
      return undefined;
    }
  }

  async #read(key: string, stored: StoredAnswer, own: StoredAnswer): Promise<EarlierAnswer> {
    const { members, link } = this.deps;
    if (stored.asked !== own.asked) return 'other-request';
    if (stored.reply !== undefined) return stored.reply;
    const isAlive = members.isLive(stored.node) && members.isCurrent(stored.node, stored.incarnation);
    if (!isAlive) return 'lost';
    const text = await link
      .request(`answer.${stored.node}`, key)
      .answer.then((data) => data.toString('utf8'))
      .catch(() => '');
    if (text !== '') return JSON.parse(text) as ApiReply;
    // It was finished between the two questions, or the node has lost it.
    const after = await this.deps.bucket.get(key);
    return after?.value === undefined ? 'lost' : ((JSON.parse(after.value) as StoredAnswer).reply ?? 'lost');
  }

  /** A fault of the server is not the outcome of the command: it may be tried again. */
  async #keep(key: string, stored: StoredAnswer): Promise<void> {
    const { bucket, link, log } = this.deps;
    if (!link.isUp()) return;
    const isOutcome = stored.reply !== undefined && stored.reply.status < 500;
    try {
      await (isOutcome ? bucket.put(key, JSON.stringify(stored)) : bucket.remove(key));
    } catch (error) {
      log.warn({ error }, 'the answer of a command could not be shared with the other nodes');
    }
  }
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import type { Random } from '../../fuzz/random';
import type { RestAnswer } from '../../test/support/sockets/socket-rest';
import { eventually } from '../../test/support/eventually';
import { channelIn, Witness } from './witness';
import type { World } from './world';

export interface PlacedCall {
  readonly id: string;
  /** The node that it was placed on. */
  readonly node: number;
}

/** Milliseconds after which an answer does not count: the node may be frozen. */
const longestAnswer = 15_000;
/** The answer of a node that was frozen while the request arrived. */
const cameLate = /: 408 \{.*"request-timeout"/;
const writesOfRound = 40;
const writeInterval = 100;

/** What a round has done, and what it was answered. */
export class Scene {
  readonly first: Witness;
  readonly second: Witness;
  /** Calls of which the request was answered with 200. */
  readonly calls: PlacedCall[] = [];
  /** Values that were acknowledged, by mailbox; the last one counts. */
  readonly written = new Map<string, number>();
  /** Answers that are wrong in any case. */
  readonly faults: string[] = [];
  #count = 0;

  constructor(
    readonly world: World,
    readonly random: Random,
    readonly id: string,
  ) {
    this.first = new Witness(`${id}-first`);
    this.second = new Witness(`${id}-second`);
  }

  /** All channels that the applications know of: those of phones as well, whose ids their nodes have made. */
  get known(): readonly PlacedCall[] {
    const starts = [...this.first.told, ...this.second.told].filter(({ type }) => type === 'StasisStart');
    const placed = new Set(this.calls.map(({ id }) => id));
    const made = new Set(starts.map((start) => channelIn(start) ?? '').filter((id) => !placed.has(id)));
    const nodes = [...this.world.nodes.keys()];
    return [
      ...this.calls,
      ...[...made].flatMap((id) => {
        const node = nodes.find((index) => id.startsWith(`${this.world.nameOf(index)}-`));
        return node === undefined ? [] : [{ id, node }];
      }),
    ];
  }

  name(kind: string): string {
    this.#count += 1;
    return `${this.id}-${kind}${this.#count}`;
  }

  /** The status and the answer of a request to a node; 0 when there was none. */
  async ask(node: number, method: 'get' | 'put' | 'post' | 'delete', target: string): Promise<Partial<RestAnswer>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Partial<RestAnswer>>((resolve) => {
      timer = setTimeout(() => resolve({ status: 0 }), longestAnswer);
    });
    const answer = this.world
      .node(node)
      .rest[method](target)
      .catch((error: unknown): Partial<RestAnswer> => {
        // An answer that does not fit its description names the request; a lost connection does not.
        if (error instanceof Error && error.message.includes(target) && !cameLate.test(error.message))
          this.faults.push(error.message);
        return { status: 0 };
      });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  /** A call on a node, in the first application. */
  async place(node: number): Promise<PlacedCall | undefined> {
    const id = this.name('call');
    const target = `/channels/create?endpoint=Local/up@default&app=${this.first.application}&channelId=${id}`;
    const { status } = await this.ask(node, 'post', target);
    if (status !== 200) return undefined;
    const call = { id, node };
    this.calls.push(call);
    return call;
  }

  /** Calls on every node of which the application knows. */
  async placeEverywhere(each: number): Promise<void> {
    for (let count = 0; count < each; count += 1) await Promise.all([0, 1, 2].map((node) => this.place(node)));
    await eventually(
      () => this.calls.every(({ id }) => this.first.count('StasisStart', id) === 1),
      () => `calls do not enter their application: ${this.calls.map(({ id }) => id).join(', ')}`,
    );
  }

  /** Writes what the nodes share, on these nodes in turn, and notes what was acknowledged. */
  async write(nodes: readonly number[]): Promise<void> {
    for (let value = 1; value <= writesOfRound; value += 1) {
      const mailbox = `${this.id}-box${value % 4}`;
      const node = this.random.pick(nodes);
      const { status } = await this.ask(node, 'put', `/mailboxes/${mailbox}?oldMessages=0&newMessages=${value}`);
      if (status === 204) this.written.set(mailbox, value);
      await this.pause(writeInterval);
    }
  }

  pause(most: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.random.below(most)));
  }
}

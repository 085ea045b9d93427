import type { Logger } from '../../shared/logger';
import type { Clock } from '../../shared/time/clock';
import type { NodeRecord } from '../node-record';

export interface BurialsDeps {
  /** Reports the ends of the node's channels and forgets its sockets; what is done is not done again. */
  readonly bury: (dead: DeadNode) => Promise<void>;
  /** All nodes that are known, the dead ones too. */
  readonly nodes: () => readonly NodeRecord[];
  /** Whether it is dead by what the cluster has, which this node may not have been told of. */
  readonly isDead: (node: DeadNode) => Promise<boolean>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

export type DeadNode = Pick<NodeRecord, 'id' | 'incarnation'>;

/** Milliseconds until it is tried again, as during the election of a leader. */
const retryDelay = 500;

/** Clears up after dead nodes. It is tried until it succeeds: no other node does it while this one lives. */
export class Burials {
  readonly #retries = new Set<() => void>();
  #isStopped = false;

  constructor(private readonly deps: BurialsDeps) {}

  /** The node itself, and those that it had found dead and may not have finished with. */
  begin(dead: DeadNode): void {
    const inherited = this.deps.nodes().filter(({ state, foundBy }) => state === 'dead' && foundBy === dead.id);
    void this.#attempt(dead, () => Promise.resolve(true));
    for (const node of inherited) void this.#attempt(node, () => this.deps.isDead(node));
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#retries) cancel();
  }

  async #attempt(dead: DeadNode, isDead: () => Promise<boolean>): Promise<void> {
    try {
      if (await isDead()) await this.deps.bury(dead);
    } catch (error) {
      if (this.#isStopped) return;
      this.deps.log.warn({ error, node: dead.id }, 'the ends of a dead node’s calls are reported later');
      const cancel = this.deps.clock.after(retryDelay, () => {
        this.#retries.delete(cancel);
        void this.#attempt(dead, isDead);
      });
      this.#retries.add(cancel);
    }
  }
}

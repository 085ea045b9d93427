import type { Clock } from '../shared/time/clock';
import type { ClusterLink, PendingRequest } from './cluster-link';
import { LinkDownError, NoRespondersError } from './cluster-link';

export interface NodeRequestsDeps {
  readonly link: Pick<ClusterLink, 'request'>;
  readonly members: { readonly ping: (id: string) => Promise<boolean> };
  readonly clock: Clock;
  /** Milliseconds after which a node that has not answered is asked whether it lives. */
  readonly timeout: number;
}

/** Why there is no answer. `lost`: the node may have received the request. */
export type NoAnswer = 'not-received' | 'lost';

/** Requests to one node, whose answers are waited for as long as the node lives. */
export class NodeRequests {
  constructor(private readonly deps: NodeRequestsDeps) {}

  async ask(node: string, name: string, text: string): Promise<Buffer | NoAnswer> {
    const pending = this.deps.link.request(`${name}.${node}`, text);
    const stop = this.#watch(node, pending);
    try {
      return await pending.answer;
    } catch (error) {
      if (error instanceof NoRespondersError) return 'not-received';
      if (error instanceof LinkDownError) return 'lost';
      throw error;
    } finally {
      stop();
    }
  }

  /** Gives a request up as soon as the node does not answer a ping. */
  #watch(node: string, pending: PendingRequest): () => void {
    let stop: () => void = () => undefined;
    let isOver = false;
    const wait = (): void => {
      stop = this.deps.clock.after(this.deps.timeout, () => {
        void this.deps.members.ping(node).then((isAlive) => {
          if (isOver) return;
          if (isAlive) wait();
          else pending.cancel();
        });
      });
    };
    wait();
    return () => {
      isOver = true;
      stop();
    };
  }
}

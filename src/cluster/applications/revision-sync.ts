import type { Clock } from '../../shared/time/clock';
import type { ClusterLink } from '../cluster-link';
import type { Members } from '../members';

export interface RevisionSyncDeps {
  readonly link: Pick<ClusterLink, 'request' | 'answer'>;
  readonly members: Pick<Members, 'id' | 'live'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that other nodes have to learn of a change. */
  readonly timeout: number;
}

/** Waits until other nodes have seen a change, so that a client can use any of them as soon as its socket is open. */
export class RevisionSync {
  readonly #waiting = new Set<{ readonly revision: number; readonly done: () => void }>();
  #seen = 0;

  constructor(private readonly deps: RevisionSyncDeps) {}

  start(): void {
    const { link, members } = this.deps;
    link.answer(`sync.${members.id}`, (data) => this.#whenReached(Number(data.toString('utf8'))));
  }

  async everyNodeAt(revision: number): Promise<void> {
    const { link, members, clock, timeout } = this.deps;
    const asked = members.live.map((node) => link.request(`sync.${node}`, String(revision)));
    const stop = clock.after(timeout, () => asked.forEach(({ cancel }) => cancel()));
    await Promise.allSettled(asked.map(({ answer }) => answer));
    stop();
  }

  /** This node has seen the change. */
  reached(revision: number): void {
    this.#seen = revision;
    for (const waiting of this.#waiting)
      if (waiting.revision <= revision) {
        this.#waiting.delete(waiting);
        waiting.done();
      }
  }

  #whenReached(revision: number): Promise<string> | string {
    if (this.#seen >= revision) return 'seen';
    return new Promise((resolve) => {
      const waiting = { revision, done: () => resolve('seen') };
      this.#waiting.add(waiting);
      this.deps.clock.after(this.deps.timeout, () => {
        this.#waiting.delete(waiting);
        resolve('late');
      });
    });
  }
}

import type { Clock } from '../../shared/time/clock';
import type { ClusterLink } from '../cluster-link';
import type { Members } from '../members';

export interface RevisionSyncDeps {
  readonly link: Pick<ClusterLink, 'request' | 'answer'>;
  readonly members: Pick<Members, 'id' | 'live'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that other nodes have to learn of a change. */
  readonly timeout: number;
  /** Reads a key, and learns of what it has now. */
  readonly read: (key: string) => Promise<void>;
}

/** Milliseconds after which a change is read that has not been watched: the server of a watch may be lost. */
const readDelay = 100;

/** Waits until other nodes have seen a change, so that a client can use any of them as soon as its socket is open. */
export class RevisionSync {
  readonly #waiting = new Set<{ readonly revision: number; readonly done: () => void }>();
  #seen = 0;

  constructor(private readonly deps: RevisionSyncDeps) {}

  start(): void {
    const { link, members } = this.deps;
    link.answer(`sync.${members.id}`, (data) => {
      const [key, revision] = JSON.parse(data.toString('utf8')) as [string, number];
      return this.#whenSeen(key, revision);
    });
  }

  async everyNodeAt(key: string, revision: number): Promise<void> {
    const { link, members, clock, timeout } = this.deps;
    const asked = members.live.map((node) => link.request(`sync.${node}`, JSON.stringify([key, revision])));
    const stop = clock.after(timeout, () => asked.forEach(({ cancel }) => cancel()));
    await Promise.allSettled(asked.map(({ answer }) => answer));
    stop();
  }

  /** This node has watched all changes up to this one. */
  reached(revision: number): void {
    this.#seen = Math.max(this.#seen, revision);
    for (const waiting of this.#waiting)
      if (waiting.revision <= revision) {
        this.#waiting.delete(waiting);
        waiting.done();
      }
  }

  async #whenSeen(key: string, revision: number): Promise<string> {
    if (this.#seen >= revision || (await this.#isWatched(revision))) return 'seen';
    await this.deps.read(key);
    return 'read';
  }

  #isWatched(revision: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.deps.clock.after(readDelay, () => {
        this.#waiting.delete(waiting);
        resolve(false);
      });
      const done = (): void => {
        cancel();
        resolve(true);
      };
      const waiting = { revision, done };
      this.#waiting.add(waiting);
    });
  }
}

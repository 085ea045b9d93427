import type { Clock } from '../../shared/time/clock';
import type { ApplicationSettings } from '../../stasis/application-settings';
import { addSettings, allSettings } from '../../stasis/application-settings';
import type { Applications } from '../../stasis/applications';
import type { ClusterLink } from '../cluster-link';
import type { Members } from '../members';

export interface SettingsExchangeDeps {
  readonly link: Pick<ClusterLink, 'request' | 'answer'>;
  readonly members: Pick<Members, 'id' | 'incarnation' | 'live' | 'knows'>;
  readonly applications: Pick<Applications, 'list' | 'get' | 'obtain' | 'subscribe' | 'gone'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that other nodes have to answer. */
  readonly timeout: number;
}

/** What a node says that has not heard of the one that asks. */
const notYet = 'not yet';
/** Milliseconds until it is asked again. */
const retryDelay = 20;

interface Asking {
  readonly id: string;
  readonly incarnation: number;
}

/**
 * Filters and subscriptions of applications are set by requests that reach all living nodes. A node that joins later
 * asks the others for what was set before.
 */
export class SettingsExchange {
  constructor(private readonly deps: SettingsExchangeDeps) {}

  start(): void {
    const { link, members, applications } = this.deps;
    link.answer(`settings.${members.id}`, (data) => {
      const { id, incarnation } = JSON.parse(data.toString('utf8')) as Asking;
      // What a client sets here after the answer has to reach the node that asks.
      return members.knows(id, incarnation) ? JSON.stringify(allSettings(applications)) : notYet;
    });
  }

  /**
   * All of them are asked: one of them may be carrying out a request that it has not passed on to this node, and that
   * another one has not received yet.
   */
  async fetch(): Promise<void> {
    const { members, applications } = this.deps;
    const answers = await Promise.all(members.live.map((node) => this.#ask(node)));
    for (const settings of answers.flat()) addSettings(settings, applications);
  }

  /** Nothing of a node that does not answer in time. */
  async #ask(node: string): Promise<readonly ApplicationSettings[]> {
    const { link, members, clock, timeout } = this.deps;
    let isLate = false;
    let cancel: () => void = () => undefined;
    const stop = clock.after(timeout, () => {
      isLate = true;
      cancel();
    });
    const asking: Asking = { id: members.id, incarnation: members.incarnation };
    try {
      while (!isLate) {
        const pending = link.request(`settings.${node}`, JSON.stringify(asking));
        ({ cancel } = pending);
        const text = (await pending.answer).toString('utf8');
        if (text !== notYet) return JSON.parse(text) as readonly ApplicationSettings[];
        await new Promise<void>((resolve) => void clock.after(retryDelay, resolve));
      }
      return [];
    } catch {
      return [];
    } finally {
      stop();
    }
  }
}

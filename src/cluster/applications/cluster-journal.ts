import type { Logger } from '../../shared/logger';
import type { Clock } from '../../shared/time/clock';
import { freshNumber } from '../../stasis/journal';
import type { SerializedEvent } from '../../stasis/serialized-event';
import type { ClusterLink, EventLog } from '../cluster-link';
import { LinkDownError, NoRespondersError } from '../cluster-link';
import type { Members } from '../members';
import type { JournalEntry } from './journal-entry';
import { decodeEntry, encodeEntry } from './journal-entry';
import { JournalWriter } from './journal-writer';

export interface ClusterJournalDeps {
  readonly link: ClusterLink;
  readonly log: EventLog;
  readonly members: Pick<Members, 'id' | 'live' | 'isLive'>;
  readonly clock: Clock;
  /** Milliseconds that other nodes have to answer. */
  readonly timeout: number;
  /** Milliseconds of silence after which a node is dead. */
  readonly deadAfter: number;
  readonly logger: Logger;
}

export interface FoundEntries {
  readonly entries: readonly JournalEntry[];
  /** Whether every place could be asked. */
  readonly isComplete: boolean;
}

/** Milliseconds until entries are stored again that could not be, as during the election of a leader. */
const retryDelay = 500;
/** Milliseconds until a node is asked again that does not listen. */
const askDelay = 100;

/**
 * The events of applications that can resume. Each node stores its own ones where all find them, in the background; the
 * latest it keeps as well, and gives to the node that needs them.
 */
export class ClusterJournal {
  readonly #writers = new Map<string, JournalWriter>();
  #cancelRetry: (() => void) | undefined;
  #hasWarned = false;

  constructor(private readonly deps: ClusterJournalDeps) {}

  start(): void {
    const { link, members } = this.deps;
    link.answer(`journal.${members.id}`, (data) => {
      const [application, epoch] = JSON.parse(data.toString('utf8')) as [string, string];
      return JSON.stringify(this.own(application, epoch).map(encodeEntry));
    });
    link.onChange((isUp) => {
      this.#hasWarned = false;
      if (isUp) this.#storeAgain();
    });
  }

  close(): void {
    this.#cancelRetry?.();
    this.#writers.clear();
  }

  /** Numbers an event that happened here. The result is what is delivered. */
  add(application: string, event: SerializedEvent, epoch: string): SerializedEvent {
    const writer = this.#writers.get(application) ?? this.#begin(application);
    return writer.add(event, epoch);
  }

  /** What this node keeps itself. */
  own(application: string, epoch: string): readonly JournalEntry[] {
    return this.#writers.get(application)?.entries(epoch) ?? [];
  }

  /** The application cannot resume any more. */
  forget(application: string): void {
    this.#writers.delete(application);
  }

  /** Everything that is stored, and what other nodes keep. */
  async find(application: string, epoch: string): Promise<FoundEntries> {
    const question = JSON.stringify([application, epoch]);
    const [stored, ...kept] = await Promise.allSettled([
      this.deps.log.read(application),
      ...this.deps.members.live.map((node) => this.#ask(node, question)),
    ]);
    const texts = [stored, ...kept].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
    return {
      entries: texts.map(decodeEntry).filter((entry) => entry.epoch === epoch),
      isComplete: [stored, ...kept].every(({ status }) => status === 'fulfilled'),
    };
  }

  /**
   * What a node keeps. One that does not listen has lost NATS for a moment, or is dead, which is known a while later. One
   * that does not answer is asked once more: it may have been killed with the question.
   */
  async #ask(node: string, question: string): Promise<readonly string[]> {
    const { link, members, clock, timeout, deadAfter } = this.deps;
    const until = clock.now() + deadAfter + timeout;
    let unanswered = 0;
    for (;;) {
      const { answer, cancel } = link.request(`journal.${node}`, question);
      const stop = clock.after(timeout, cancel);
      try {
        return JSON.parse((await answer).toString('utf8')) as readonly string[];
      } catch (error) {
        if (!(error instanceof NoRespondersError)) unanswered += 1;
        if (unanswered > 1 || clock.now() > until) throw error;
      } finally {
        stop();
      }
      await new Promise<void>((resolve) => clock.after(askDelay, resolve));
      // It has nothing to give but what it has stored.
      if (!members.isLive(node)) return [];
    }
  }

  #begin(application: string): JournalWriter {
    const { link, log, members, clock } = this.deps;
    const writer = new JournalWriter({
      node: members.id,
      now: clock.now,
      base: freshNumber(clock.now()),
      store: (entry) => {
        if (!link.isUp()) return Promise.reject(new LinkDownError('the connection to the other nodes is lost'));
        return log.append(application, `${application}/${entry.node}-${entry.number}`, encodeEntry(entry));
      },
      onFailed: (error) => this.#failed(error),
    });
    this.#writers.set(application, writer);
    return writer;
  }

  #failed(error: unknown): void {
    if (!this.#hasWarned)
      this.deps.logger.warn({ error }, 'events could not be stored for resuming: they are kept here');
    this.#hasWarned = true;
    // They are stored when the connection is back.
    if (this.deps.link.isUp())
      this.#cancelRetry ??= this.deps.clock.after(retryDelay, () => {
        this.#cancelRetry = undefined;
        this.#storeAgain();
      });
  }

  #storeAgain(): void {
    for (const writer of this.#writers.values()) writer.storeAgain();
  }
}

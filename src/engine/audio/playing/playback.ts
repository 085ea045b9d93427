import type { PlaybackId } from '../../../shared/ids';
import type { Soon } from '../../../shared/scheduling/soon';
import type { Command } from '../legs/command-queue';
import type { MediaPlace } from '../media-place';
import type { PlaybackSnapshot, PlaybackState } from '../playback-snapshot';
import type { Play, PlayEnd, Plays } from './plays';
import type { FoundSource, ListeningPlace, MediaControl, SourceFinder } from '../sources/source-finder';

export const playbackOperations = ['stop', 'restart', 'pause', 'unpause', 'forward', 'reverse'] as const;
export type PlaybackOperation = (typeof playbackOperations)[number];

/** `pass`: accepted, and nothing needs doing. */
type Verdict = 'do' | 'pass' | 'refuse';
type Rules = Readonly<Record<PlaybackOperation, Verdict>>;

const heard: Rules = { stop: 'do', restart: 'do', pause: 'do', unpause: 'pass', forward: 'do', reverse: 'do' };
const over: Rules = {
  stop: 'refuse',
  restart: 'refuse',
  pause: 'refuse',
  unpause: 'refuse',
  forward: 'refuse',
  reverse: 'refuse',
};

/** What may be done with a playback in each of its states. */
export const playbackRules: Readonly<Record<PlaybackState, Rules>> = {
  queued: { ...over, stop: 'do', restart: 'pass' },
  playing: heard,
  continuing: heard,
  paused: { ...over, stop: 'do', pause: 'pass', unpause: 'do' },
  done: over,
  failed: over,
};

export interface PlaybackFacts {
  readonly id: PlaybackId;
  /** One or more URIs. */
  readonly media: readonly string[];
  readonly place: MediaPlace;
  readonly listener: ListeningPlace;
  /** Milliseconds into the first medium. */
  readonly offset: number;
  /** Milliseconds that one step forward or back is long. */
  readonly skip: number;
}

export interface PlaybackDeps {
  readonly sources: SourceFinder;
  readonly plays: Plays;
  readonly soon: Soon;
  readonly report: (what: 'started' | 'continuing' | 'finished', playback: PlaybackSnapshot) => void;
  /** Called for each medium that could not be played, with the reason. */
  readonly complain: (playback: PlaybackSnapshot, reason: string) => void;
  /** Called once, before its end is reported. */
  readonly remove: (playback: Playback) => void;
}

/** `uncontrollable`: the current medium cannot be controlled. */
export type OperationResult = 'done' | 'refused' | 'uncontrollable';

/** A queued list of media: each is reported when it starts, and the whole once when it has ended. */
export class Playback implements Command {
  readonly id: PlaybackId;
  #state: PlaybackState = 'queued';
  #index = 0;
  #play: Play | undefined;
  #control: MediaControl = 'full';
  #over: () => void = () => undefined;

  constructor(
    private readonly facts: PlaybackFacts,
    private readonly deps: PlaybackDeps,
  ) {
    this.id = facts.id;
  }

  get isOver(): boolean {
    return this.#state === 'done' || this.#state === 'failed';
  }

  snapshot(): PlaybackSnapshot {
    const { media, place, listener } = this.facts;
    return {
      id: this.id,
      media: media[this.#index] ?? '',
      nextMedia: this.isOver ? undefined : media[this.#index + 1],
      target: place.subject,
      language: listener.language,
      state: this.#state,
    };
  }

  /** It begins in a later turn: the request is answered first. */
  start(over: () => void): void {
    if (this.isOver) return over();
    this.#over = over;
    return this.deps.soon(() => {
      if (this.#state === 'queued') this.#playItems();
    });
  }

  /** Its target goes away. One that waits is reported like one that could not be played. */
  abandon(): void {
    if (this.isOver) return;
    if (this.#state === 'queued') this.#enter('playing', 'started');
    this.#finish('failed');
  }

  operate(operation: PlaybackOperation): OperationResult {
    const verdict = playbackRules[this.#state][operation];
    if (verdict === 'refuse') return 'refused';
    if (this.#state !== 'queued' && this.#control === 'none') return 'uncontrollable';
    if (verdict === 'do') this.#do(operation);
    return 'done';
  }

  #do(operation: PlaybackOperation): void {
    switch (operation) {
      case 'stop':
        return this.#finish('done');
      case 'restart':
        return this.#play?.restart();
      case 'pause':
        this.#state = 'paused';
        return this.#play?.pause();
      case 'unpause':
        // A tone has no middle to go on from.
        if (this.#control === 'tone') this.#play?.restart();
        this.#play?.resume();
        return this.#enter('playing', 'started');
      case 'forward':
        return this.#seek(this.facts.skip);
      case 'reverse':
        return this.#seek(-this.facts.skip);
    }
  }

  #seek(milliseconds: number): void {
    if (this.#control === 'full') this.#play?.seek(milliseconds);
  }

  /** A loop: a long list of what cannot be played must not pile up on the stack. */
  #playItems(): void {
    for (;;) {
      this.#enter('playing', 'started');
      const found = this.deps.sources.find(this.facts.media[this.#index] ?? '', this.facts.listener);
      if (found instanceof Promise) return this.#waitFor(found);
      const failed = this.#playItem(found);
      if (failed === undefined) return;
      this.deps.complain(this.snapshot(), failed);
      if (!this.#goesOn()) return this.#finish('failed');
    }
  }

  #waitFor(search: Promise<FoundSource>): void {
    const item = this.#index;
    const unfound = (error: unknown): FoundSource => ({ outcome: 'missing', reason: String(error) });
    void search.catch(unfound).then((found) => {
      if (this.isOver || this.#index !== item) return;
      const failed = this.#playItem(found);
      if (failed !== undefined) this.#itemEnded({ failed, isLost: false });
      else if (this.#state === 'paused') this.#play?.pause();
    });
  }

  /** Why there is nothing to be heard of it; undefined when there is. */
  #playItem(found: FoundSource): string | undefined {
    const { place, offset } = this.facts;
    const item = this.#index;
    if (found.outcome === 'missing') return found.reason;
    const opened = place.open();
    if (opened.outcome === 'closed') return opened.reason;
    this.#control = found.control;
    const play = this.deps.plays.start({
      target: opened.target,
      viaCodec: opened.viaCodec,
      source: found.source,
      offset: item === 0 ? offset : 0,
      onEnd: (end) => this.#itemEnded(end),
    });
    // It may have ended before it could be held.
    if (this.#index === item && !this.isOver) this.#play = play;
    return undefined;
  }

  #itemEnded({ failed, isLost }: PlayEnd): void {
    this.#play = undefined;
    // What was lost with everything else has been complained about with it.
    if (failed !== undefined && !isLost) this.deps.complain(this.snapshot(), failed);
    if (this.#goesOn()) this.#playItems();
    else this.#finish(failed === undefined ? 'done' : 'failed');
  }

  #goesOn(): boolean {
    if (this.#index + 1 >= this.facts.media.length) return false;
    this.#enter('continuing', 'continuing');
    this.#index += 1;
    this.#control = 'full';
    return true;
  }

  #enter(state: PlaybackState, what: 'started' | 'continuing' | 'finished'): void {
    this.#state = state;
    this.deps.report(what, this.snapshot());
  }

  #finish(state: 'done' | 'failed'): void {
    this.#play?.stop();
    this.#play = undefined;
    this.deps.remove(this);
    this.#enter(state, 'finished');
    this.#over();
  }
}

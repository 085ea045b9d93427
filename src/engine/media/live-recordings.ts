import type { Soon } from '../../shared/soon';
import type { Bridges } from '../calls/bridges';
import type { Channel } from '../calls/channel';
import type { EngineEventHub } from '../engine-event';
import { CommandQueue } from './command-queue';
import type { EndingDigit, LiveRecordingDeps } from './live-recording';
import { LiveRecording } from './live-recording';
import type { MediaPlace } from './media-place';
import type { Records } from './records';
import { ReservedTurn } from './reserved-turn';

/** Where recordings are stored. */
export interface RecordingStore {
  readonly resolveName: (name: string) => Promise<StoredPlace>;
}

export type StoredPlace =
  | {
      readonly outcome: 'ok';
      /** Absolute, without extension. */
      readonly path: string;
      /** In which something of that name is stored already. */
      readonly formats: readonly string[];
    }
  | { readonly outcome: 'empty' | 'outside' }
  | { readonly outcome: 'invalid'; readonly reason: string };

export interface LiveRecordingsDeps {
  readonly records: Records;
  readonly store: RecordingStore;
  /** Whether files with this ending can be written. */
  readonly isWritable: (format: string) => boolean;
  /** The file of the sound that comes before recordings; undefined when there is none. */
  readonly findBeep: () => Promise<string | undefined>;
  readonly bridges: Bridges;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly soon: Soon;
}

export interface NewRecording {
  readonly name: string;
  readonly format: string;
  readonly ifExists: 'fail' | 'overwrite' | 'append';
  readonly beeps: boolean;
  readonly endsOn: EndingDigit;
  /** Seconds; 0 for no limit. */
  readonly maxDuration: number;
  readonly maxSilence: number;
}

/** `live`, `stored`: there is a recording of that name already. */
export type RecordingStart =
  | { readonly outcome: 'accepted'; readonly recording: LiveRecording }
  | { readonly outcome: 'format-unknown' | 'name-empty' | 'name-outside' | 'live' | 'stored' }
  | { readonly outcome: 'name-invalid'; readonly reason: string };

interface Findings {
  readonly path: string;
  readonly beep: string | undefined;
}

/** All recordings that wait or are being made, by the name they were asked for. */
export class LiveRecordings {
  readonly #byName = new Map<string, LiveRecording>();
  /** Two names may mean the same file. */
  readonly #paths = new Set<string>();
  readonly #unhear: () => void;

  constructor(private readonly deps: LiveRecordingsDeps) {
    this.#unhear = deps.events.on('channel-digit', ({ channel, digit }) => this.#hear(channel.id, digit));
  }

  get size(): number {
    return this.#byName.size;
  }

  find(name: string): LiveRecording | undefined {
    return this.#byName.get(name);
  }

  isRecording({ id }: Channel): boolean {
    for (const { facts } of this.#byName.values()) {
      const { subject } = facts.place;
      if (subject.kind === 'channel' && subject.id === id) return true;
    }
    return false;
  }

  /** Without a queue it begins at once. In a queue it takes its place now, however long the disk is asked. */
  async start(place: MediaPlace, queue: CommandQueue | undefined, wish: NewRecording): Promise<RecordingStart> {
    if (!this.deps.isWritable(wish.format)) return { outcome: 'format-unknown' };
    const turn = new ReservedTurn();
    (queue ?? new CommandQueue()).add(turn);
    const started = await this.#make(place, wish).catch((error: unknown) => {
      turn.fill(undefined);
      throw error;
    });
    turn.fill(started.outcome === 'accepted' ? started.recording : undefined);
    return started;
  }

  close(): void {
    this.#unhear();
  }

  async #make(place: MediaPlace, wish: NewRecording): Promise<RecordingStart> {
    const beep = wish.beeps ? await this.deps.findBeep() : undefined;
    // Nothing is waited for between this and the entry, so that no other recording of the name comes in between.
    const stored = await this.deps.store.resolveName(wish.name);
    switch (stored.outcome) {
      case 'empty':
        return { outcome: 'name-empty' };
      case 'outside':
        return { outcome: 'name-outside' };
      case 'invalid':
        return { outcome: 'name-invalid', reason: stored.reason };
      case 'ok':
        if (this.#byName.has(wish.name) || this.#paths.has(stored.path)) return { outcome: 'live' };
        if (stored.formats.length > 0 && wish.ifExists === 'fail') return { outcome: 'stored' };
        return { outcome: 'accepted', recording: this.#enter(place, { path: stored.path, beep }, wish) };
    }
  }

  #enter(place: MediaPlace, { path, beep }: Findings, wish: NewRecording): LiveRecording {
    const { name, format, endsOn } = wish;
    const recording = new LiveRecording(
      {
        name,
        place,
        file: { path: `${path}.${format}`, format, appends: wish.ifExists === 'append' },
        beep,
        maxDuration: limit(wish.maxDuration),
        maxSilence: limit(wish.maxSilence),
        endsOn,
      },
      this.#recordingDeps(path),
    );
    this.#byName.set(name, recording);
    this.#paths.add(path);
    return recording;
  }

  #recordingDeps(path: string): LiveRecordingDeps {
    const { records, soon, events, now } = this.deps;
    return {
      records,
      soon,
      report: (what, recording) => events.emit({ type: `recording-${what}`, at: now(), recording }),
      remove: ({ facts: { name } }) => {
        this.#byName.delete(name);
        this.#paths.delete(path);
      },
    };
  }

  #hear(channelId: string, digit: string): void {
    for (const recording of [...this.#byName.values()]) {
      const { kind, id } = recording.facts.place.subject;
      const isHeard = kind === 'channel' ? id === channelId : this.#isInside(channelId, id);
      if (isHeard) recording.hear(digit);
    }
  }

  #isInside(channelId: string, bridgeId: string): boolean {
    return (
      this.deps.bridges
        .find(bridgeId)
        ?.members()
        .some(({ id }) => id === channelId) === true
    );
  }
}

function limit(seconds: number): number | undefined {
  return seconds === 0 ? undefined : seconds * 1000;
}

import type { BridgeId, ChannelId } from '../../../shared/ids';
import type { Soon } from '../../../shared/scheduling/soon';
import type { Bridges } from '../../calls/bridge/bridges';
import type { Channel } from '../../calls/channel/channel';
import type { EngineEventHub } from '../../engine-event';
import { CommandQueue } from '../legs/command-queue';
import type { EndingDigit, LiveRecordingDeps } from './live-recording';
import { LiveRecording } from './live-recording';
import type { MediaPlace } from '../media-place';
import type { MediaUses } from '../media-uses';
import type { MediaSubject } from '../playback-snapshot';
import type { Records } from './records';
import { ReservedTurn } from '../legs/reserved-turn';

/** Where recordings are stored. */
export interface RecordingStore {
  /** Takes a name: nothing else is made there until it is released. */
  readonly claim: (name: string) => Promise<ClaimedPlace>;
}

export type ClaimedPlace =
  | StoragePlace
  /** `taken`: something else is being made there. */
  | { readonly outcome: 'empty' | 'outside' | 'taken' }
  | { readonly outcome: 'invalid'; readonly reason: string };

export interface StoragePlace {
  readonly outcome: 'ok';
  /** Absolute, without extension. */
  readonly path: string;
  /** In which something of that name is stored already. */
  readonly formats: readonly string[];
  /** To be called when the recording has ended, or will not be made. Idempotent. */
  readonly release: () => void;
}

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
  readonly uses: Pick<MediaUses, 'recording'>;
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

/** `live`, `stored`: there is a recording of that name already. `gone`: the target has just ended. */
export type RecordingStart =
  | { readonly outcome: 'accepted'; readonly recording: LiveRecording }
  | { readonly outcome: 'format-unknown' | 'name-empty' | 'name-outside' | 'live' | 'stored' | 'gone' }
  | { readonly outcome: 'name-invalid'; readonly reason: string };

interface Recorded {
  readonly place: MediaPlace;
  readonly isGone: () => boolean;
}

interface Findings {
  readonly stored: StoragePlace;
  readonly beep: string | undefined;
}

/** All recordings that wait or are being made, by the name they were asked for. */
export class LiveRecordings {
  readonly #byName = new Map<string, LiveRecording>();
  readonly #unsubscribe: () => void;

  constructor(private readonly deps: LiveRecordingsDeps) {
    this.#unsubscribe = deps.events.on('media', 'channel-digit', ({ channel, digit }) => this.#hear(channel.id, digit));
  }

  get size(): number {
    return this.#byName.size;
  }

  find(name: string): LiveRecording | undefined {
    return this.#byName.get(name);
  }

  isRecording({ id }: Channel): boolean {
    return this.namesOf({ kind: 'channel', id }).length > 0;
  }

  /** The names of all that record this, or are going to. */
  namesOf({ kind, id }: MediaSubject): string[] {
    const names: string[] = [];
    for (const [name, { facts }] of this.#byName) {
      const { subject } = facts.place;
      if (subject.kind === kind && subject.id === id) names.push(name);
    }
    return names;
  }

  /** Without a queue it begins immediately. In a queue it takes its place now, however long the disk takes. */
  async start(place: MediaPlace, queue: CommandQueue | undefined, request: NewRecording): Promise<RecordingStart> {
    if (!this.deps.isWritable(request.format)) return { outcome: 'format-unknown' };
    const turn = new ReservedTurn();
    (queue ?? new CommandQueue()).add(turn);
    const isGone = (): boolean => turn.isAbandoned || this.#hasGone(place);
    const started = await this.#make({ place, isGone }, request).catch((error: unknown) => {
      turn.fill(undefined);
      throw error;
    });
    turn.fill(started.outcome === 'accepted' ? started.recording : undefined);
    return started;
  }

  close(): void {
    this.#unsubscribe();
  }

  async #make({ place, isGone }: Recorded, request: NewRecording): Promise<RecordingStart> {
    const beep = request.beeps ? await this.deps.findBeep() : undefined;
    const stored = await this.deps.store.claim(request.name);
    switch (stored.outcome) {
      case 'empty':
        return { outcome: 'name-empty' };
      case 'outside':
        return { outcome: 'name-outside' };
      case 'invalid':
        return { outcome: 'name-invalid', reason: stored.reason };
      case 'taken':
        return { outcome: 'live' };
      case 'ok': {
        const outcome = this.#objection(stored, request) ?? (isGone() ? 'gone' : undefined);
        if (outcome === undefined)
          return { outcome: 'accepted', recording: this.#enter(place, { stored, beep }, request) };
        stored.release();
        return { outcome };
      }
    }
  }

  #objection({ formats }: StoragePlace, { name, ifExists }: NewRecording): 'live' | 'stored' | undefined {
    if (this.#byName.has(name)) return 'live';
    return formats.length > 0 && ifExists === 'fail' ? 'stored' : undefined;
  }

  #enter(place: MediaPlace, { stored, beep }: Findings, request: NewRecording): LiveRecording {
    const { name, format, endsOn, ifExists } = request;
    const path = `${stored.path}.${format}`;
    const recording = new LiveRecording(
      {
        name,
        place,
        file: { path, format, appends: ifExists === 'append', isNew: ifExists === 'fail' },
        beep,
        maxDuration: limit(request.maxDuration),
        maxSilence: limit(request.maxSilence),
        endsOn,
      },
      this.#recordingDeps(stored, this.#attend(place, name)),
    );
    this.#byName.set(name, recording);
    return recording;
  }

  /** Its module is in use until the result is called, and a recorder is in the bridge that is recorded. */
  #attend({ subject }: MediaPlace, name: string): () => void {
    const releaseModule = this.deps.uses.recording(`recording ${name}`);
    const leave = subject.kind === 'bridge' ? this.deps.bridges.find(subject.id)?.attend({}) : undefined;
    return () => {
      leave?.();
      releaseModule();
    };
  }

  #recordingDeps(stored: StoragePlace, release: () => void): LiveRecordingDeps {
    const { records, soon, events, now } = this.deps;
    return {
      records,
      soon,
      report: (what, recording) => events.emit({ type: `recording-${what}`, at: now(), recording }),
      remove: ({ facts: { name } }) => {
        this.#byName.delete(name);
        stored.release();
        release();
      },
    };
  }

  /** An ending channel abandons its queue; a bridge has none. */
  #hasGone({ subject }: MediaPlace): boolean {
    return subject.kind === 'bridge' && this.deps.bridges.find(subject.id) === undefined;
  }

  #hear(channelId: ChannelId, digit: string): void {
    for (const recording of [...this.#byName.values()]) {
      const { subject } = recording.facts.place;
      const isHeard = subject.kind === 'channel' ? subject.id === channelId : this.#isInside(channelId, subject.id);
      if (isHeard) recording.hear(digit);
    }
  }

  #isInside(channelId: ChannelId, bridgeId: BridgeId): boolean {
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

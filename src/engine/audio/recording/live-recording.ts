import type { Soon } from '../../../shared/scheduling/soon';
import type { RecordFile } from '../../../media/protocol';
import type { Command } from '../legs/command-queue';
import type { MediaPlace } from '../media-place';
import type { RecordEnd, RecordHandle, Records } from './records';
import type { RecordingSnapshot, RecordingState } from './recording-snapshot';

export const recordingOperations = ['stop', 'cancel', 'pause', 'unpause', 'mute', 'unmute'] as const;
export type RecordingOperation = (typeof recordingOperations)[number];

/** `starting`: the media thread has it but a beep comes first. `ending`: the stop command has been sent. */
export type RecordingPhase = 'queued' | 'starting' | 'recording' | 'paused' | 'ending' | 'over';

/** `pass`: accepted, and nothing needs doing. */
type Verdict = 'do' | 'pass' | 'refuse';
type Rules = Readonly<Record<RecordingOperation, Verdict>>;

const outOfSession = { pause: 'refuse', unpause: 'refuse', mute: 'refuse', unmute: 'refuse' } as const;

/** What may be done with a recording in each of its phases. */
export const recordingRules: Readonly<Record<RecordingPhase, Rules>> = {
  queued: { stop: 'do', cancel: 'do', ...outOfSession },
  starting: { stop: 'do', cancel: 'do', ...outOfSession },
  recording: { stop: 'do', cancel: 'do', pause: 'do', unpause: 'pass', mute: 'do', unmute: 'do' },
  paused: { stop: 'do', cancel: 'do', pause: 'pass', unpause: 'do', mute: 'do', unmute: 'do' },
  ending: { stop: 'pass', cancel: 'pass', ...outOfSession },
  over: { stop: 'refuse', cancel: 'refuse', ...outOfSession },
};

export interface LiveRecordingFacts {
  /** As it was asked for. */
  readonly name: string;
  readonly place: MediaPlace;
  readonly file: RecordFile;
  readonly beep: string | undefined;
  /** Milliseconds; undefined for no limit. */
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
  /** The digit that ends it. */
  readonly endsOn: EndingDigit;
}

export type EndingDigit = 'none' | 'any' | '*' | '#';

export interface LiveRecordingDeps {
  readonly records: Records;
  readonly soon: Soon;
  readonly report: (what: 'started' | 'finished' | 'failed', recording: RecordingSnapshot) => void;
  /** Called once, before its end is reported. */
  readonly remove: (recording: LiveRecording) => void;
}

type Ending = Pick<RecordingSnapshot, 'state' | 'duration' | 'talking' | 'silence' | 'cause'>;

/** A recording that is being made, from the moment it is asked for until its end has been reported. */
export class LiveRecording implements Command {
  #phase: RecordingPhase = 'queued';
  #shown: Ending = { state: 'queued', duration: undefined, talking: undefined, silence: undefined, cause: undefined };
  #recorded = 0;
  #handle: RecordHandle | undefined;
  #over: () => void = () => undefined;

  constructor(
    readonly facts: LiveRecordingFacts,
    private readonly deps: LiveRecordingDeps,
  ) {}

  get phase(): RecordingPhase {
    return this.#phase;
  }

  snapshot(): RecordingSnapshot {
    const { name, file, place } = this.facts;
    return { name, format: file.format, target: place.subject, recorded: this.#recorded, ...this.#shown };
  }

  /** It begins in a later turn: the request is answered first. */
  start(over: () => void): void {
    if (this.#phase === 'over') return over();
    this.#over = over;
    return this.deps.soon(() => {
      if (this.#phase === 'queued') this.#begin();
    });
  }

  /** What it records goes away: what there is of it is kept, and it ends as done. */
  abandon(): void {
    if (this.#phase === 'queued') this.#neverStarts();
    else if (recordingRules[this.#phase].stop === 'do') this.#endBy('stop');
  }

  /** A recorded party has pressed a key. */
  hear(digit: string): void {
    if (this.#phase !== 'recording' && this.#phase !== 'paused') return;
    const { endsOn } = this.facts;
    if (endsOn === digit || (endsOn === 'any' && /^[\d*#a-d]$/i.test(digit))) this.operate('stop');
  }

  operate(operation: RecordingOperation): 'done' | 'refused' {
    const verdict = recordingRules[this.#phase][operation];
    if (verdict === 'do') this.#do(operation);
    return verdict === 'refuse' ? 'refused' : 'done';
  }

  #do(operation: RecordingOperation): void {
    switch (operation) {
      case 'stop':
      case 'cancel':
        return this.#phase === 'queued' ? this.#neverStarts() : this.#endBy(operation);
      case 'pause':
        this.#show('paused');
        return this.#handle?.pause();
      case 'unpause':
        this.#show('recording');
        return this.#handle?.resume();
      case 'mute':
        return this.#handle?.mute();
      case 'unmute':
        return this.#handle?.unmute();
    }
  }

  #begin(): void {
    const { place, file, beep, maxDuration, maxSilence } = this.facts;
    const opened = place.open();
    if (opened.outcome === 'closed') return this.#fail(opened.reason);
    this.#phase = 'starting';
    this.#handle = this.deps.records.start({
      target: opened.target,
      viaCodec: opened.viaCodec,
      file,
      beep,
      maxDuration,
      maxSilence,
      onStarted: () => this.#started(),
      onGrew: (duration) => {
        this.#recorded = duration;
      },
      onEnded: (end) => this.#ended(end),
    });
  }

  #started(): void {
    if (this.#phase !== 'starting') return;
    this.#show('recording');
    this.deps.report('started', this.snapshot());
  }

  #endBy(how: 'stop' | 'cancel'): void {
    this.#phase = 'ending';
    this.#handle?.[how]();
  }

  #ended({ why, duration, talking, silence, failed }: RecordEnd): void {
    if (why === 'failed') return this.#fail(failed ?? 'the recording could not be made');
    const state = why === 'cancelled' ? 'canceled' : 'done';
    return this.#finish({ state, duration, talking, silence, cause: undefined });
  }

  /** Canceled, whatever the reason, a hangup included: `done` would promise a stored recording, and there is none. */
  #neverStarts(): void {
    this.#finish({ state: 'canceled', duration: 0, talking: undefined, silence: undefined, cause: undefined });
  }

  #fail(cause: string): void {
    this.#finish({ state: 'failed', duration: undefined, talking: undefined, silence: undefined, cause });
  }

  #finish(ending: Ending): void {
    this.#phase = 'over';
    this.#shown = ending;
    this.deps.remove(this);
    this.deps.report(ending.state === 'failed' ? 'failed' : 'finished', this.snapshot());
    this.#over();
  }

  #show(state: RecordingState & RecordingPhase): void {
    this.#phase = state;
    this.#shown = { ...this.#shown, state };
  }
}

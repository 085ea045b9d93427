import type { MediaEvent } from '../engine/engine-event';
import type { MediaSubject } from '../engine/audio/playback-snapshot';
import type { Application } from './application';
import type { Applications } from './applications';
import { subjectsOfMedia } from './presenters/present-playback';
import { subject } from './subject';

export interface RecordingAudienceDeps {
  readonly applications: Pick<Applications, 'audienceOf'>;
  /** The names of all recordings that are being made of this. */
  readonly recordingsOf: (target: MediaSubject) => readonly string[];
}

type RecordingEvent = Extract<MediaEvent, { readonly recording: unknown }>;

/**
 * The receivers of recording events: subscribers to the recorded object. Storing may take longer than a bridge exists,
 * so its last subscribers are remembered for its recordings.
 */
export class RecordingAudience {
  /** By the name of the recording. */
  readonly #remembered = new Map<string, readonly Application[]>();

  constructor(private readonly deps: RecordingAudienceDeps) {}

  /** The object is about to be forgotten. Those who are subscribed to everything need not be remembered. */
  remember(target: MediaSubject): void {
    const names = this.deps.recordingsOf(target);
    if (names.length === 0) return;
    const audience = this.deps.applications.audienceOf([subject(target.kind, target.id)]);
    if (audience === undefined) return;
    const subscribed = [...audience];
    for (const name of names) this.#remembered.set(name, subscribed);
  }

  /** Each of them once. */
  of({ type, recording: { name, target } }: RecordingEvent): Iterable<Application> {
    const present = this.deps.applications.audienceOf(subjectsOfMedia(target)) ?? [];
    const remembered = this.#remembered.get(name);
    if (remembered === undefined) return present;
    if (type !== 'recording-started') this.#remembered.delete(name);
    return new Set([...present, ...remembered]);
  }
}

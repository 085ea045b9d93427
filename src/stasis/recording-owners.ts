import type { KeyValueStore } from '../engine/key-value-store';
import type { MediaSubject } from '../engine/audio/playback-snapshot';
import type { RecordingSnapshot } from '../engine/audio/recording/recording-snapshot';
import { cleanName } from '../engine/recordings/recording-name';
import type { Logger } from '../shared/logger';

export interface RecordingOwnersDeps {
  readonly store: KeyValueStore;
  /** Who owns what is recorded. */
  readonly ownersOf: (target: MediaSubject) => readonly string[];
  readonly log: Logger;
}

const namespace = 'recording-owners';
const none: readonly string[] = [];

/**
 * The applications that recordings belong to, while they are made and when they are stored. Recordings outlive the call,
 * the application and the server, so that their owners are kept in the database.
 */
export class RecordingOwners {
  readonly #live = new Map<string, readonly string[]>();
  /** What is on its way to the store. */
  readonly #pending = new Map<string, readonly string[]>();

  constructor(private readonly deps: RecordingOwnersDeps) {}

  began({ name, target }: RecordingSnapshot): void {
    this.#live.set(name, this.deps.ownersOf(target));
  }

  /** Called after the event was delivered. */
  ended({ name, state }: RecordingSnapshot): void {
    const owners = this.#live.get(name) ?? none;
    this.#live.delete(name);
    if (state === 'done') this.#keep(name, owners);
  }

  /** Undefined while it has not begun. */
  ofLive(name: string): readonly string[] | undefined {
    return this.#live.get(name);
  }

  /** Empty for a recording without an owner. */
  ofStored(name: string): readonly string[] {
    const key = keyOf(name);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const kept = this.deps.store.get(namespace, key);
    return typeof kept === 'string' ? kept.split('\n') : none;
  }

  /** A copy belongs to the owners of what it is a copy of. */
  copied(from: string, to: string): void {
    this.#keep(to, this.ofStored(from));
  }

  deleted(name: string): void {
    this.#keep(name, none);
  }

  #keep(name: string, owners: readonly string[]): void {
    const key = keyOf(name);
    if (owners.length === 0 && this.ofStored(key).length === 0) return;
    this.#pending.set(key, owners);
    const { store, log } = this.deps;
    const written = owners.length === 0 ? store.delete(namespace, key) : store.put(namespace, key, owners.join('\n'));
    written
      .catch((error: unknown) => log.error({ error, recording: name }, 'the owners of a recording were not stored'))
      .finally(() => {
        if (this.#pending.get(key) === owners) this.#pending.delete(key);
      });
  }
}

function keyOf(name: string): string {
  const cleaned = cleanName(name);
  return cleaned.outcome === 'ok' ? cleaned.name : name;
}

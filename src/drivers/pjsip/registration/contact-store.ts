import type { KeyValueStore } from '../../../engine/key-value-store';
import type { Logger } from '../../../shared/logger';
import type { Clock } from '../../../shared/time/clock';
import type { Contact } from './contact';
import { contactKey } from './contact';

const namespace = 'sip-contacts';

/** Milliseconds that the new end of a registration may wait to be stored: with a process that is killed meanwhile it is lost. */
const refreshDelayMs = 100;

export interface ContactStoreDeps {
  readonly store: KeyValueStore;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/**
 * Keeps registered contacts across restarts. Those over connections end with the process and are not kept. What is new about
 * where a phone is gets written at once; registrations that were only renewed are written together, a little later.
 */
export class ContactStore {
  /** Renewed, and not written yet. */
  readonly #renewed = new Map<string, Contact>();
  #cancel: (() => void) | undefined;

  constructor(private readonly deps: ContactStoreDeps) {}

  load(): readonly Contact[] {
    return this.deps.store.list(namespace).flatMap(({ key, value }) => {
      const contact = readContact(value);
      if (contact === undefined) this.deps.log.error({ key }, 'stored contact is malformed and is left out');
      return contact ?? [];
    });
  }

  /** `before` is what was stored of the same contact. */
  put(contact: Contact, before: Contact | undefined): void {
    if (!isKept(contact)) return;
    const key = contactKey(contact);
    if (before === undefined || !isSamePlace(before, contact)) {
      this.#renewed.delete(key);
      return this.#write(key, contact);
    }
    this.#renewed.set(key, contact);
    this.#cancel ??= this.deps.clock.after(refreshDelayMs, () => this.flush());
  }

  delete(contact: Contact): void {
    if (!isKept(contact)) return;
    const key = contactKey(contact);
    this.#renewed.delete(key);
    this.#settle(this.deps.store.delete(namespace, key));
  }

  /** Another node has stored something newer about a contact. */
  forget(contact: Contact): void {
    this.#renewed.delete(contactKey(contact));
  }

  /** Writes what waits. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const [key, contact] of this.#renewed) this.#write(key, contact);
    this.#renewed.clear();
  }

  #write(key: string, contact: Contact): void {
    this.#settle(this.deps.store.put(namespace, key, written(contact)));
  }

  /** A registration holds although the disk refuses it: the phone registers again sooner or later. */
  #settle(write: Promise<void>): void {
    write.catch((error: unknown) => this.deps.log.error({ error }, 'contact could not be stored'));
  }
}

function isKept({ connection, expiresAt }: Contact): boolean {
  return connection === undefined && expiresAt !== undefined;
}

/** Whether calls reach both the same way. */
function isSamePlace(one: Contact, other: Contact): boolean {
  return (
    one.uri === other.uri &&
    one.transport === other.transport &&
    one.connection === other.connection &&
    one.source?.host === other.source?.host &&
    one.source?.port === other.source?.port &&
    (one.path.length + other.path.length === 0 || one.path.join() === other.path.join())
  );
}

function written(contact: Contact): Readonly<Record<string, string | number>> {
  const { aor, uri, registeredUri, expiresAt = 0, path, callId, sequence, userAgent, transport = '', source } = contact;
  return {
    aor,
    uri,
    registeredUri,
    expiresAt,
    callId,
    sequence,
    userAgent,
    transport,
    path: JSON.stringify(path),
    host: source?.host ?? '',
    port: source?.port ?? 0,
  };
}

export function readContact(value: unknown): Contact | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const number = (name: string): number => (typeof fields[name] === 'number' ? fields[name] : 0);
  const path = readPath(text('path'));
  if (text('aor') === '' || text('uri') === '' || path === undefined) return undefined;
  return {
    aor: text('aor'),
    uri: text('uri'),
    registeredUri: text('registeredUri'),
    expiresAt: number('expiresAt'),
    path,
    callId: text('callId'),
    sequence: number('sequence'),
    userAgent: text('userAgent'),
    transport: text('transport') || undefined,
    source: text('host') === '' ? undefined : { host: text('host'), port: number('port') },
    connection: undefined,
  };
}

function readPath(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

import type { KeyValueStore } from '../../../engine/key-value-store';
import type { Logger } from '../../../shared/logger';
import type { Contact } from './contact';
import { contactKey } from './contact';

const namespace = 'sip-contacts';

/** Keeps registered contacts across restarts. Those over connections end with the process and are not kept. */
export class ContactStore {
  constructor(private readonly deps: { readonly store: KeyValueStore; readonly log: Logger }) {}

  load(): readonly Contact[] {
    return this.deps.store.list(namespace).flatMap(({ key, value }) => {
      const contact = readContact(value);
      if (contact === undefined) this.deps.log.error({ key }, 'stored contact is malformed and is left out');
      return contact ?? [];
    });
  }

  put(contact: Contact): void {
    if (contact.connection !== undefined || contact.expiresAt === undefined) return;
    this.#settle(this.deps.store.put(namespace, contactKey(contact), written(contact)));
  }

  delete(contact: Contact): void {
    if (contact.connection !== undefined || contact.expiresAt === undefined) return;
    this.#settle(this.deps.store.delete(namespace, contactKey(contact)));
  }

  /** A registration holds although the disk refuses it: the phone registers again sooner or later. */
  #settle(write: Promise<void>): void {
    write.catch((error: unknown) => this.deps.log.error({ error }, 'contact could not be stored'));
  }
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

import type { AorConfig } from '../../../config/pjsip/aor-options';
import type { ContactSnapshot } from '../../../engine/endpoint';
import type { Flow } from '../../../sip/transport/flow';
import type { Contact, ContactHealth } from './contact';
import { contactKey, unchecked } from './contact';
import type { ContactStore } from './contact-store';
import { readContact } from './contact-store';
import type { SipDirectory } from '../sip-directory';

export interface ContactsDeps {
  readonly directory: SipDirectory;
  readonly store: ContactStore;
  readonly now: () => number;
  /** Carries out a change of the contacts of an address of record; states before and after it can be compared. */
  readonly around: (aor: string, change: () => readonly ContactSnapshot[]) => void;
  /** Runs what another node tells applications of. */
  readonly quietly: (action: () => void) => void;
  readonly onAdded: (contact: Contact, isNew: boolean) => void;
  readonly onRemoved: (contact: Contact) => void;
}

/** Milliseconds that the node which registered a contact has to remove it. */
const adoptedGrace = 5000;

interface Entry {
  contact: Contact;
  health: ContactHealth;
}

export interface ContactChanges {
  readonly added: readonly Contact[];
  readonly removed: readonly Contact[];
}

/** Every contact that there is, registered or written in the configuration, by its address of record. */
export class Contacts {
  readonly #byAor = new Map<string, Map<string, Entry>>();
  readonly #byConnection = new Map<Flow, Set<Contact>>();

  #registered = 0;
  /** What is changed now has been stored by another node. */
  #isAdopting = false;
  /** Keys of those that other nodes have registered: applications hear of them from there. */
  readonly #adopted = new Set<string>();

  constructor(private readonly deps: ContactsDeps) {}

  /** Those that may expire. */
  get registered(): number {
    return this.#registered;
  }

  get size(): number {
    return [...this.#byAor.values()].reduce((sum, entries) => sum + entries.size, 0);
  }

  /** Those that have not expired, in the order of their first registration. */
  of(aor: string): readonly Contact[] {
    const entries = this.#byAor.get(aor);
    if (entries === undefined) return [];
    const now = this.deps.now();
    const found: Contact[] = [];
    for (const { contact } of entries.values())
      if (contact.expiresAt === undefined || contact.expiresAt > now) found.push(contact);
    return found;
  }

  all(): readonly Contact[] {
    return [...this.#byAor.keys()].flatMap((aor) => this.#all(aor));
  }

  healthOf(contact: Contact): ContactHealth {
    return this.#entry(contact)?.health ?? unchecked;
  }

  /** Those that calls can go to: found reachable, or not checked at all. */
  usable(aor: string): readonly Contact[] {
    return this.of(aor).filter((contact) => this.#isReachable(contact));
  }

  /** Whether there is one that calls can go to. One that has expired counts until its end is told. */
  isReachable(aor: string): boolean {
    for (const { health } of this.#byAor.get(aor)?.values() ?? []) if (this.#isGood(aor, health)) return true;
    return false;
  }

  /** Adds and removes at once: one contact that replaces another is not a moment without any. */
  change(aor: string, { added, removed }: ContactChanges): void {
    this.deps.around(aor, () => {
      const news: ContactSnapshot[] = [];
      for (const contact of added) if (this.#put(contact)) news.push(this.#snapshot(contact));
      for (const contact of removed) if (this.#drop(contact)) news.push(gone(contact));
      return news;
    });
  }

  /** Another node has stored a contact, or removed the one of this key. */
  adopt(key: string, value: unknown): void {
    const added = readContact(value);
    const [aor = ''] = key.split('\n');
    const removed = added === undefined ? this.#all(aor).filter((each) => contactKey(each) === key) : [];
    if (added !== undefined && this.deps.directory.aor(aor) === undefined) return;
    this.#isAdopting = true;
    try {
      this.deps.quietly(() => this.change(aor, { added: added === undefined ? [] : [added], removed }));
    } finally {
      this.#isAdopting = false;
    }
    if (added !== undefined) this.#adopted.add(key);
  }

  /** The result of a check. */
  judge(contact: Contact, health: ContactHealth): void {
    const entry = this.#entry(contact);
    if (entry === undefined) return;
    const isNews = entry.health.status !== health.status;
    if (!isNews) {
      entry.health = health;
      return;
    }
    const tell = (): void =>
      this.deps.around(contact.aor, () => {
        entry.health = health;
        return [this.#snapshot(entry.contact)];
      });
    if (this.#adopted.has(contactKey(contact))) this.deps.quietly(tell);
    else tell();
  }

  /** Removes what has expired. */
  sweep(): void {
    const now = this.deps.now();
    for (const aor of [...this.#byAor.keys()]) {
      const removed = this.#all(aor).filter((each) => each.expiresAt !== undefined && this.#endOf(each) <= now);
      if (removed.length > 0) this.change(aor, { added: [], removed });
    }
  }

  /** A contact dies with its connection, unless proxies lead to it by another. */
  connectionClosed(flow: Flow): void {
    for (const contact of [...(this.#byConnection.get(flow) ?? [])]) {
      const current = this.#entry(contact)?.contact;
      if (current?.connection === flow && current.path.length === 0)
        this.change(contact.aor, { added: [], removed: [current] });
    }
    this.#byConnection.delete(flow);
  }

  /** What was registered before the restart, as far as it still counts. */
  restore(contacts: readonly Contact[]): void {
    const now = this.deps.now();
    for (const contact of contacts) {
      const isGood = (contact.expiresAt ?? 0) > now && this.deps.directory.aor(contact.aor) !== undefined;
      if (isGood) this.change(contact.aor, { added: [contact], removed: [] });
      else this.deps.store.delete(contact);
    }
  }

  /** The configuration has changed: its own contacts are replaced, and those of addresses that are gone are removed. */
  reconfigure(): void {
    const { directory } = this.deps;
    for (const aor of [...this.#byAor.keys()])
      if (directory.aor(aor) === undefined) this.change(aor, { added: [], removed: this.#all(aor) });
    for (const aor of directory.config.aors) this.#takeStatic(aor);
  }

  #takeStatic({ id, contacts: written }: AorConfig): void {
    const present = this.#all(id).filter(({ expiresAt }) => expiresAt === undefined);
    const removed = present.filter(({ uri }) => !written.includes(uri));
    const added = written.filter((uri) => !present.some((contact) => contact.uri === uri));
    if (added.length + removed.length === 0) return;
    this.change(id, { added: added.map((uri) => staticContact(id, uri)), removed });
  }

  /** The node that has registered a contact removes it first, and tells of it. */
  #endOf(contact: Contact): number {
    return (contact.expiresAt ?? Infinity) + (this.#adopted.has(contactKey(contact)) ? adoptedGrace : 0);
  }

  #isReachable(contact: Contact): boolean {
    return this.#isGood(contact.aor, this.healthOf(contact));
  }

  #isGood(aor: string, { status }: ContactHealth): boolean {
    if (status === 'Reachable') return true;
    const isChecked = (this.deps.directory.aor(aor)?.qualifyFrequency ?? 0) > 0;
    return status === 'NonQualified' && !isChecked;
  }

  /** Whether it is a new one. */
  #put(contact: Contact): boolean {
    const entries = this.#entriesOf(contact.aor);
    const key = contactKey(contact);
    const entry = entries.get(key);
    const before = entry?.contact;
    if (entry === undefined) entries.set(key, { contact, health: unchecked });
    else entry.contact = contact;
    if (this.#adopted.size > 0) this.#adopted.delete(key);
    if (before !== undefined) this.#unlink(before);
    else if (contact.expiresAt !== undefined) this.#registered += 1;
    this.#link(contact);
    if (this.#isAdopting) this.deps.store.forget(contact);
    else this.deps.store.put(contact, before);
    this.deps.onAdded(contact, before === undefined);
    return before === undefined;
  }

  /** Those of an address of record, where more can be added. */
  #entriesOf(aor: string): Map<string, Entry> {
    const known = this.#byAor.get(aor);
    if (known !== undefined) return known;
    const made = new Map<string, Entry>();
    this.#byAor.set(aor, made);
    return made;
  }

  #drop(contact: Contact): boolean {
    const entries = this.#byAor.get(contact.aor);
    if (entries?.delete(contactKey(contact)) !== true) return false;
    if (entries.size === 0) this.#byAor.delete(contact.aor);
    this.#adopted.delete(contactKey(contact));
    if (contact.expiresAt !== undefined) this.#registered -= 1;
    this.#unlink(contact);
    if (this.#isAdopting) this.deps.store.forget(contact);
    else this.deps.store.delete(contact);
    this.deps.onRemoved(contact);
    return true;
  }

  #link(contact: Contact): void {
    const { connection } = contact;
    if (connection === undefined) return;
    this.#byConnection.set(connection, (this.#byConnection.get(connection) ?? new Set()).add(contact));
  }

  #unlink(contact: Contact): void {
    const { connection } = contact;
    const linked = connection === undefined ? undefined : this.#byConnection.get(connection);
    linked?.delete(contact);
    if (connection !== undefined && linked?.size === 0) this.#byConnection.delete(connection);
  }

  #all(aor: string): readonly Contact[] {
    return [...(this.#byAor.get(aor)?.values() ?? [])].map(({ contact }) => contact);
  }

  #entry(contact: Contact): Entry | undefined {
    return this.#byAor.get(contact.aor)?.get(contactKey(contact));
  }

  #snapshot(contact: Contact): ContactSnapshot {
    const { aor, uri } = contact;
    return { uri, aor, ...this.healthOf(contact) };
  }
}

function gone({ uri, aor }: Contact): ContactSnapshot {
  return { uri, aor, status: 'Removed', roundTripMicroseconds: 0 };
}

function staticContact(aor: string, uri: string): Contact {
  return {
    aor,
    uri,
    registeredUri: uri,
    expiresAt: undefined,
    path: [],
    callId: '',
    sequence: 0,
    userAgent: '',
    transport: undefined,
    source: undefined,
    connection: undefined,
  };
}

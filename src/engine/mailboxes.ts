import type { Logger } from '../shared/logger';
import type { DeviceStateProvider } from './device-state';
import type { Adoptable, EngineEventHub } from './engine-event';
import type { KeyValueStore } from './key-value-store';
import type { Mailbox, MessageCounts } from './mailbox';
import { OrderedWrites } from './ordered-writes';

export interface MailboxesDeps {
  readonly store: KeyValueStore;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly log: Logger;
}

const namespace = 'mailboxes';
const devicePrefix = 'MWI:';

/** The mailboxes of an external voicemail system. Each can be a device too, in use while it holds new messages. */
export class Mailboxes implements DeviceStateProvider {
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #writes = new OrderedWrites();
  #areDevices = false;

  constructor(private readonly deps: MailboxesDeps) {
    for (const { key: name, value } of deps.store.list(namespace)) {
      if (isCounts(value)) this.#mailboxes.set(name, { name, ...countsOf(value) });
      else deps.log.error({ mailbox: name }, 'passing over a stored mailbox without message counts');
    }
  }

  get size(): number {
    return this.#mailboxes.size;
  }

  /** Ordered by name. */
  list(): readonly Mailbox[] {
    return [...this.#mailboxes.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  get(name: string): Mailbox | undefined {
    return this.#mailboxes.get(name);
  }

  /** Makes every mailbox a device until the result is called. */
  serveDevices(): () => void {
    this.#areDevices = true;
    return () => {
      this.#areDevices = false;
    };
  }

  readonly stateOf = (device: string): MwiState | undefined => {
    if (!this.#areDevices || !device.startsWith(devicePrefix)) return undefined;
    return stateFor(this.#mailboxes.get(device.slice(devicePrefix.length)));
  };

  /** Makes the mailbox or replaces its counts. The result comes when they are in force and safe. */
  set(name: string, counts: MessageCounts): Promise<void> {
    const stored = countsOf(counts);
    return this.#writes.after(this.deps.store.put(namespace, name, stored), () => this.#change({ name, ...stored }));
  }

  /** Reports zero messages before the mailbox is deleted, so that lamps are switched off. */
  async remove(name: string): Promise<'removed' | 'not-found'> {
    if (!this.#mailboxes.has(name)) return 'not-found';
    return this.#writes.after(this.deps.store.delete(namespace, name), () => {
      if (this.#mailboxes.has(name)) this.#change({ name, oldMessages: 0, newMessages: 0 });
      this.#mailboxes.delete(name);
      return 'removed';
    });
  }

  /** Another node has set the counts, or removed the mailbox: it tells the applications. */
  adopt(name: string, value: unknown): void {
    const counts = isCounts(value) ? countsOf(value) : { oldMessages: 0, newMessages: 0 };
    if (isCounts(value) || this.#mailboxes.has(name)) this.#change({ name, ...counts }, { isAdopted: true });
    if (!isCounts(value)) this.#mailboxes.delete(name);
  }

  #change(mailbox: Mailbox, adopted: Adoptable = {}): void {
    const { events, now } = this.deps;
    const before = stateFor(this.#mailboxes.get(mailbox.name));
    this.#mailboxes.set(mailbox.name, mailbox);
    events.emit({ type: 'mailbox-changed', at: now(), mailbox, ...adopted });
    const state = stateFor(mailbox);
    if (!this.#areDevices || state === before || state === undefined) return;
    const device = { name: `${devicePrefix}${mailbox.name}`, state };
    events.emit({ type: 'device-state-changed', at: now(), device, ...adopted });
  }
}

type MwiState = 'INUSE' | 'NOT_INUSE';

function stateFor(mailbox: Mailbox | undefined): MwiState | undefined {
  if (mailbox === undefined) return undefined;
  return mailbox.newMessages > 0 ? 'INUSE' : 'NOT_INUSE';
}

function countsOf({ oldMessages, newMessages }: MessageCounts): { oldMessages: number; newMessages: number } {
  return { oldMessages, newMessages };
}

function isCounts(value: unknown): value is MessageCounts {
  if (typeof value !== 'object' || value === null) return false;
  return 'oldMessages' in value && isCount(value.oldMessages) && 'newMessages' in value && isCount(value.newMessages);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

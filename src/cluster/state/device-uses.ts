import type { Adoption } from '../../engine/adoption';
import type { SharedUses, UseCounts } from '../../engine/shared-uses';
import { sumOf } from '../../engine/shared-uses';
import type { Logger } from '../../shared/logger';
import type { Soon } from '../../shared/scheduling/soon';
import type { Bucket, BucketEntry } from '../cluster-link';
import type { Members } from '../members';
import type { NodeRecord } from '../node-record';

export interface DeviceUsesDeps {
  readonly bucket: Bucket;
  readonly node: string;
  readonly isUp: () => boolean;
  readonly soon: Soon;
  readonly log: Logger;
}

export interface DeviceUsesStart {
  readonly members: Pick<Members, 'isLive' | 'incarnation'>;
  /** What other nodes do is told to applications by those. */
  readonly adoption: Pick<Adoption, 'run'>;
}

/** What is stored of a device. */
interface UseRecord extends UseCounts {
  /** Of the node; an earlier version of the server does not write it. */
  readonly incarnation?: number;
}

/**
 * What the calls of every node do to devices. A node writes its own part when that has another effect, once for all
 * changes of a turn; the others add the parts up.
 */
export class DeviceUses implements SharedUses {
  /** By device, then by node. */
  readonly #elsewhere = new Map<string, Map<string, UseCounts>>();
  readonly #own = new Map<string, UseCounts>();
  /** Devices whose part is to be written. */
  readonly #changed = new Set<string>();
  readonly #written = new Set<string>();
  /** Keys of a lost node that this one removes: it tells applications of the change. */
  readonly #ending = new Set<string>();
  #incarnation: () => number = () => 0;
  #adoption: Pick<Adoption, 'run'> = { run: (action) => action() };
  #listener: (device: string, change: () => void) => void = (_, change) => change();

  constructor(private readonly deps: DeviceUsesDeps) {}

  /** Reads what living nodes have written and follows it; what an earlier process of this node has left is ended. */
  async start({ members, adoption }: DeviceUsesStart): Promise<void> {
    const { node, bucket } = this.deps;
    this.#adoption = adoption;
    this.#incarnation = () => members.incarnation;
    let isKnown = false;
    await bucket.watch((entry) => {
      const { node: writer } = partsOf(entry.key);
      if (writer !== node && (isKnown || members.isLive(writer))) this.#learn(entry);
    });
    isKnown = true;
    await this.end({ id: node, incarnation: members.incarnation - 1 });
  }

  readonly onChange: SharedUses['onChange'] = (listener) => {
    this.#listener = listener;
  };

  readonly elsewhere = (device: string): UseCounts | undefined => {
    const parts = this.#elsewhere.get(device);
    return parts === undefined ? undefined : [...parts.values()].reduce(sumOf);
  };

  readonly note = (device: string, counts: UseCounts | undefined): void => {
    if (counts === undefined) this.#own.delete(device);
    else this.#own.set(device, counts);
    if (this.#changed.size === 0) this.deps.soon(() => this.#flush());
    this.#changed.add(device);
  };

  /** A node is gone, and its calls with it. The one that ends what it has left tells the applications. */
  forget(node: string): void {
    for (const [device, parts] of [...this.#elsewhere])
      if (parts.has(node)) this.#change(device, () => this.#set(device, node, undefined), false);
  }

  /**
   * Removes what a lost node has written. Applications are told of a device by the node that has removed it, so that they
   * are told once, also when the lost node is back already and does the same.
   */
  async end({ id, incarnation }: Pick<NodeRecord, 'id' | 'incarnation'>): Promise<void> {
    const { bucket } = this.deps;
    for (const { key, value, revision } of await bucket.list()) {
      if (value === undefined || partsOf(key).node !== id) continue;
      const record = JSON.parse(value) as UseRecord;
      if ((record.incarnation ?? 0) > incarnation) continue;
      this.#ending.add(key);
      try {
        this.#ended(key, record, await bucket.removeIf(key, revision));
      } finally {
        this.#ending.delete(key);
      }
    }
  }

  #ended(key: string, record: UseCounts, isTold: boolean): void {
    const { node, device } = partsOf(key);
    const isKnown = this.#elsewhere.get(device)?.has(node) === true;
    if (isTold && !isKnown) this.#change(device, () => this.#set(device, node, record), false);
    this.#change(device, () => this.#set(device, node, undefined), isTold);
  }

  /** The connection is back: everything is written again. */
  announceAgain(): void {
    for (const device of [...this.#own.keys(), ...this.#written]) this.#changed.add(device);
    this.#flush();
  }

  #flush(): void {
    const devices = [...this.#changed];
    this.#changed.clear();
    if (!this.deps.isUp()) return;
    for (const device of devices) this.#write(device);
  }

  #write(device: string): void {
    const { bucket, node, log } = this.deps;
    const counts = this.#own.get(device);
    const key = keyOf(node, device);
    if (counts === undefined && !this.#written.delete(device)) return;
    if (counts !== undefined) this.#written.add(device);
    const written: Promise<unknown> =
      counts === undefined ? bucket.remove(key) : bucket.put(key, recordOf(counts, this.#incarnation()));
    written.catch((error: unknown) => log.warn({ error, device }, 'other nodes do not know of the state of a device'));
  }

  #learn({ key, value }: BucketEntry): void {
    if (value === undefined && this.#ending.has(key)) return;
    const { node, device } = partsOf(key);
    const counts = value === undefined ? undefined : (JSON.parse(value) as UseCounts);
    this.#change(device, () => this.#set(device, node, counts), false);
  }

  #change(device: string, change: () => void, isTold: boolean): void {
    if (isTold) this.#listener(device, change);
    else this.#adoption.run(() => this.#listener(device, change));
  }

  #set(device: string, node: string, counts: UseCounts | undefined): void {
    const parts = this.#elsewhere.get(device) ?? new Map<string, UseCounts>();
    if (counts === undefined) parts.delete(node);
    else parts.set(node, counts);
    if (parts.size === 0) this.#elsewhere.delete(device);
    else this.#elsewhere.set(device, parts);
  }
}

function recordOf({ ringing, inUse, onHold, busyAt }: UseCounts, incarnation: number): string {
  const record: UseRecord = { ringing, inUse, onHold, busyAt, incarnation };
  return JSON.stringify(record);
}

/** The name of a device may contain any character. */
function keyOf(node: string, device: string): string {
  return `${node}.${Buffer.from(device, 'utf8').toString('hex')}`;
}

function partsOf(key: string): { readonly node: string; readonly device: string } {
  const [node = '', device = ''] = key.split('.');
  return { node, device: Buffer.from(device, 'hex').toString('utf8') };
}

import type { Adoption } from '../../engine/adoption';
import type { SharedUses, UseCounts } from '../../engine/shared-uses';
import { sumOf } from '../../engine/shared-uses';
import type { Logger } from '../../shared/logger';
import type { Soon } from '../../shared/scheduling/soon';
import type { Bucket, BucketEntry } from '../cluster-link';

export interface DeviceUsesDeps {
  readonly bucket: Bucket;
  readonly node: string;
  readonly isUp: () => boolean;
  readonly soon: Soon;
  readonly log: Logger;
}

export interface DeviceUsesStart {
  readonly isLive: (node: string) => boolean;
  /** What other nodes do is told to applications by those. */
  readonly adoption: Pick<Adoption, 'run'>;
}

/**
 * What the calls of every node do to devices. A node writes its own part when that has another effect, once for all
 * changes of a turn; the others add the parts up.
 */
export class DeviceUses implements SharedUses {
  /** By device, then by node. */
  readonly #elsewhere = new Map<string, Map<string, UseCounts>>();
  readonly #own = new Map<string, string>();
  /** Devices whose part is to be written. */
  readonly #changed = new Set<string>();
  readonly #written = new Set<string>();
  #adoption: Pick<Adoption, 'run'> = { run: (action) => action() };
  #listener: (device: string, change: () => void) => void = (_, change) => change();

  constructor(private readonly deps: DeviceUsesDeps) {}

  /** Reads what living nodes have written and follows it; what an earlier process of this node has left is removed. */
  async start({ isLive, adoption }: DeviceUsesStart): Promise<void> {
    this.#adoption = adoption;
    await this.removeOf(this.deps.node);
    let isKnown = false;
    await this.deps.bucket.watch((entry) => {
      const { node } = partsOf(entry.key);
      if (node !== this.deps.node && (isKnown || isLive(node))) this.#learn(entry);
    });
    isKnown = true;
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
    else this.#own.set(device, JSON.stringify(counts));
    if (this.#changed.size === 0) this.deps.soon(() => this.#flush());
    this.#changed.add(device);
  };

  /** A node is gone, and its calls with it. One of the others tells the applications. */
  forget(node: string, isTold: boolean): void {
    for (const [device, parts] of [...this.#elsewhere])
      if (parts.has(node)) this.#change(device, () => this.#set(device, node, undefined), isTold);
  }

  /** Removes what a node has written. */
  async removeOf(node: string): Promise<void> {
    for (const { key, revision } of await this.deps.bucket.list())
      if (partsOf(key).node === node) await this.deps.bucket.removeIf(key, revision);
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
    const value = this.#own.get(device);
    const key = keyOf(node, device);
    if (value === undefined && !this.#written.delete(device)) return;
    if (value !== undefined) this.#written.add(device);
    const written: Promise<unknown> = value === undefined ? bucket.remove(key) : bucket.put(key, value);
    written.catch((error: unknown) => log.warn({ error, device }, 'other nodes do not know of the state of a device'));
  }

  #learn({ key, value }: BucketEntry): void {
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

/** The name of a device may contain any character. */
function keyOf(node: string, device: string): string {
  return `${node}.${Buffer.from(device, 'utf8').toString('hex')}`;
}

function partsOf(key: string): { readonly node: string; readonly device: string } {
  const [node = '', device = ''] = key.split('.');
  return { node, device: Buffer.from(device, 'hex').toString('utf8') };
}

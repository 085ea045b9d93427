import type { Bucket, BucketEntry } from '../../src/cluster/cluster-link';
import { SharedState } from '../../src/cluster/state/shared-state';
import type { Persistence } from '../../src/storage/persistence';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A bucket whose server can hang: what it was sent then is refused, and carried out later. */
class HangingBucket {
  readonly entries = new Map<string, BucketEntry>();
  hangs = false;
  #revision = 0;
  #late: (() => void)[] = [];
  #tell: (entry: BucketEntry) => void = () => undefined;

  readonly bucket = {
    watch: (tell: (entry: BucketEntry) => void) => {
      this.#tell = tell;
      return Promise.resolve();
    },
    get: (key: string) => Promise.resolve(this.entries.get(key)),
    putIf: (key: string, value: string, revision: number) => this.#do(() => this.#put({ key, value, revision })),
    removeIf: (key: string, revision: number) =>
      this.#do(() => this.#put({ key, value: undefined, revision }) !== undefined),
  } as unknown as Bucket;

  /** The server goes on with what it had received. */
  goesOn(): void {
    this.hangs = false;
    for (const action of this.#late.splice(0)) action();
  }

  /** The values that the cluster has. */
  get values(): readonly unknown[] {
    return [...this.entries.values()].map(({ value = 'null' }) => (JSON.parse(value) as { value?: unknown })?.value);
  }

  #do<Result>(action: () => Result): Promise<Result> {
    if (!this.hangs) return Promise.resolve(action());
    this.#late.push(() => void action());
    return Promise.reject(new Error('timeout'));
  }

  #put({ key, value, revision }: BucketEntry): number | undefined {
    if ((this.entries.get(key)?.revision ?? 0) !== revision) return undefined;
    this.#revision += 1;
    const entry = { key, value, revision: this.#revision };
    this.entries.set(key, entry);
    this.#tell(entry);
    return this.#revision;
  }
}

async function aState(): Promise<{ readonly server: HangingBucket; readonly state: SharedState }> {
  const server = new HangingBucket();
  const state = new SharedState({ bucket: server.bucket, writer: 'w', local: {} as Persistence });
  await state.start();
  return { server, state };
}

describe('shared state', () => {
  it('keeps a value that was confirmed when an older one is written late', async () => {
    const { server, state } = await aState();
    await state.put('mailboxes', 'box', 1);
    server.hangs = true;
    await expect(state.put('mailboxes', 'box', 2)).rejects.toThrow('cannot be written');
    await expect(state.delete('mailboxes', 'box')).rejects.toThrow('cannot be written');
    server.hangs = false;
    await state.put('mailboxes', 'box', 3);

    server.goesOn();

    expect(server.values).toEqual([3]);
    expect(state.get('mailboxes', 'box')).toBe(3);
  });

  it('writes over what another node has written meanwhile', async () => {
    const { server, state } = await aState();
    await state.put('mailboxes', 'box', 1);
    const [key = ''] = server.entries.keys();
    server.entries.set(key, { key, value: '{"writer":"other","value":2}', revision: 17 });

    await state.put('mailboxes', 'box', 3);
    await state.delete('mailboxes', 'box');

    expect(server.values).toEqual([undefined]);
    expect(state.get('mailboxes', 'box')).toBeUndefined();
  });

  it('tells of a write of its own that was refused and is carried out all the same', async () => {
    const { server, state } = await aState();
    const adopted: unknown[] = [];
    state.onAdopted('mailboxes', ({ value, apply }) => {
      adopted.push(value);
      apply();
    });
    await state.put('mailboxes', 'box', 1);
    server.hangs = true;
    await expect(state.put('mailboxes', 'box', 2)).rejects.toThrow('cannot be written');

    server.goesOn();
    await turn();

    expect(adopted).toEqual([2]);
    expect(state.get('mailboxes', 'box')).toBe(2);
  });
});

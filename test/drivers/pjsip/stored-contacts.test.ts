import type { KeyValueStore, StoredValue } from '../../../src/engine/key-value-store';
import { MemoryPersistence } from '../../../src/storage/memory-persistence';
import { phoneConf, SipRig, udpTransport } from './sip-rig';

const conf = udpTransport + phoneConf('alice') + phoneConf('bob');
const delayMs = 100;

/** A store that remembers what was asked of it. */
class WatchedStore implements KeyValueStore {
  readonly #kept = new MemoryPersistence();
  readonly writes: string[] = [];
  readonly get = this.#kept.get;
  readonly list = this.#kept.list;

  readonly put = (namespace: string, key: string, value: StoredValue): Promise<void> => {
    this.writes.push(`put ${nameIn(key)}`);
    return this.#kept.put(namespace, key, value);
  };

  readonly delete = (namespace: string, key: string): Promise<void> => {
    this.writes.push(`delete ${nameIn(key)}`);
    return this.#kept.delete(namespace, key);
  };
}

const nameIn = (key: string): string => key.split('\n')[0] ?? '';

let rig: SipRig;
let store: WatchedStore;
beforeEach(async () => {
  store = new WatchedStore();
  rig = await new SipRig(conf, { store }).start();
});
afterEach(() => rig.close());

const ends = (): unknown[] => store.list('sip-contacts').map(({ value }) => (value as { expiresAt: number }).expiresAt);

describe('what is stored of registrations', () => {
  it('a new contact at once, and renewed ones together a moment later, each once', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.phone('bob')];
    await alice.register();
    await bob.register();
    const atFirst = store.writes.splice(0);
    rig.clock.advance(1000);
    for (const phone of [alice, alice, bob, alice]) await phone.register();
    const meanwhile = store.writes.splice(0);
    rig.clock.advance(delayMs);

    expect([atFirst, meanwhile, store.writes]).toEqual([['put alice', 'put bob'], [], ['put alice', 'put bob']]);
    const end = rig.clock.now() - delayMs + 300_000;
    expect(ends()).toEqual([end, end]);
  });

  it('at once when the same contact is at another place', async () => {
    const [alice, moved] = [await rig.phone('alice'), await rig.phone('alice')];
    const contact = `<sip:alice@127.0.0.1:${alice.port}>`;
    await alice.register({ Contact: contact });
    await moved.register({ Contact: contact });

    expect(store.writes).toEqual(['put alice', 'put alice']);
  });

  it('nothing more of a contact that has ended meanwhile', async () => {
    const alice = await rig.phone('alice');
    await alice.register();
    await alice.register();
    await alice.register({ Expires: '0' });
    rig.clock.advance(delayMs);

    expect(store.writes).toEqual(['put alice', 'delete alice']);
    expect(ends()).toEqual([]);
  });

  it('nothing of a renewal when another node has stored a newer one, or the end of the contact', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.phone('bob')];
    for (const phone of [alice, alice, bob, bob]) await phone.register();
    store.writes.length = 0;
    const [ofAlice, ofBob] = store.list('sip-contacts');
    rig.service.contacts.adopt(ofAlice?.key ?? '', ofAlice?.value);
    rig.service.contacts.adopt(ofBob?.key ?? '', undefined);
    rig.clock.advance(delayMs);

    expect(store.writes).toEqual([]);
  });

  it('everything when the server stops', async () => {
    const alice = await rig.phone('alice');
    await alice.register();
    rig.clock.advance(1000);
    await alice.register();
    const end = rig.clock.now() + 300_000;
    await rig.close();

    expect(ends()).toEqual([end]);
    expect(rig.clock.running).toBe(0);
  });
});

import { join } from 'node:path';
import { openDatabase } from '../../src/storage/database';
import { MemoryPersistence } from '../../src/storage/memory-persistence';
import type { EngineEvent } from '../../src/engine/engine-event';
import { Mailboxes } from '../../src/engine/mailboxes';
import { aFolder, anEngine, someTime } from './engine-rig';

function someMailboxes() {
  const engine = anEngine();
  const mailboxes = new Mailboxes({ ...engine, store: new MemoryPersistence() });
  return { ...engine, mailboxes, stopDevices: mailboxes.serveDevices() };
}

function lamps(happened: readonly EngineEvent[]): string[] {
  return happened.flatMap((event) =>
    event.type === 'device-state-changed' ? [`${event.device.name} ${event.device.state}`] : [],
  );
}

describe('mailboxes', () => {
  it('are made and changed by setting their counts', async () => {
    const { mailboxes, happened } = someMailboxes();
    await mailboxes.set('500', { oldMessages: 1, newMessages: 2 });
    await mailboxes.set('500', { oldMessages: 0, newMessages: 5 });

    expect(mailboxes.get('500')).toEqual({ name: '500', oldMessages: 0, newMessages: 5 });
    expect(happened.filter(({ type }) => type === 'mailbox-changed')).toEqual([
      { type: 'mailbox-changed', at: someTime, mailbox: { name: '500', oldMessages: 1, newMessages: 2 } },
      { type: 'mailbox-changed', at: someTime, mailbox: { name: '500', oldMessages: 0, newMessages: 5 } },
    ]);
  });

  it('are listed by name', async () => {
    const { mailboxes } = someMailboxes();
    for (const name of ['dave@default', '600', 'a b/c', '500'])
      await mailboxes.set(name, { oldMessages: 0, newMessages: 0 });

    expect(mailboxes.list().map(({ name }) => name)).toEqual(['500', '600', 'a b/c', 'dave@default']);
  });

  it('are devices that are in use while they hold new messages, and news when that changes', async () => {
    const { mailboxes, happened } = someMailboxes();
    await mailboxes.set('600', { oldMessages: 3, newMessages: 0 });
    await mailboxes.set('600', { oldMessages: 3, newMessages: 1 });
    expect(mailboxes.stateOf('MWI:600')).toBe('INUSE');
    await mailboxes.set('600', { oldMessages: 3, newMessages: 8 });
    await mailboxes.set('600', { oldMessages: 11, newMessages: 0 });

    expect(mailboxes.stateOf('MWI:600')).toBe('NOT_INUSE');
    expect(lamps(happened)).toEqual(['MWI:600 NOT_INUSE', 'MWI:600 INUSE', 'MWI:600 NOT_INUSE']);
  });

  it('are not devices while no provider serves them', async () => {
    const { mailboxes, happened, stopDevices } = someMailboxes();
    stopDevices();
    await mailboxes.set('600', { oldMessages: 3, newMessages: 1 });

    expect(mailboxes.stateOf('MWI:600')).toBeUndefined();
    expect(lamps(happened)).toEqual([]);
  });

  it('know nothing of devices that are no mailboxes', () => {
    const { mailboxes } = someMailboxes();

    expect(mailboxes.stateOf('MWI:500')).toBeUndefined();
    expect(mailboxes.stateOf('Stasis:500')).toBeUndefined();
  });

  it('say that no messages are left before they go', async () => {
    const { mailboxes, happened } = someMailboxes();
    await mailboxes.set('500', { oldMessages: 1, newMessages: 2 });
    happened.length = 0;

    expect(await mailboxes.remove('500')).toBe('removed');

    expect(happened).toEqual([
      { type: 'mailbox-changed', at: someTime, mailbox: { name: '500', oldMessages: 0, newMessages: 0 } },
      { type: 'device-state-changed', at: someTime, device: { name: 'MWI:500', state: 'NOT_INUSE' } },
    ]);
    expect(mailboxes.get('500')).toBeUndefined();
    expect(await mailboxes.remove('500')).toBe('not-found');
  });

  it('go without a change of their lamp when it was off', async () => {
    const { mailboxes, happened } = someMailboxes();
    await mailboxes.set('600', { oldMessages: 4, newMessages: 0 });
    await mailboxes.remove('600');

    expect(lamps(happened)).toEqual(['MWI:600 NOT_INUSE']);
  });

  it('say so once when two want them gone at the same time', async () => {
    const { mailboxes, happened } = someMailboxes();
    await mailboxes.set('500', { oldMessages: 0, newMessages: 1 });

    await Promise.all([mailboxes.remove('500'), mailboxes.remove('500')]);

    expect(lamps(happened)).toEqual(['MWI:500 INUSE', 'MWI:500 NOT_INUSE']);
  });

  it('outlive the server', async () => {
    const folder = aFolder();
    const file = join(folder.path, 'state.lmdb');
    const engine = anEngine();
    const before = openDatabase(file);
    const mailboxes = new Mailboxes({ ...engine, store: before });
    await mailboxes.set('dave@default', { oldMessages: 1, newMessages: 2 });
    await mailboxes.set('gone', { oldMessages: 1, newMessages: 2 });
    await mailboxes.remove('gone');
    await before.close();

    const after = openDatabase(file);

    expect(new Mailboxes({ ...engine, store: after }).list()).toEqual([
      { name: 'dave@default', oldMessages: 1, newMessages: 2 },
    ]);
    await after.close();
    folder.remove();
  });

  it.each([['text'], [null], [{ oldMessages: 1 }], [{ oldMessages: 1, newMessages: -1 }], [[1, 2]]])(
    'that were stored as %j are passed over and reported',
    async (value) => {
      const engine = anEngine();
      const store = new MemoryPersistence();
      await store.put('mailboxes', '500', value);

      expect(new Mailboxes({ ...engine, store }).list()).toEqual([]);
      expect(engine.lines).toEqual(['error passing over a stored mailbox without message counts {"mailbox":"500"}']);
    },
  );
});

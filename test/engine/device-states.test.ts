import { join } from 'node:path';
import { openDatabase } from '../../src/storage/database';
import { MemoryPersistence } from '../../src/storage/memory-persistence';
import type { DeviceStateProvider } from '../../src/engine/device-state';
import { DeviceStates } from '../../src/engine/device-states';
import { aFolder, anEngine, someTime } from './engine-rig';

function someDevices(...providers: DeviceStateProvider[]) {
  const engine = anEngine();
  const store = new MemoryPersistence();
  const devices = new DeviceStates({ ...engine, store, providers });
  devices.serveOwn();
  return { ...engine, store, devices };
}

const only = (device: string, state: 'BUSY' | 'INUSE'): DeviceStateProvider => ({
  stateOf: (name) => (name === device ? state : undefined),
});

describe('device states', () => {
  it('are unknown under our own prefix and invalid elsewhere, until a provider knows the device', () => {
    const { devices } = someDevices();

    expect(devices.stateOf('Stasis:lamp')).toBe('UNKNOWN');
    expect(devices.stateOf('stasis:lamp')).toBe('UNKNOWN');
    expect(devices.stateOf('lamp')).toBe('INVALID');
    expect(devices.stateOf('Bogus/x')).toBe('INVALID');
    expect(devices.list()).toEqual([]);
  });

  it('are invalid while no provider serves our own prefix, and keep their states', async () => {
    const engine = anEngine();
    const devices = new DeviceStates({ ...engine, store: new MemoryPersistence(), providers: [] });
    await devices.set('Stasis:lamp', 'BUSY');

    expect(devices.stateOf('Stasis:lamp')).toBe('INVALID');
    const stop = devices.serveOwn();
    expect(devices.stateOf('Stasis:lamp')).toBe('BUSY');
    stop();
    expect(devices.stateOf('Stasis:lamp')).toBe('INVALID');
  });

  it('are no longer asked from a provider that was taken away', () => {
    const { devices } = someDevices();
    const remove = devices.addProvider(only('Local/1', 'BUSY'));

    expect(devices.stateOf('Local/1')).toBe('BUSY');
    remove();
    expect(devices.stateOf('Local/1')).toBe('INVALID');
  });

  it('are asked from providers in their order', () => {
    const { devices } = someDevices(only('Local/1', 'BUSY'), only('Local/1', 'INUSE'), only('Local/2', 'INUSE'));

    expect(devices.stateOf('Local/1')).toBe('BUSY');
    expect(devices.stateOf('Local/2')).toBe('INUSE');
    expect(devices.stateOf('Local/3')).toBe('INVALID');
  });

  it('are never asked from providers under our own prefix', () => {
    const { devices } = someDevices(only('Stasis:lamp', 'BUSY'));

    expect(devices.stateOf('Stasis:lamp')).toBe('UNKNOWN');
  });

  it('are listed by name once they are set', async () => {
    const { devices } = someDevices();
    await devices.set('Stasis:lamp', 'BUSY');
    await devices.set('Stasis:a b', 'RINGING');

    expect(devices.list()).toEqual([
      { name: 'Stasis:a b', state: 'RINGING' },
      { name: 'Stasis:lamp', state: 'BUSY' },
    ]);
  });

  it('are one device whatever the case of the prefix, which is ours to spell', async () => {
    const { devices, happened } = someDevices();
    await devices.set('STASIS:lamp', 'INUSE');

    expect(devices.stateOf('stasis:lamp')).toBe('INUSE');
    expect(devices.stateOf('Stasis:Lamp')).toBe('UNKNOWN');
    expect(happened).toEqual([
      { type: 'device-state-changed', at: someTime, device: { name: 'Stasis:lamp', state: 'INUSE' } },
    ]);
  });

  it('are reported only when they differ from before', async () => {
    const { devices, happened } = someDevices();
    for (const state of ['BUSY', 'BUSY', 'INUSE', 'BUSY'] as const) await devices.set('Stasis:lamp', state);

    expect(happened.map((event) => 'device' in event && event.device.state)).toEqual(['BUSY', 'INUSE', 'BUSY']);
  });

  it('are removed without an event, and then are reported again', async () => {
    const { devices, happened } = someDevices();
    await devices.set('Stasis:lamp', 'BUSY');

    expect(await devices.remove('stasis:lamp')).toEqual({ outcome: 'removed' });
    expect(await devices.remove('Stasis:lamp')).toEqual({ outcome: 'removed' });
    expect(devices.stateOf('Stasis:lamp')).toBe('UNKNOWN');
    expect(devices.list()).toEqual([]);
    expect(happened).toHaveLength(1);
    await devices.set('Stasis:lamp', 'BUSY');
    expect(happened).toHaveLength(2);
  });

  it.each([
    ['lamp', 'not-controlled'],
    ['Local/x', 'not-controlled'],
    ['Stasis', 'not-controlled'],
    ['', 'not-controlled'],
    ['Stasis:', 'name-missing'],
    ['sTASIS:', 'name-missing'],
  ])('cannot be changed for %j', async (name, outcome) => {
    const { devices, happened } = someDevices();

    expect(await devices.set(name, 'BUSY')).toEqual({ outcome });
    expect(await devices.remove(name)).toEqual({ outcome });
    expect(happened).toEqual([]);
  });

  it('stay as they were when they cannot be stored', async () => {
    const engine = anEngine();
    const memory = new MemoryPersistence();
    let isFull = false;
    const put: MemoryPersistence['put'] = (...entry) =>
      isFull ? Promise.reject(new Error('the disk is full')) : memory.put(...entry);
    const { get, list, delete: remove } = memory;
    const devices = new DeviceStates({ ...engine, store: { get, list, delete: remove, put }, providers: [] });
    devices.serveOwn();
    await devices.set('Stasis:lamp', 'BUSY');
    isFull = true;

    await expect(devices.set('Stasis:lamp', 'INUSE')).rejects.toThrow('the disk is full');
    expect(devices.stateOf('Stasis:lamp')).toBe('BUSY');
    expect(engine.happened).toHaveLength(1);
  });

  it('outlive the server', async () => {
    const folder = aFolder();
    const file = join(folder.path, 'state.lmdb');
    const engine = anEngine();
    const before = openDatabase(file);
    const devices = new DeviceStates({ ...engine, store: before, providers: [] });
    await devices.set('Stasis:lamp', 'ONHOLD');
    await devices.set('Stasis:gone', 'BUSY');
    await devices.remove('Stasis:gone');
    await before.close();

    const after = openDatabase(file);
    const restarted = new DeviceStates({ ...engine, store: after, providers: [] });

    expect(restarted.list()).toEqual([{ name: 'Stasis:lamp', state: 'ONHOLD' }]);
    expect(engine.happened).toHaveLength(2);
    await after.close();
    folder.remove();
  });

  it('that were stored as something else are passed over and reported', async () => {
    const engine = anEngine();
    const store = new MemoryPersistence();
    await store.put('device-states', 'Stasis:odd', 'TIRED');
    await store.put('device-states', 'Stasis:fine', 'BUSY');

    const devices = new DeviceStates({ ...engine, store, providers: [] });

    expect(devices.list()).toEqual([{ name: 'Stasis:fine', state: 'BUSY' }]);
    expect(engine.lines).toEqual([
      'error ignoring a stored device state with an unknown value {"device":"Stasis:odd"}',
    ]);
  });
});

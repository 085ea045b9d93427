import type { Technology, TechnologyReports } from '../../../src/engine/calls/technology/technology';
import { Technologies } from '../../../src/engine/calls/technology/technologies';
import { DeviceStates } from '../../../src/engine/device-states';
import { Endpoints } from '../../../src/engine/endpoints';
import { Messaging } from '../../../src/engine/messaging';
import { MemoryPersistence } from '../../../src/storage/memory-persistence';
import { anEngine } from '../engine-rig';

function aServer() {
  const engine = anEngine();
  const endpoints = new Endpoints(engine);
  const devices = new DeviceStates({ ...engine, store: new MemoryPersistence(), providers: [] });
  const messaging = new Messaging(engine);
  const technologies = new Technologies({ ...engine, endpoints, devices, messaging });
  const known = async () => ({
    names: technologies.names(),
    endpoints: endpoints.list().map(({ technology, resource }) => `${technology}/${resource}`),
    device: devices.stateOf('Phone/alice'),
    message: (await messaging.send({ to: 'phone:alice', from: '', body: '', variables: new Map() })).outcome,
  });
  return { ...engine, technologies, known, readMessages: () => messaging.addReader(() => true) };
}

const alice = { resource: 'alice', state: 'online' } as const;
const contact = { uri: 'phone:1', aor: 'alice', status: 'Reachable', roundTripMicroseconds: 1200 } as const;

/** A technology that has everything. */
const aTechnology = (more: Partial<Technology> = {}): Technology => ({
  name: 'Phone',
  request: () => ({ outcome: 'refused', reason: 'nobody is there' }),
  endpoints: { list: () => [alice], get: (name) => (name === 'alice' ? alice : undefined) },
  deviceState: (device) => (device === 'Phone/alice' ? 'RINGING' : undefined),
  messages: { send: async () => ({ outcome: 'taken' }) },
  ...more,
});

const nothing = { names: [], endpoints: [], device: 'INVALID', message: 'no-technology' };
const everything = { names: ['Phone'], endpoints: ['Phone/alice'], device: 'RINGING', message: 'taken' };

describe('a technology', () => {
  it('is there with everything it has until it is removed, and is stopped then', async () => {
    const { technologies, known } = aServer();
    let isStopped = false;
    const remove = await technologies.add(aTechnology({ stop: () => void (isStopped = true) }));

    expect(await known()).toEqual(everything);
    expect(technologies.find('PHONE')?.name).toBe('Phone');
    await remove();
    expect([await known(), isStopped]).toEqual([nothing, true]);
    await remove();
    await technologies.add(aTechnology());
    expect(await known()).toEqual(everything);
  });

  it.each([
    [
      'at once',
      () => {
        throw new Error('no port');
      },
    ],
    [
      'later',
      async () => {
        throw new Error('no port');
      },
    ],
  ])('that fails to start %s leaves nothing behind', async (_when, start: () => void) => {
    const { technologies, known } = aServer();

    await expect(async () => technologies.add(aTechnology({ start }))).rejects.toThrow('no port');

    expect(await known()).toEqual(nothing);
  });

  it('reports endpoints, devices and contacts that have changed, and messages', async () => {
    const { technologies, happened, readMessages } = aServer();
    let reports: TechnologyReports | undefined;
    await technologies.add(aTechnology({ start: (given) => void (reports = given) }));

    reports?.endpointChanged('alice');
    reports?.deviceChanged('Phone/alice');
    reports?.deviceChanged('Phone/nobody');
    reports?.peerChanged('alice', 'Reachable');
    reports?.peerChanged('carol', 'Reachable');
    reports?.contactChanged('alice', contact);
    const message = { from: 'alice', to: 'phone:100', body: 'hello', variables: {} };
    const taken = [reports?.messageReceived(message, 'alice')];
    readMessages();
    taken.push(reports?.messageReceived(message, 'alice'));

    expect(taken).toEqual(['unread', 'taken']);
    expect(happened).toMatchObject([
      { type: 'endpoint-changed', endpoint: { technology: 'Phone', resource: 'alice' } },
      { type: 'device-state-changed', device: { name: 'Phone/alice', state: 'RINGING' } },
      { type: 'peer-status-changed', endpoint: { resource: 'alice' }, status: 'Reachable' },
      { type: 'contact-status-changed', endpoint: { resource: 'alice' }, contact },
      { type: 'text-message-received', endpoint: { resource: 'alice' }, message },
    ]);
  });

  it('has its name to itself', async () => {
    const { technologies } = aServer();
    await technologies.add(aTechnology());

    expect(() => technologies.add({ name: 'phone' })).toThrow('there is a technology phone already');
  });

  it('without outgoing channels is not named as one to call with', async () => {
    const { technologies } = aServer();
    await technologies.add({ name: 'Bell' });

    expect([technologies.names(), technologies.find('bell')?.name]).toEqual([[], 'Bell']);
  });
});

import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(async () => {
  await sockets.closeAll();
  for (const { name } of (await rest.get('/deviceStates')).body as { name: string }[])
    await rest.delete(`/deviceStates/${encodeURIComponent(name)}`);
});
afterAll(() => server.close());

const lamp = '/deviceStates/Stasis:lamp';

describe('the state of a device', () => {
  it('is set, read, listed and removed', async () => {
    expect(await rest.get('/deviceStates')).toMatchObject({ status: 200, body: [] });
    expect(await rest.get(lamp)).toMatchObject({ status: 200, body: { name: 'Stasis:lamp', state: 'UNKNOWN' } });

    expect(await rest.put(`${lamp}?deviceState=BUSY`)).toMatchObject({ status: 204, body: undefined });
    expect((await rest.put('/deviceStates/Stasis:a%20b', { deviceState: 'INUSE' })).status).toBe(204);
    expect((await rest.get(lamp)).body).toEqual({ name: 'Stasis:lamp', state: 'BUSY' });
    expect((await rest.get('/deviceStates')).body).toEqual([
      { name: 'Stasis:a b', state: 'INUSE' },
      { name: 'Stasis:lamp', state: 'BUSY' },
    ]);

    expect((await rest.delete(lamp)).status).toBe(204);
    expect((await rest.delete(lamp)).status).toBe(204);
    expect((await rest.get(lamp)).body).toEqual({ name: 'Stasis:lamp', state: 'UNKNOWN' });
    expect((await rest.get('/deviceStates')).body).toEqual([{ name: 'Stasis:a b', state: 'INUSE' }]);
  });

  it('has our prefix in any case, and one name', async () => {
    await rest.put('/deviceStates/stasis:lamp?deviceState=BUSY');

    expect((await rest.get('/deviceStates')).body).toEqual([{ name: 'Stasis:lamp', state: 'BUSY' }]);
    expect((await rest.delete('/deviceStates/STASIS:lamp')).status).toBe(204);
    expect((await rest.get('/deviceStates')).body).toEqual([]);
  });

  it.each([
    ['Stasis:none', 'UNKNOWN'],
    ['lamp', 'INVALID'],
    ['Bogus/x', 'INVALID'],
    ['MWI:nobody', 'INVALID'],
    ['__proto__', 'INVALID'],
  ])('of %s, which nobody has set, is %s', async (name, state) => {
    const answer = await rest.get(`/deviceStates/${encodeURIComponent(name)}`);

    expect([answer.status, answer.body]).toEqual([200, { name, state }]);
  });

  it.each([
    [
      'a state that nobody can set',
      'PUT',
      `${lamp}?deviceState=UNKNOWN`,
      400,
      'parameter-invalid',
      ['UNKNOWN', 'BUSY'],
    ],
    ['a state that is none', 'PUT', `${lamp}?deviceState=bogus`, 400, 'parameter-invalid', ['bogus', 'BUSY']],
    ['an empty state', 'PUT', `${lamp}?deviceState=`, 400, 'parameter-missing', ['deviceState']],
    ['no state', 'PUT', lamp, 400, 'parameter-missing', ['deviceState']],
    ['a device of others', 'PUT', '/deviceStates/lamp?deviceState=BUSY', 409, 'conflict', ["'lamp'", 'Stasis:']],
    ['a device of a driver', 'PUT', '/deviceStates/Local%2Fx?deviceState=BUSY', 409, 'conflict', ["'Local/x'"]],
    ['a device without name', 'PUT', '/deviceStates/Stasis:?deviceState=BUSY', 404, 'not-found', ["'Stasis:'"]],
    ['a device of others', 'DELETE', '/deviceStates/lamp', 409, 'conflict', ["'lamp'", 'Stasis:']],
    ['a device without name', 'DELETE', '/deviceStates/Stasis:', 404, 'not-found', ["'Stasis:'"]],
    ['all devices', 'PUT', '/deviceStates?deviceState=BUSY', 405, 'method-not-allowed', ['GET']],
  ])('is not changed for %s by %s', async (_what, method, target, status, code, words) => {
    const answer = await rest.call(method, target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
    expect((await rest.get('/deviceStates')).body).toEqual([]);
  });
});

describe('the events of a device', () => {
  it('report every change once, in order, in capitals, to subscribers', async () => {
    const watcher = await sockets.open('app=watcher&subscribeAll=true');
    const one = await sockets.open('app=dsapp');
    const none = await sockets.open('app=deaf');
    await rest.post('/applications/dsapp/subscription?eventSource=deviceState:Stasis:lamp');
    const states = ['NOT_INUSE', 'INUSE', 'BUSY', 'INVALID', 'UNAVAILABLE', 'RINGING', 'RINGINUSE', 'ONHOLD', 'busy'];

    for (const state of states) expect((await rest.put(`${lamp}?deviceState=${state}`)).status).toBe(204);

    const heard = states.map((state) => ({ name: 'Stasis:lamp', state: state.toUpperCase() }));
    const events = await one.sofar();
    expect(events.map(({ type, application }) => `${type} ${String(application)}`)).toEqual(
      states.map(() => 'DeviceStateChanged dsapp'),
    );
    expect(events.map(({ device_state: device }) => device)).toEqual(heard);
    expect((await watcher.sofar()).map(({ device_state: device }) => device)).toEqual(heard);
    expect(await none.sofar()).toEqual([]);
  });

  it('are none when nothing changes, when it is refused and when it is removed', async () => {
    await rest.put(`${lamp}?deviceState=BUSY`);
    const watcher = await sockets.open('app=watcher&subscribeAll=true');

    await rest.put(`${lamp}?deviceState=BUSY`);
    await rest.put(`${lamp}?deviceState=bogus`);
    await rest.delete(lamp);

    expect(await watcher.sofar()).toEqual([]);
  });
});

describe('device states of a server that was restarted', () => {
  it('are as they were', async () => {
    let first: RunningServer | undefined = await RunningServer.start();
    const { folder } = first;
    try {
      const before = new Rest(first.origin);
      await before.put(`${lamp}?deviceState=RINGING`);
      await before.put('/deviceStates/Stasis:gone?deviceState=BUSY');
      await before.delete('/deviceStates/Stasis:gone');
      await first.stop();
      first = await RunningServer.start({}, folder);

      expect((await new Rest(first.origin).get('/deviceStates')).body).toEqual([
        { name: 'Stasis:lamp', state: 'RINGING' },
      ]);
    } finally {
      await first.close();
    }
  });
});

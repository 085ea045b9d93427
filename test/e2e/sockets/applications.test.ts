import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);

beforeEach(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(async () => {
  await sockets.closeAll();
  await server.close();
});

const bare = { channel_ids: [], bridge_ids: [], endpoint_ids: [], device_names: [] };
const open = { events_allowed: [], events_disallowed: [] };
const everything = {
  channel_ids: ['__AST_CHANNEL_ALL_TOPIC'],
  bridge_ids: ['__AST_BRIDGE_ALL_TOPIC'],
  endpoint_ids: ['__AST_ENDPOINT_ALL_TOPIC'],
  device_names: ['__AST_DEVICE_STATE_ALL_TOPIC'],
};

/** Applications change with the server's end of a socket, which a moment ago may still have been open. */
async function listed(wanted: readonly string[]): Promise<unknown> {
  for (;;) {
    const { body } = await rest.get('/applications');
    if ((body as { name: string }[]).length === wanted.length) return body;
  }
}

describe('an application', () => {
  it('exists while its socket is open, however that ends', async () => {
    expect(await rest.get('/applications')).toMatchObject({ status: 200, body: [] });

    const main = await sockets.open('app=tapp');
    const all = await sockets.open('app=watcher&subscribeAll=true');
    expect((await rest.get('/applications')).body).toEqual([
      { name: 'tapp', ...bare, ...open },
      { name: 'watcher', ...everything, ...open },
    ]);

    await main.close();
    expect(await listed(['watcher'])).toEqual([{ name: 'watcher', ...everything, ...open }]);
    await all.abort();
    expect(await listed([])).toEqual([]);
  });

  it('is found by its exact name', async () => {
    await sockets.open('app=tapp');

    expect(await rest.get('/applications/tapp')).toMatchObject({ status: 200, body: { name: 'tapp', ...bare } });
    for (const name of ['TAPP', 'tap', 'tapp%20', '__proto__']) {
      const { status, body } = await rest.get(`/applications/${name}`);
      expect([name, status]).toEqual([name, 404]);
      expect(body).toMatchObject(refusal('not-found', decodeURIComponent(name)));
    }
  });

  it.each([
    ['DELETE', '/applications/tapp', 'OPTIONS,GET'],
    ['POST', '/applications', 'OPTIONS,GET'],
    ['GET', '/applications/tapp/eventFilter', 'OPTIONS,PUT'],
    ['GET', '/applications/tapp/subscription', 'OPTIONS,POST,DELETE'],
  ])('cannot be reached by %s %s', async (method, target, allow) => {
    const { status, headers, body } = await rest.call(method, target);

    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toMatchObject(refusal('method-not-allowed', method));
  });

  it('comes and goes without any other application hearing of it', async () => {
    const all = await sockets.open('app=watcher&subscribeAll=true');
    const plain = await sockets.open('app=plain');

    const comer = await sockets.open('app=comer');
    await comer.close();
    await sockets.open('app=comer&subscribeAll=true').then((socket) => socket.abort());
    await listed(['plain', 'watcher']);

    expect([await all.sofar(), await plain.sofar()]).toEqual([[], []]);
  });
});

describe('an application that is opened again', () => {
  it('passes with its subscriptions to the new socket; the old one is told, stays open and falls silent', async () => {
    const one = await sockets.open('app=replapp');
    await rest.post('/applications/replapp/subscription?eventSource=deviceState:Stasis:k');

    const two = await sockets.open('app=replapp');
    await rest.put('/deviceStates/Stasis:k?deviceState=BUSY');

    expect(await one.sofar()).toEqual([
      {
        type: 'ApplicationReplaced',
        application: 'replapp',
        timestamp: expect.any(String) as string,
        asterisk_id: expect.any(String) as string,
      },
    ]);
    expect(await two.sofar()).toMatchObject([{ type: 'DeviceStateChanged', application: 'replapp' }]);
    expect((await rest.get('/applications/replapp')).body).toMatchObject({ device_names: ['Stasis:k'] });
  });

  it('does not end when the old socket closes', async () => {
    const one = await sockets.open('app=replapp');
    const two = await sockets.open('app=replapp');

    await one.close();
    await rest.post('/events/user/still-there?application=replapp');

    expect(await two.sofar()).toMatchObject([{ type: 'ChannelUserevent', eventname: 'still-there' }]);
  });

  it('leaves the other applications of the old socket to it', async () => {
    const both = await sockets.open('app=first,second');
    const taker = await sockets.open('app=second');

    await rest.post('/events/user/x?application=first');
    await rest.post('/events/user/x?application=second');

    expect((await both.sofar()).map(({ type, application }) => [type, application])).toEqual([
      ['ApplicationReplaced', 'second'],
      ['ChannelUserevent', 'first'],
    ]);
    expect(await taker.sofar()).toMatchObject([{ type: 'ChannelUserevent', application: 'second' }]);
  });

  it('takes over the subscriptions as they stand, whatever subscribeAll says', async () => {
    await sockets.open('app=plain');
    await sockets.open('app=plain&subscribeAll=true');
    await sockets.open('app=watcher&subscribeAll=true');
    await sockets.open('app=watcher');

    expect((await rest.get('/applications')).body).toMatchObject([
      { name: 'plain', ...bare },
      { name: 'watcher', ...everything },
    ]);
  });

  it('tells the old socket nothing that its filter holds back', async () => {
    const one = await sockets.open('app=filtered');
    await rest.put('/applications/filtered/eventFilter', { disallowed: [{ type: 'ApplicationReplaced' }] });

    await sockets.open('app=filtered');

    expect(await one.sofar()).toEqual([]);
    expect((await rest.get('/applications/filtered')).body).toMatchObject({
      events_disallowed: [{ type: 'ApplicationReplaced' }],
    });
  });
});

describe('an application that comes back', () => {
  it('has its device subscriptions again, but neither its filter nor its whole-kind subscriptions', async () => {
    const one = await sockets.open('app=lastapp');
    await rest.post('/applications/lastapp/subscription?eventSource=deviceState:Stasis:bulb,channel:,bridge:');
    await rest.put('/applications/lastapp/eventFilter', { disallowed: [{ type: 'Dial' }] });
    await one.close();
    expect(await listed([])).toEqual([]);
    expect((await rest.get('/applications/lastapp')).status).toBe(404);
    await rest.put('/deviceStates/Stasis:bulb?deviceState=BUSY');

    const two = await sockets.open('app=lastapp');
    expect((await rest.get('/applications/lastapp')).body).toEqual({
      name: 'lastapp',
      ...bare,
      ...open,
      device_names: ['Stasis:bulb'],
    });
    await rest.put('/deviceStates/Stasis:bulb?deviceState=NOT_INUSE');
    expect(await two.sofar()).toMatchObject([
      { type: 'DeviceStateChanged', device_state: { name: 'Stasis:bulb', state: 'NOT_INUSE' } },
    ]);

    const { body } = await rest.delete('/applications/lastapp/subscription?eventSource=deviceState:Stasis:bulb');
    expect(body).toMatchObject({ name: 'lastapp', device_names: [] });
  });
});

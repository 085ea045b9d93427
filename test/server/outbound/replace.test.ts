import { aClient, aSocket, aUser, heard, OutboundRig } from './outbound-rig';
import type { RemoteSocket } from './remote-application';
import { RemoteApplication } from './remote-application';

describe('a changed configuration of outbound sockets', () => {
  let remote: RemoteApplication;
  let rig: OutboundRig;

  beforeEach(async () => {
    remote = await RemoteApplication.start();
    rig = new OutboundRig();
  });
  afterEach(async () => {
    await rig.sockets.close();
    await remote.stop();
  });

  const connected = async (...applications: string[]): Promise<RemoteSocket> => {
    rig.sockets.replace([aSocket({ applications })], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, applications.length);
    return socket;
  };

  it('leaves alone what is the same', async () => {
    const socket = await connected('sales');

    rig.sockets.replace([aSocket()], [aClient(remote)]);

    const answer = await socket.ask({ method: 'GET', uri: 'sounds' });
    expect(answer).toMatchObject({ status_code: 200 });
    rig.sockets.replace([aSocket({ applications: ['sales', 'new'] })], [aClient(remote)]);
    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered new']);
  });

  it('takes leave of a socket that is gone from it', async () => {
    const socket = await connected('sales', 'support');

    rig.sockets.replace([], []);

    expect(await heard(socket, 2)).toEqual(['ApplicationUnregistered sales', 'ApplicationUnregistered support']);
    expect(await socket.closed).toEqual({ code: 1000, reason: 'removed from the configuration' });
    expect(rig.applications.list()).toEqual([]);
  });

  it('takes leave also of an application that an inbound socket has, and leaves it there', async () => {
    const socket = await connected('sales');
    rig.applications.register('sales', { sink: { send: () => undefined }, subscribeAll: false });

    rig.sockets.replace([], []);

    expect(await heard(socket, 2)).toEqual(['ApplicationReplaced sales', 'ApplicationUnregistered sales']);
    expect(rig.applications.get('sales')?.isConnected).toBe(true);
  });

  it('exchanges applications on the open connection', async () => {
    const socket = await connected('sales', 'support');

    rig.sockets.replace([aSocket({ applications: ['support', 'fax'] })], [aClient(remote)]);

    expect(await heard(socket, 2)).toEqual(['ApplicationUnregistered sales', 'ApplicationRegistered fax']);
    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ application: 'support' });
    expect(rig.applications.list().map(({ name }) => name)).toEqual(['fax', 'support']);
  });

  it('registers anew what is subscribed to more or less than before', async () => {
    const socket = await connected('sales');

    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    rig.deviceChanged('Stasis:a');
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    rig.deviceChanged('Stasis:b');
    rig.sockets.replace([], []);

    expect(await heard(socket, 6)).toEqual([
      ...['ApplicationUnregistered sales', 'ApplicationRegistered sales', 'DeviceStateChanged sales'],
      ...['ApplicationUnregistered sales', 'ApplicationRegistered sales', 'ApplicationUnregistered sales'],
    ]);
  });

  it('connects anew when the connection is another, and loses no event on the way', async () => {
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 1);

    const elsewhere = { uri: `${remote.uri}?v=2` };
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(elsewhere)]);
    rig.deviceChanged('Stasis:between');
    const second = await remote.sockets.next();

    expect(await first.closed).toMatchObject({ code: 1000 });
    expect(await heard(second, 2)).toEqual(['ApplicationRegistered sales', 'DeviceStateChanged sales']);
    await remote.upgrades.next();
    expect(await remote.upgrades.next()).toMatchObject({ target: '/out?v=2' });
  });

  it('reaches a socket that waits for its next attempt', async () => {
    rig.sockets.replace([aSocket()], [aClient({ uri: 'ws://127.0.0.1:1/' })]);
    await rig.failures.next();

    rig.sockets.replace([aSocket()], [aClient(remote)]);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('reaches a socket that is connecting', async () => {
    remote.misbehave(() => undefined);
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    await remote.upgrades.next();
    remote.misbehave();

    rig.sockets.replace([aSocket()], [aClient(remote, { username: 'me' })]);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    expect(rig.sentences('warn')).toEqual([]);
  });

  it('gives the requests on an open socket the rights that their user has now', async () => {
    const socket = await connected('sales');
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 501 });

    rig.users.set('anna', aUser('anna', { readOnly: true }));
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 403 });

    rig.users.set('bert', aUser('bert'));
    rig.sockets.replace([aSocket({ localUser: 'bert' })], [aClient(remote)]);
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 501 });
  });

  it('follows its users also when nothing else has changed', async () => {
    const socket = await connected('sales');
    rig.users.set('anna', aUser('anna', { readOnly: true }));
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 403 });

    rig.users.clear();
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    expect(await heard(socket, 1)).toEqual(['ApplicationUnregistered sales']);
    await socket.closed;

    rig.users.set('anna', aUser('anna'));
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('moves an application from one socket to the other', async () => {
    const first = await connected('sales', 'support');

    rig.sockets.replace(
      [aSocket({ id: 'new', applications: ['support'] }), aSocket({ applications: ['sales'] })],
      [aClient(remote)],
    );
    const second = await remote.sockets.next();

    expect(await heard(second, 1)).toEqual(['ApplicationRegistered support']);
    expect(await heard(first, 1)).toEqual(['ApplicationReplaced support']);
    expect(await heard(first, 1)).toEqual(['ApplicationUnregistered support']);
    expect(rig.applications.list().map(({ isConnected }) => isConnected)).toEqual([true, true]);
  });

  it('turns a persistent socket into one for each call', async () => {
    const socket = await connected('sales');

    rig.sockets.replace([aSocket()], [aClient(remote, { connectionType: 'per_call_config' })]);

    expect(await socket.closed).toMatchObject({ code: 1000 });
    expect(await rig.sockets.openForCall('sales', 'PJSIP/a-1')).toMatchObject({ application: 'sales:PJSIP/a-1' });
  });

  it('ends a socket whose user is gone', async () => {
    const socket = await connected('sales');

    rig.users.clear();
    rig.sockets.replace([aSocket()], [aClient(remote)]);

    expect(await socket.closed).toMatchObject({ code: 1000 });
  });
});

describe('an outbound socket that cannot be used', () => {
  const remote = { uri: 'ws://127.0.0.1:1/' };
  const scopes = { resources: undefined, methods: undefined, applications: undefined };

  it.each([
    ['has no client', [aSocket({ websocketClientId: 'nobody' })], "there is no websocket client 'nobody'"],
    ['has no user', [aSocket({ localUser: 'nobody' })], "there is no user 'nobody'"],
    [
      'has a user who may not use the application',
      [aSocket({ localUser: 'narrow' })],
      "the user 'narrow' may not use the application 'sales'",
    ],
    [
      'has a user who may not have event sockets',
      [aSocket({ localUser: 'deaf' })],
      "the user 'deaf' may not have event sockets",
    ],
  ])('is not started and told of when it %s', (_what, sockets, reason) => {
    const rig = new OutboundRig();
    rig.users.set('narrow', aUser('narrow', { scopes: { ...scopes, applications: ['support'] } }));
    rig.users.set('deaf', aUser('deaf', { scopes: { ...scopes, resources: ['channels'] } }));

    rig.sockets.replace(sockets, [aClient(remote)]);
    rig.sockets.replace(sockets, [aClient(remote)]);

    expect(rig.lines.map(({ level, fields }) => [level, fields['reason']])).toEqual([['error', reason]]);
    expect(rig.applications.list()).toEqual([]);
    expect(rig.clock.running).toBe(0);
  });

  it('is reported again when it comes back unchanged', () => {
    const rig = new OutboundRig();
    rig.users.clear();
    rig.sockets.replace([aSocket()], [aClient(remote)]);

    rig.sockets.replace([], []);
    rig.sockets.replace([aSocket()], [aClient(remote)]);

    expect(rig.sentences('error')).toHaveLength(2);
  });

  it('leaves an application to the one that serves it already, unless that one cannot be used itself', async () => {
    const rig = new OutboundRig();
    const sockets = [aSocket({ id: 'lost', localUser: 'nobody' }), aSocket(), aSocket({ id: 'rival' })];

    rig.sockets.replace(sockets, [aClient(remote)]);

    expect(rig.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([
      { outboundSocket: 'lost', reason: "there is no user 'nobody'" },
      { outboundSocket: 'rival', reason: "the application 'sales' is already served by outbound socket 'out'" },
    ]);
    expect(rig.applications.list().map(({ name }) => name)).toEqual(['sales']);
    await rig.sockets.close();
  });

  it.each([
    ['connection_type', aClient(remote, { connectionType: undefined }), 'has no connection_type'],
    ['uri', aClient({ uri: 'elsewhere' }), 'has no usable uri'],
  ])('is not started when its client has no %s', (_what, client, reason) => {
    const rig = new OutboundRig();

    rig.sockets.replace([aSocket()], [client]);

    expect(rig.lines[0]?.fields['reason']).toContain(reason);
    expect(rig.clock.running).toBe(0);
  });
});

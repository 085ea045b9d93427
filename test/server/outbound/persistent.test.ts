import { aClient, aSocket, aUser, heard, OutboundRig } from './outbound-rig';
import { RemoteApplication } from './remote-application';

describe('a persistent outbound socket', () => {
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

  it('presents itself as the configuration says', async () => {
    const client = aClient(
      { uri: `${remote.uri}?tenant=7&x=a%20b` },
      { username: 'me', password: 'sécret', protocols: ['ari', 'other'] },
    );
    rig.sockets.replace([aSocket()], [client]);
    const { target, headers } = await remote.upgrades.next();
    const { protocol } = await remote.sockets.next();

    expect(target).toBe('/out?tenant=7&x=a%20b');
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('me:sécret').toString('base64')}`,
      'sec-websocket-protocol': 'ari,other',
      'sec-websocket-version': '13',
    });
    expect(headers['sec-websocket-extensions']).toBeUndefined();
    expect(protocol).toBe('ari');
  });

  it('sends no credentials when none are configured', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote, { protocols: [] })]);
    const { headers } = await remote.upgrades.next();

    expect(headers.authorization).toBeUndefined();
    expect(headers['sec-websocket-protocol']).toBeUndefined();
    await remote.sockets.next();
  });

  it('announces each of its applications', async () => {
    rig.sockets.replace([aSocket({ applications: ['sales', 'support'] })], [aClient(remote)]);
    const socket = await remote.sockets.next();

    expect(await socket.messages.next()).toEqual({
      type: 'ApplicationRegistered',
      timestamp: '1970-01-01T00:00:00.000+0000',
      application: 'sales',
      asterisk_id: '02:00:00:00:00:01',
    });
    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered support']);
    expect(rig.applications.list().map(({ name, isConnected }) => [name, isConnected])).toEqual([
      ['sales', true],
      ['support', true],
    ]);
    expect(rig.sockets.connected).toBe(1);
  });

  it('announces an application whose filter would hide it', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 1);
    const sales = rig.applications.get('sales');
    if (sales) sales.filter = { allowed: [{ type: 'StasisStart' }], disallowed: [] };
    rig.clock.advance(5000);
    first.terminate();
    const second = await remote.sockets.next();

    expect(await heard(second, 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('hears everything when the configuration subscribes it to all', async () => {
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    rig.deviceChanged('Stasis:desk');

    expect(await socket.messages.next()).toMatchObject({
      type: 'DeviceStateChanged',
      device_state: { name: 'Stasis:desk', state: 'INUSE' },
      application: 'sales',
    });
  });

  it('hears everything even if the application was there before without it', async () => {
    const silent = { send: () => undefined };
    rig.applications.register('sales', { sink: silent, subscribeAll: false });
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    rig.deviceChanged('Stasis:desk');

    expect(await heard(socket, 1)).toEqual(['DeviceStateChanged sales']);
  });

  it('answers requests, signed by its first application', async () => {
    rig.sockets.replace([aSocket({ applications: ['sales', 'support'] })], [aClient(remote)]);
    const socket = await remote.sockets.next();

    const answer = await socket.ask({ method: 'GET', uri: 'sounds/beep', transaction_id: 't', request_id: '7' });

    expect(answer).toMatchObject({ transaction_id: 't', request_id: '7', status_code: 200, application: 'sales' });
    expect(JSON.parse(String(answer['message_body']))).toEqual({ id: 'beep', formats: [] });
  });

  it('lets requests do what its local user may do, and no more', async () => {
    rig.users.set('reader', aUser('reader', { readOnly: true }));
    rig.sockets.replace([aSocket({ localUser: 'reader' })], [aClient(remote)]);
    const socket = await remote.sockets.next();

    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200 });
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 403 });
    const smuggled = { method: 'DELETE', uri: 'channels/1?api_key=anna:p' };
    expect(await socket.ask(smuggled)).toMatchObject({ status_code: 403 });
  });

  it('hears a request that came in the packet that opened the socket', async () => {
    remote.greetWith({ type: 'RESTRequest', method: 'GET', uri: 'sounds', request_id: 'early' });
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    expect(await socket.messages.next()).toMatchObject({ type: 'RESTResponse', request_id: 'early', status_code: 200 });
  });

  it('comes back at once after a connection that had lasted, and announces its applications again', async () => {
    rig.sockets.replace([aSocket({ applications: ['sales', 'support'] })], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 2);

    rig.clock.advance(1680);
    first.close();
    const second = await remote.sockets.next();

    expect(await heard(second, 2)).toEqual(['ApplicationRegistered sales', 'ApplicationRegistered support']);
    expect(rig.sentences('info')).toContain('outbound websocket lost');
  });

  it('takes its time after a connection that did not last', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 1);

    rig.clock.advance(999);
    first.close(4001);
    expect(await rig.failures.next()).toMatchObject({ reason: 'closed with 4001', failures: 1 });
    rig.clock.advance(299);
    expect(rig.clock.running).toBe(1);
    rig.clock.advance(1);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('keeps its applications and their events while there is no connection', async () => {
    await remote.stop();
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    await rig.failures.next();

    expect(rig.applications.get('sales')?.isConnected).toBe(true);
    rig.deviceChanged('Stasis:a');
    rig.deviceChanged('Stasis:b');
    await remote.listen();
    rig.clock.advance(300);
    const socket = await remote.sockets.next();

    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered sales']);
    expect(await socket.messages.next()).toMatchObject({ device_state: { name: 'Stasis:a' } });
    expect(await socket.messages.next()).toMatchObject({ device_state: { name: 'Stasis:b' } });
  });

  it('forgets events that have waited for more than a minute, and warns once', async () => {
    await remote.stop();
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote, { reconnectInterval: 70_000 })]);
    await rig.failures.next();
    rig.deviceChanged('Stasis:a');
    rig.deviceChanged('Stasis:b');
    rig.clock.advance(61_000);
    rig.deviceChanged('Stasis:c');
    await remote.listen();
    rig.clock.advance(9000);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    expect(await socket.messages.next()).toMatchObject({ device_state: { name: 'Stasis:c' } });
    const warnings = rig.sentences('warn').filter((sentence) => sentence.includes('are dropped'));
    expect(warnings).toHaveLength(1);
  });

  it('goes on trying for ever, and reports the first failure and then every so many', async () => {
    await remote.stop();
    rig.sockets.replace([aSocket()], [aClient(remote, { reconnectAttempts: 3 })]);
    const reported = (): unknown[] =>
      rig.lines
        .filter(({ sentence }) => sentence === 'outbound websocket cannot connect')
        .map(({ fields }) => fields['failures']);
    while (reported().length < 4) {
      await new Promise(setImmediate);
      rig.clock.advance(1000);
    }

    expect(reported()).toEqual([1, 3, 6, 9]);
  });

  it('leaves an application to an inbound socket that takes it, until it connects again', async () => {
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 1);
    const inbound: string[] = [];
    const sink = { send: (text: string) => void inbound.push((JSON.parse(text) as { type: string }).type) };

    rig.applications.register('sales', { sink, subscribeAll: false });
    expect(await heard(first, 1)).toEqual(['ApplicationReplaced sales']);
    rig.deviceChanged('Stasis:a');
    rig.clock.advance(5000);
    first.terminate();
    const second = await remote.sockets.next();

    expect(await heard(second, 1)).toEqual(['ApplicationRegistered sales']);
    expect(inbound).toEqual(['DeviceStateChanged', 'ApplicationReplaced']);
    rig.deviceChanged('Stasis:b');
    expect(await second.messages.next()).toMatchObject({ device_state: { name: 'Stasis:b' } });
  });

  it('does not report late that it was replaced while it was away', async () => {
    await remote.stop();
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    await rig.failures.next();
    rig.applications.register('sales', { sink: { send: () => undefined }, subscribeAll: false });
    await remote.listen();
    rig.clock.advance(300);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    rig.deviceChanged('Stasis:a');

    expect(await heard(socket, 1)).toEqual(['DeviceStateChanged sales']);
  });
});

describe('closing outbound sockets', () => {
  let remote: RemoteApplication;
  let rig: OutboundRig;

  beforeEach(async () => {
    remote = await RemoteApplication.start();
    rig = new OutboundRig();
  });
  afterEach(() => remote.stop());

  it('performs the closing handshake, leaves no connection and no application, and may be closed twice', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote, { pingPong: { interval: 1000, probes: 3 } })]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    await Promise.all([rig.sockets.close(), rig.sockets.close()]);
    await rig.sockets.close();

    expect(await heard(socket, 1)).toEqual(['ApplicationUnregistered sales']);
    expect(await socket.closed).toEqual({ code: 1001, reason: 'the server is shutting down' });
    expect(rig.applications.list()).toEqual([]);
    await remote.quiet();
  });

  it('ends an attempt that is under way', async () => {
    remote.misbehave(() => undefined);
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    await remote.upgrades.next();

    await rig.sockets.close();

    await remote.quiet();
    expect(rig.clock.running).toBe(0);
  });

  it('ends the wait for the next attempt', async () => {
    await remote.stop();
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    await rig.failures.next();
    expect(rig.clock.running).toBe(1);

    await rig.sockets.close();

    expect(rig.clock.running).toBe(0);
    await remote.listen();
  });

  it('cuts a peer that does not answer the closing handshake', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);
    socket.freeze();

    const closed = rig.sockets.close();
    rig.clock.advance(2000);

    await closed;
  });

  it('starts nothing afterwards', async () => {
    await rig.sockets.close();
    rig.sockets.replace([aSocket()], [aClient(remote)]);

    expect(rig.applications.list()).toEqual([]);
    expect(rig.clock.running).toBe(0);
    expect(await rig.sockets.openForCall('sales', 'PJSIP/a-1')).toMatchObject({ outcome: 'failed' });
  });
});

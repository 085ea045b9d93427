import type { CallSocketResult } from '../../../src/server/outbound/call-socket';
import { aClient, aSocket, aUser, heard, OutboundRig } from './outbound-rig';
import { mischief, RemoteApplication } from './remote-application';

const channel = 'PJSIP/anna-00000001';
const name = `sales:${channel}`;

describe('an outbound socket for one call', () => {
  let remote: RemoteApplication;
  let rig: OutboundRig;

  beforeEach(async () => {
    remote = await RemoteApplication.start();
    rig = new OutboundRig();
    rig.sockets.replace([aSocket()], [aClient(remote, { connectionType: 'per_call_config' })]);
  });
  afterEach(async () => {
    await rig.sockets.close();
    await remote.stop();
  });

  const open = async (): Promise<Extract<CallSocketResult, { outcome: 'open' }>> => {
    const result = await rig.sockets.openForCall('sales', channel);
    if (result.outcome !== 'open') throw new Error(`the socket is not open: ${result.outcome}`);
    return result;
  };

  it('is not opened before there is a call, and registers no application', () => {
    expect(rig.applications.list()).toEqual([]);
    expect(rig.sockets.connected).toBe(0);
    expect(rig.clock.running).toBe(0);
  });

  it('registers an application of its own for the channel', async () => {
    const { application } = await open();
    const socket = await remote.sockets.next();

    expect(application).toBe(name);
    expect(await heard(socket, 1)).toEqual([`ApplicationRegistered ${name}`]);
    expect(rig.applications.list().map((known) => known.name)).toEqual([name]);
    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200, application: name });
  });

  it('is closed three seconds after the call has ended', async () => {
    const { ended } = await open();
    const socket = await remote.sockets.next();

    ended();
    ended();
    rig.clock.advance(2999);
    expect(rig.sockets.connected).toBe(1);
    rig.clock.advance(1);

    expect(await heard(socket, 2)).toEqual([`ApplicationRegistered ${name}`, `ApplicationUnregistered ${name}`]);
    expect(await socket.closed).toMatchObject({ code: 1000 });
    expect(rig.applications.list()).toEqual([]);
  });

  it('is used again by a channel that comes back in time', async () => {
    const first = await open();
    const socket = await remote.sockets.next();
    first.ended();
    rig.clock.advance(2000);

    const second = await open();
    rig.clock.advance(2000);
    expect(rig.sockets.connected).toBe(1);
    second.ended();
    rig.clock.advance(3000);

    expect(await heard(socket, 2)).toEqual([`ApplicationRegistered ${name}`, `ApplicationUnregistered ${name}`]);
  });

  it('is not opened again for an application that hangs up after the end', async () => {
    const { ended } = await open();
    const socket = await remote.sockets.next();
    await heard(socket, 1);
    rig.clock.advance(5000);
    ended();

    socket.close();
    await socket.closed;
    while (rig.sockets.connected > 0) await new Promise(setImmediate);

    expect(rig.applications.list()).toEqual([]);
    expect(rig.clock.running).toBe(0);
  });

  it('serves each channel by a socket of its own', async () => {
    await open();
    const other = await rig.sockets.openForCall('sales', 'PJSIP/bert-00000002');

    expect(other).toMatchObject({ outcome: 'open', application: 'sales:PJSIP/bert-00000002' });
    expect(rig.sockets.connected).toBe(2);
  });

  it('is shared by two requests for the same channel', async () => {
    const [one, two] = await Promise.all([open(), open()]);

    expect(rig.sockets.connected).toBe(1);
    one.ended();
    rig.clock.advance(10_000);
    expect(rig.sockets.connected).toBe(1);
    two.ended();
    rig.clock.advance(3000);
    expect(rig.sockets.connected).toBe(0);
  });

  it('fails after the configured attempts', async () => {
    await rig.sockets.close();
    rig = new OutboundRig();
    const patient = { connectionType: 'per_call_config', connectionTimeout: 1e9 } as const;
    rig.sockets.replace([aSocket()], [aClient(remote, patient)]);
    remote.misbehave(mischief.answer('HTTP/1.1 401 Unauthorized'));
    let result: CallSocketResult | undefined;
    void rig.sockets.openForCall('sales', channel).then((settled) => (result = settled));
    while (result === undefined) {
      await new Promise(setImmediate);
      rig.clock.advance(300);
    }

    expect(result).toEqual({ outcome: 'failed', reason: expect.stringMatching(/401/) as string });
    expect(rig.lines.map(({ fields }) => fields['failures'])).toEqual([1, 4]);
    expect(rig.applications.list()).toEqual([]);
    expect(rig.clock.running).toBe(0);
  });

  it('opens after an attempt that failed', async () => {
    remote.misbehave(mischief.hangUp);
    const opening = open();
    await rig.failures.next();
    remote.misbehave();
    rig.clock.advance(300);

    expect((await opening).application).toBe(name);
  });

  it('is given up when the caller hangs up meanwhile', async () => {
    remote.misbehave(mischief.hang);
    const hangup = new AbortController();
    const opening = rig.sockets.openForCall('sales', channel, hangup.signal);
    await remote.upgrades.next();

    hangup.abort();

    expect(await opening).toEqual({ outcome: 'failed', reason: 'the call has ended' });
    await remote.quiet();
    expect(rig.clock.running).toBe(0);
  });

  it('is given up at once for a caller who has hung up already', async () => {
    const result = await rig.sockets.openForCall('sales', channel, AbortSignal.abort());

    expect(result).toEqual({ outcome: 'failed', reason: 'the call has ended' });
    await rig.sockets.close();
    await remote.quiet();
  });

  it('is opened again when it breaks during the call', async () => {
    const { lost } = await open();
    const first = await remote.sockets.next();
    await heard(first, 1);
    rig.clock.advance(5000);

    first.terminate();
    const second = await remote.sockets.next();

    expect(await heard(second, 1)).toEqual([`ApplicationRegistered ${name}`]);
    expect(lost.aborted).toBe(false);
  });

  it('tells when it broke and cannot be opened again', async () => {
    await rig.sockets.close();
    rig = new OutboundRig();
    const client = aClient(remote, { connectionType: 'per_call_config', reconnectAttempts: 1 });
    rig.sockets.replace([aSocket()], [client]);
    const { lost, ended } = await open();
    const socket = await remote.sockets.next();
    const isLost = new Promise((resolve) => lost.addEventListener('abort', resolve));
    rig.clock.advance(5000);
    remote.misbehave(mischief.hangUp);
    socket.terminate();

    await isLost;

    expect(rig.applications.list()).toEqual([]);
    ended();
    expect(rig.clock.running).toBe(0);
  });

  it('is not there for other applications', async () => {
    expect(await rig.sockets.openForCall('support', channel)).toEqual({ outcome: 'not-configured' });
  });

  it('outlives the removal of its object, but opens no more', async () => {
    const { ended } = await open();
    const socket = await remote.sockets.next();

    rig.sockets.replace([], []);

    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200 });
    expect(await rig.sockets.openForCall('sales', 'PJSIP/bert-2')).toEqual({ outcome: 'not-configured' });
    ended();
    rig.clock.advance(3000);
    expect(await socket.closed).toMatchObject({ code: 1000 });
  });

  it('follows a change of its user, and ends with the user', async () => {
    const { lost } = await open();
    const socket = await remote.sockets.next();
    rig.users.set('anna', aUser('anna', { readOnly: true }));
    rig.sockets.replace([], []);
    expect(await socket.ask({ method: 'DELETE', uri: 'channels/1' })).toMatchObject({ status_code: 403 });

    rig.users.clear();
    rig.sockets.replace([], []);

    expect(await socket.closed).toMatchObject({ code: 1000, reason: 'the local user is gone' });
    expect(lost.aborted).toBe(true);
  });
});

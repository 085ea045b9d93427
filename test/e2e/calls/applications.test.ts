import { heard as told } from '../../server/outbound/outbound-rig';
import { mischief, RemoteApplication } from '../../server/outbound/remote-application';
import { heard, lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const dialplan = `
exten => offered,1,Answer(,i)
 same => n,StasisBroadcast(\${PATIENCE},^hel,first:second arg:,\${NOTIFY})
 same => n,Set(AFTER=\${STASISSTATUS})
 same => n,Wait(600)
exten => filtered,1,Answer(,i)
 same => n,StasisBroadcast(0,\${FILTER})
 same => n,Set(AFTER=\${STASISSTATUS})
 same => n,Wait(600)
exten => entering,1,Answer(,i)
 same => n,Stasis(hello)
 same => n,Set(AFTER=\${STASISSTATUS})
 same => n,Wait(600)
exten => outbound,1,Answer(,i)
 same => n,Stasis(sales,from,dialplan)
 same => n,Set(AFTER=\${STASISSTATUS})
 same => n,Wait(600)
`;

/** A value that the dialplan is going to set on the far end of the call c1. */
async function after(rig: CallRig): Promise<unknown> {
  for (;;) {
    const { status, body } = await rig.rest.get('/channels/c1;2/variable?variable=AFTER');
    if (status === 200) return (body as { readonly value: string }).value;
  }
}

/** Sends a call into the dialplan that does not concern any application yet. */
async function send(rig: CallRig, extension: string, variables: object = {}): Promise<void> {
  const target = `/channels/c1?endpoint=Local/${extension}@default&extension=silent`;
  expect((await rig.rest.post(target, { variables })).status).toBe(200);
}

describe('an application whose socket closes', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it('keeps its channels, and has them when it comes back', async () => {
    await rig.call('c1', app);
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1');

    await app.close();

    expect((await rig.rest.get('/applications/hello')).body).toMatchObject({
      channel_ids: ['c1', 'c1;2'],
      bridge_ids: ['b1'],
    });
    expect(await rig.status('post', '/channels/c1/ring')).toBe(204);
    expect(await rig.status('post', '/channels/c1/variable?variable=MISSED&value=1')).toBe(204);
    const back = await rig.open('hello');
    expect(await rig.status('post', '/bridges/b1/removeChannel?channel=c1')).toBe(204);
    expect(await heard(back)).toEqual(['ChannelLeftBridge b1 c1']);
    await rig.rest.delete('/channels/c1');
    expect(await until(back, 'ChannelDestroyed c1;2 16')).toContain('StasisEnd c1');
  });

  it('keeps them too when it was subscribed to everything', async () => {
    await app.close();
    const everything = await rig.open('hello&subscribeAll=true');
    await rig.call('c1', everything);

    await everything.close();

    expect((await rig.rest.get('/applications/hello')).body).toMatchObject({ channel_ids: ['c1', 'c1;2'] });
    const again = await rig.open('hello');
    await rig.rest.delete('/channels/c1');
    expect(await until(again, 'ChannelDestroyed c1 16')).toContain('StasisEnd c1');
  });

  it('is gone with its last channel', async () => {
    await rig.call('c1', app);
    await app.close();

    await rig.rest.delete('/channels/c1');

    await rig.quiet();
    expect(await rig.status('get', '/applications/hello')).toBe(404);
  });

  it('cannot be entered meanwhile', async () => {
    await rig.call('c2', app);
    await app.close();
    await rig.sockets(0);

    await send(rig, 'entering');

    expect(await after(rig)).toBe('FAILED');
    const back = await rig.open('hello');
    expect(await rig.status('post', '/channels/c2/move?app=hello')).toBe(204);
    expect(await heard(back)).toEqual(['StasisEnd c2', 'StasisStart c2']);
  });

  it('passes its channels on to the socket that replaces it', async () => {
    await rig.call('c1', app);
    const next = await rig.open('hello');

    await rig.rest.post('/channels/c1/variable?variable=HEARD&value=1');

    expect(await heard(next)).toEqual(['ChannelVarset c1 HEARD=1']);
    expect(await heard(app)).toEqual(['ApplicationReplaced']);
  });
});

describe('a channel that is offered to applications', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const claim = (application: string): Promise<number> =>
    rig.status('post', `/events/claim?channelId=c1;2&application=${application}`);

  it('goes to the first one that claims it, and the others hear of that', async () => {
    const [first, second, stranger] = [await rig.open('hello1'), await rig.open('hello2'), await rig.open('other')];
    await send(rig, 'offered', { PATIENCE: 60000 });
    const offer = await first.next();
    await second.next();
    expect(offer).toMatchObject({ type: 'CallBroadcast', channel: { id: 'c1;2' }, called: 'offered' });

    expect(await claim('hello1')).toBe(204);
    expect(await claim('hello2')).toBe(409);

    expect(await until(first, 'StasisStart c1;2 first,second arg,')).toEqual([
      'CallClaimed c1;2 hello1',
      'StasisStart c1;2 first,second arg,',
    ]);
    expect(await heard(second)).toEqual(['CallClaimed c1;2 hello1']);
    expect(await heard(stranger)).toEqual([]);
    await rig.rest.post('/channels/c1;2/continue');
    expect(await after(rig)).toBe('SUCCESS');
    expect(await claim('hello2')).toBe(404);
  });

  it('continues when it is not claimed in time', async () => {
    const app = await rig.open('hello');
    await send(rig, 'offered', { PATIENCE: 1 });

    expect(await after(rig)).toBe('TIMEOUT');
    expect(await heard(app)).toEqual(['CallBroadcast c1;2']);
    expect(await claim('hello')).toBe(409);
  });

  it('is claimed in silence when the dialplan says so', async () => {
    const [first, second] = [await rig.open('hello1'), await rig.open('hello2')];
    await send(rig, 'offered', { PATIENCE: 60000, NOTIFY: 'no' });
    await second.next();

    expect(await claim('hello1')).toBe(204);

    await until(first, 'StasisStart c1;2 first,second arg,');
    expect(await heard(second)).toEqual([]);
  });

  it.each([
    ['fits in its limits', `${'('.repeat(10)}^hel${')'.repeat(10)}`, false],
    ['is nested too deep', `${'('.repeat(11)}^hel${')'.repeat(11)}`, true],
    ['is too long', `^hel${'o*'.repeat(127)}`, true],
    ['repeats too many groups', '^(h)+(e)+(l)+(l)+', true],
    ['has too many alternations', `(((^hel${'|hel'.repeat(21)})))`, true],
    ['is malformed', '^hel(', true],
  ])('is offered to whoever its filter means, or to all when that %s', async (_how, filter, isForAll) => {
    const hello = await rig.open('hello');
    const other = await rig.open('other');
    await send(rig, 'filtered', { FILTER: filter });

    expect(await after(rig)).toBe('TIMEOUT');
    expect(await heard(hello)).toEqual(['CallBroadcast c1;2']);
    expect(await heard(other)).toEqual(isForAll ? ['CallBroadcast c1;2'] : []);
  });

  it('may hang up before it is claimed', async () => {
    const app = await rig.open('hello');
    await send(rig, 'offered', { PATIENCE: 60000 });
    await app.next();

    await rig.rest.delete('/channels/c1');

    await rig.rest.get('/channels');
    expect(await claim('hello')).toBe(404);
    expect(await heard(app)).toEqual([]);
  });
});

describe('an application that is called for every channel', () => {
  let rig: CallRig;
  let remote: RemoteApplication;
  beforeEach(async () => {
    remote = await RemoteApplication.start();
    rig = await CallRig.start(dialplan, {
      'ari.conf': `[general]
[asterisk]
type = user
password = asterisk
[outgoing]
type = outbound_websocket
websocket_client_id = remote
apps = sales
local_ari_user = asterisk
`,
      'websocket_client.conf': `[remote]
type = websocket_client
uri = ${remote.uri}
connection_type = per_call_config
protocols = ari
connection_timeout = 60000
reconnect_attempts = 0
`,
    });
  });
  afterEach(async () => {
    await rig.close();
    await remote.stop();
  });

  it('gets a socket of its own, under the name of the channel', async () => {
    await send(rig, 'outbound');
    const socket = await remote.sockets.next();
    const registered = await socket.messages.next();
    const application = String(registered['application']);
    expect(application).toMatch(/^sales:Local\/outbound@default-[0-9a-f]{8};2$/);

    const start = (await socket.messages.next()) as Message;
    expect([lineOf(start), start['application']]).toEqual(['StasisStart c1;2 from,dialplan', application]);
    expect(await socket.ask({ method: 'POST', uri: 'channels/c1%3B2/continue' })).toMatchObject({ status_code: 204 });
    expect(lineOf((await socket.messages.next()) as Message)).toBe('StasisEnd c1;2');
    expect(await after(rig)).toBe('SUCCESS');

    expect(await told(socket, 1)).toEqual([`ApplicationUnregistered ${application}`]);
    expect(await socket.closed).toMatchObject({ code: 1000 });
    await rig.clear();
  });

  it('is passed over when it cannot be reached', async () => {
    remote.misbehave(mischief.hangUp);

    await send(rig, 'outbound');

    expect(await after(rig)).toBe('FAILED');
    await rig.clear();
  });

  it('gives the channel back when its connection does not come back', async () => {
    await send(rig, 'outbound');
    const socket = await remote.sockets.next();
    while (((await socket.messages.next()) as Message).type !== 'StasisStart');
    remote.misbehave(mischief.hangUp);

    socket.terminate();

    expect(await after(rig)).toBe('FAILED');
    await rig.clear();
  });

  it('is not entered by a channel that hangs up while it is called', async () => {
    remote.misbehave(mischief.hang);
    await send(rig, 'outbound');
    await remote.upgrades.next();

    await rig.rest.delete('/channels/c1;2');

    await rig.quiet();
  });
});

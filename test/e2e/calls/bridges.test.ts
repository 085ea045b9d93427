import type { Bridge } from '../../../generated/models';
import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

describe('a bridge', () => {
  let rig: CallRig;
  let app: AppSocket;
  const names = new Map<string, string>();
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    await rig.rest.post('/bridges/b1?type=mixing');
    for (const id of ['c1', 'c2', 'c3']) {
      const { name } = await rig.originate(id, 'up');
      names.set(id, name);
      await until(app, `StasisStart ${id}`);
    }
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const post = (target: string): Promise<number> => rig.status('post', target);
  const add = (channels: string, bridge = 'b1'): Promise<number> =>
    post(`/bridges/${bridge}/addChannel?channel=${channels}`);
  const remove = (channels: string): Promise<number> => post(`/bridges/b1/removeChannel?channel=${channels}`);
  const peers = (id: string, ...others: readonly string[]): string =>
    `ChannelVarset ${id} BRIDGEPEER=${others.map((other) => names.get(other)).join(',')}`;
  const bridge = async (id = 'b1'): Promise<Bridge> => (await rig.rest.get(`/bridges/${id}`)).body as Bridge;

  it('joins two channels and lets them go', async () => {
    expect(await add('c2,c1')).toBe(204);
    expect(await heard(app)).toEqual([
      'ChannelEnteredBridge b1 c2',
      'ChannelEnteredBridge b1 c1',
      peers('c2', 'c1'),
      peers('c1', 'c2'),
    ]);
    expect(await bridge()).toMatchObject({ technology: 'simple_bridge', channels: ['c1', 'c2'] });

    expect(await remove('c2')).toBe(204);
    expect(await heard(app)).toEqual(['ChannelVarset c2 BRIDGEPEER=', 'ChannelLeftBridge b1 c2']);
    expect(await remove('c2')).toBe(422);
    expect(await remove('c1')).toBe(204);
    expect(await bridge()).toMatchObject({ channels: [] });
  });

  it('for holding connects no peers', async () => {
    await rig.rest.post('/bridges/h1?type=holding');

    expect(await add('c1,c2', 'h1')).toBe(204);
    expect(await heard(app)).toEqual(['ChannelEnteredBridge h1 c1', 'ChannelEnteredBridge h1 c2']);
    expect(await post('/bridges/h1/removeChannel?channel=c1')).toBe(204);
    expect(await heard(app)).toEqual(['ChannelLeftBridge h1 c1']);
  });

  it('mixes from three channels on', async () => {
    await add('c1,c2');
    await heard(app);

    await add('c3');

    const [entered, ...rest] = await app.sofar();
    expect(entered).toMatchObject({
      type: 'ChannelEnteredBridge',
      bridge: { technology: 'simple_bridge', channels: ['c1', 'c2', 'c3'] },
    });
    expect(rest).toHaveLength(3);
    expect(await bridge()).toMatchObject({ technology: 'softmix' });
    await rig.rest.delete('/channels/c3');
    expect((await until(app, 'ChannelDestroyed c3;2 16')).filter((line) => !line.includes('BRIDGEPEER'))).toEqual([
      'ChannelHangupRequest c3 32 soft',
      'ChannelLeftBridge b1 c3',
      'StasisEnd c3',
      'ChannelVarset c3 STASISSTATUS=SUCCESS',
      'ChannelHangupRequest c3;2 16',
      'ChannelDestroyed c3 16',
      'ChannelHangupRequest c3;2 16 soft',
      'ChannelDestroyed c3;2 16',
    ]);
    expect(await bridge()).toMatchObject({ technology: 'simple_bridge', channels: ['c1', 'c2'] });
  });

  it('loses a channel to another bridge', async () => {
    await rig.rest.post('/bridges/b2?type=mixing');
    await add('c1,c2');
    await heard(app);

    await add('c1', 'b2');

    expect(await heard(app)).toEqual([
      'ChannelVarset c1 BRIDGEPEER=',
      'ChannelLeftBridge b1 c1',
      'ChannelEnteredBridge b2 c1',
    ]);
    expect((await rig.rest.get('/applications/hello')).body).toMatchObject({ bridge_ids: ['b1', 'b2'] });
  });

  it('removes its channels when it is destroyed, and they stay in the application', async () => {
    const all = await rig.open('all&subscribeAll=yes');
    await add('c1,c2');
    await heard(all);

    expect(await rig.status('delete', '/bridges/b1')).toBe(204);

    expect(await rig.status('get', '/bridges/b1')).toBe(404);
    expect(await heard(all)).toEqual([
      'ChannelVarset c1 BRIDGEPEER=',
      'ChannelVarset c2 BRIDGEPEER=',
      'ChannelLeftBridge b1 c1',
      'ChannelLeftBridge b1 c2',
      'BridgeDestroyed b1',
    ]);
    expect((await rig.rest.get('/applications/hello')).body).toMatchObject({ bridge_ids: [] });
    expect(await add('c1')).toBe(404);
    expect(await post('/channels/c1/ring')).toBe(204);
  });

  it('is left by a channel that continues, whose application goes on hearing of it', async () => {
    await add('c1');
    await heard(app);

    await rig.rest.post('/channels/c1/continue?context=default&extension=silent&priority=1');

    expect(await until(app, 'ChannelDialplan c1 Wait(600)')).toEqual([
      'ChannelLeftBridge b1 c1',
      'StasisEnd c1',
      'ChannelDialplan c1 Wait(600)',
    ]);
    await rig.rest.delete('/bridges/b1');
    expect(await heard(app)).toEqual(['BridgeDestroyed b1']);
  });

  it('tells each of two channels who the other one is', async () => {
    await rig.rest.post('/channels/c1/variable?variable=CALLERID(num)&value=100');
    await rig.rest.post('/channels/c2/variable?variable=CALLERID(num)&value=200');
    await heard(app);

    await add('c1,c2');

    const told = (await heard(app)).filter((line) => /CallerId|Connected/.test(line));
    expect([...told].sort()).toEqual([
      'ChannelCallerId c1;2 200',
      'ChannelCallerId c2;2 100',
      'ChannelConnectedLine c1 200',
      'ChannelConnectedLine c2 100',
    ]);
  });

  it('takes a channel that has not been dialled yet', async () => {
    await rig.rest.post('/channels/create?endpoint=Local/up@default&app=hello&channelId=c4');
    await until(app, 'StasisStart c4');

    expect(await add('c4')).toBe(204);
    expect(await post('/channels/c4/dial')).toBe(204);

    expect(await until(app, 'Dial c4 ANSWER')).toEqual([
      'ChannelEnteredBridge b1 c4',
      'Dial c4 begins',
      'ChannelStateChange c4 Up',
      'Dial c4 ANSWER',
    ]);
  });

  it('is counted by those who watch the server, and so are its channels', async () => {
    const metrics = await (await fetch(`${rig.server.origin}/metrics`)).text();

    expect(metrics).toMatch(/^patchbay_channels 6$/m);
    expect(metrics).toMatch(/^patchbay_bridges 1$/m);
  });

  it('takes all channels of a list or none', async () => {
    expect(await add('c1,nosuch')).toBe(400);
    expect(await add('c1,c2;2')).toBe(422);
    expect(await add('')).toBe(400);
    expect(await add('c1', 'nosuch')).toBe(404);
    expect(await heard(app)).toEqual([]);
  });

  it.each([
    ['mixing', 'mixing', 'simple_bridge', 'talker'],
    ['', 'mixing', 'simple_bridge', 'talker'],
    ['dtmf_events,proxy_media', 'mixing', 'simple_bridge', 'talker'],
    ['holding', 'holding', 'holding_bridge', 'talker'],
    ['video_sfu,mixing', 'mixing', 'softmix', 'sfu'],
  ])('of the type "%s" is shown for what it is', async (type, kind, technology, videoMode) => {
    expect(await rig.rest.post(`/bridges?type=${type}&name=room&bridgeId=b2`)).toMatchObject({
      status: 200,
      body: {
        id: 'b2',
        name: 'room',
        creator: 'Stasis',
        bridge_class: 'stasis',
        channels: [],
        bridge_type: kind,
        technology,
        video_mode: videoMode,
      },
    });
    expect(await post('/bridges/b2')).toBe(409);
  });

  it.each(['bogus', 'mixing,holding'])('of the type "%s" is not made', async (type) => {
    expect(await post(`/bridges?type=${type}`)).toBe(400);
    expect(rig.server.counts().bridges).toBe(1);
  });
});

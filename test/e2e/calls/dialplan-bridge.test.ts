import type { Bridge, Channel } from '../../../generated/models';
import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const plan = `
exten => enter,1,Stasis(hello)
 same => n,UserEvent(next)
 same => n,Wait(600)
exten => other,1,UserEvent(other)
 same => n,Wait(600)
exten => join,1,Bridge(c1)
 same => n,Hangup()
exten => join-onward,1,Bridge(c1,F(default^other^1))
exten => join-kill,1,Bridge(c1,x)
`;

describe('Bridge() with a channel of an application', () => {
  let rig: CallRig;
  let app: AppSocket;
  let watch: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(plan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    watch = await rig.open('watch&subscribeAll=yes');
    await rig.rest.post('/bridges/b1');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  /** A channel whose dialplan has handed it to the application. */
  const fromDialplan = async (): Promise<void> => {
    await rig.rest.post('/channels/c1?endpoint=Local/up@default&extension=enter');
    await until(app, 'StasisStart c1');
  };
  /** One that the application alone runs. */
  const originated = (): Promise<void> => rig.call('c1', app);

  const bridgeOf = async (channel: string): Promise<Bridge | undefined> => {
    const bridges = (await rig.rest.get('/bridges')).body as readonly Bridge[];
    return bridges.find(({ channels }) => channels.includes(channel));
  };

  /** Brings c1 into a bridge of the application, and from there into one of the dialplan. */
  const taken = async (extension: string): Promise<void> => {
    expect(await rig.status('post', '/bridges/b1/addChannel?channel=c1')).toBe(204);
    await until(app, 'ChannelEnteredBridge b1 c1');
    const target = `/channels/c2?endpoint=Local/up@default&extension=${extension}`;
    const { name } = (await rig.rest.post(target)).body as Channel;
    expect(await until(app, 'ChannelLeftBridge b1 c1')).not.toContain('StasisEnd c1');
    await until(watch, `ChannelVarset c1 BRIDGEPEER=${name}`);
    expect((await bridgeOf('c1'))?.channels).toEqual(['c1', 'c2']);
  };

  it.each([
    ['handed over by its dialplan', fromDialplan, 'join', 'ChannelUserevent c1 next'],
    ['handed over by its dialplan, with a place to go on', fromDialplan, 'join-onward', 'ChannelUserevent c1 other'],
    ['handed over by its dialplan, to be hung up', fromDialplan, 'join-kill', 'ChannelDestroyed c1 16'],
    ['that the application alone runs', originated, 'join', 'ChannelDestroyed c1 16'],
    ['that the application alone runs, with a place to go on', originated, 'join-onward', 'ChannelUserevent c1 other'],
  ])('keeps one %s until its peer leaves', async (_kind, enter, extension, afterwards) => {
    await enter();
    await taken(extension);

    // Still the application's: it may command the channel, and nobody has been told that it left.
    expect(await rig.status('post', '/channels/c1/variable?variable=STILL&value=here')).toBe(204);
    expect((await heard(app)).filter((line) => !line.includes('BRIDGEPEER'))).toEqual(['ChannelVarset c1 STILL=here']);
    expect(await rig.status('delete', '/channels/c2')).toBe(204);

    await until(app, 'StasisEnd c1');
    const lines = await until(watch, afterwards);
    expect(lines.indexOf('ChannelDestroyed c2 16')).toBeGreaterThan(-1);
    expect(await bridgeOf('c1')).toBeUndefined();
  });

  it('gives it back when the application takes it into a bridge of its own', async () => {
    await fromDialplan();
    await taken('join');

    expect(await rig.status('post', '/bridges/b1/addChannel?channel=c1')).toBe(204);
    await until(watch, 'ChannelDestroyed c2 16');
    expect((await bridgeOf('c1'))?.id).toBe('b1');
    expect(await rig.status('post', '/bridges/b1/removeChannel?channel=c1')).toBe(204);
    await until(app, 'ChannelLeftBridge b1 c1');
    expect(await rig.status('post', '/channels/c1/answer')).toBe(204);
    expect(await heard(app)).not.toContain('StasisEnd c1');
  });

  it('lets it go when it is hung up in there', async () => {
    await originated();
    await taken('join');

    expect(await rig.status('delete', '/channels/c1')).toBe(204);
    const lines = await until(app, 'ChannelDestroyed c1 16');
    expect(lines.filter((line) => line === 'StasisEnd c1')).toHaveLength(1);
    await until(watch, 'ChannelDestroyed c2 16');
  });
});

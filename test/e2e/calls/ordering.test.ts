import { lineOf } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

describe('the order of answers and events on one socket', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    app = await rig.open('hello&subscribeAll=true');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  /** What the socket brings from the request on until that line: events in words, the answer as `answer 204`. */
  async function exchange(method: string, uri: string, last: string): Promise<string[]> {
    const id = app.send({ method, uri });
    const lines: string[] = [];
    while (lines.at(-1) !== last) {
      const message = await app.next();
      if (message.type === 'DeviceStateChanged') continue;
      lines.push(message['request_id'] === id ? `answer ${String(message['status_code'])}` : lineOf(message));
    }
    return lines;
  }

  const call = (id: string): Promise<string[]> =>
    exchange('POST', `channels/${id}?endpoint=Local/up@default&app=hello`, `StasisStart ${id}`);

  it('answers an originate when the channel exists, and before the call does anything', async () => {
    const lines = await call('c1');

    expect(lines.slice(0, 5)).toEqual([
      'ChannelCreated c1',
      'ChannelCreated c1;2',
      'ChannelDialplan c1 AppDial2((Outgoing Line))',
      'answer 200',
      'Dial c1 begins',
    ]);
  });

  it('answers a create before the channel enters the application', async () => {
    const lines = await exchange(
      'POST',
      'channels/create?endpoint=Local/up@default&app=hello&channelId=c1',
      'StasisStart c1',
    );

    expect(lines).toEqual([
      'ChannelCreated c1',
      'ChannelCreated c1;2',
      'answer 200',
      'ChannelDialplan c1 Stasis(hello)',
      'ChannelVarset c1 STASISSTATUS=',
      'StasisStart c1',
    ]);
  });

  it('answers a dial before the call begins', async () => {
    await exchange('POST', 'channels/create?endpoint=Local/silent@default&app=hello&channelId=c1', 'StasisStart c1');

    const lines = await exchange('POST', 'channels/c1/dial', 'Dial c1 begins');

    expect(lines.filter((line) => line.includes('c1 ') || line.startsWith('answer'))).toEqual([
      'answer 204',
      'Dial c1 begins',
    ]);
  });

  it.each([
    ['POST', 'channels/c1/variable?variable=A&value=1', ['ChannelVarset c1 A=1']],
    ['POST', 'bridges/b1/addChannel?channel=c1', ['ChannelEnteredBridge b1 c1']],
    ['POST', 'bridges/b2', ['BridgeCreated b2'], 200],
    ['POST', 'channels/c1/move?app=hello&appArgs=x', ['StasisEnd c1', 'StasisStart c1 x']],
  ])('answers %s %s after its events', async (method, uri, events, status = 204) => {
    await call('c1');
    await exchange('POST', 'bridges/b1', 'answer 200');

    expect(await exchange(method, uri, `answer ${status}`)).toEqual([...events, `answer ${status}`]);
  });

  it('answers the end of a bridge after all channels have left it', async () => {
    await call('c1');
    await exchange('POST', 'bridges/b1', 'answer 200');
    await exchange('POST', 'bridges/b1/addChannel?channel=c1', 'answer 204');

    expect(await exchange('DELETE', 'bridges/b1', 'answer 204')).toEqual([
      'ChannelLeftBridge b1 c1',
      'BridgeDestroyed b1',
      'answer 204',
    ]);
  });

  it('answers a hangup after it is announced, and the channel is not found by the next request', async () => {
    await call('c1');

    app.send({ method: 'DELETE', uri: 'channels/c1' });
    const lines = await exchange('GET', 'channels/c1', 'ChannelDestroyed c1 16');

    const [announced, answered, ...rest] = lines.filter((line) => !line.includes('c1;2'));
    expect([announced, answered]).toEqual(['ChannelHangupRequest c1 32 soft', 'RESTResponse']);
    expect(rest.filter((line) => line !== 'answer 404')).toEqual([
      'StasisEnd c1',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelDestroyed c1 16',
    ]);
    expect(rest).toContain('answer 404');
  });

  it('carries requests out and answers them in the order in which they were sent', async () => {
    await call('c1');
    const sent = Array.from({ length: 50 }, (_, index) =>
      app.send({ method: 'POST', uri: `channels/c1/variable?variable=N&value=${index}` }),
    );

    const answered: unknown[] = [];
    const values: unknown[] = [];
    while (answered.length < sent.length) {
      const message = await app.next();
      if (message.type === 'RESTResponse') answered.push(message['request_id']);
      if (message.type === 'ChannelVarset') values.push(message['value']);
    }

    expect(answered).toEqual(sent);
    expect(values).toEqual(sent.map((_, index) => String(index)));
  });

  it('shows two sockets the same events in the same order', async () => {
    const other = await rig.open('watcher&subscribeAll=true');
    await call('c1');
    await exchange('DELETE', 'channels/c1', 'ChannelDestroyed c1;2 16');

    const seen = (await other.sofar()).map(lineOf);

    const own = new Set(['StasisStart c1', 'StasisEnd c1']);
    expect(seen.filter((line) => line.includes('c1')).some((line) => own.has(line))).toBe(false);
    expect(seen.indexOf('ChannelStateChange c1;2 Up')).toBeLessThan(seen.indexOf('ChannelStateChange c1 Up'));
    expect(seen.at(-1)).toBe('ChannelDestroyed c1;2 16');
  });
});

import type { Bridge } from '../../../generated/models';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => caller,1,Dial(Local/up@default)
exten => refused,1,Dial(Local/busy@default)
 same => n,Set(AFTER=\${DIALSTATUS})
 same => n,Wait(600)
exten => labelled,1,NoOp()
 same => n(there),Set(WHERE=\${EXTEN}-\${PRIORITY})
 same => n,Wait(600)
exten => _7XX,1,Set(MATCHED=\${EXTEN:1})
 same => n,Wait(600)
[wordy]
exten => s,1,Wait(600)
exten => h,1,Set(AFTERWORD=\${CHANNEL(name):0:5})
`;

describe('a call that is sent into the dialplan', () => {
  let rig: CallRig;
  let all: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    all = await rig.open('all&subscribeAll=yes');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const run = (query: string): Promise<number> => rig.status('post', `/channels/c1?endpoint=Local/up@default&${query}`);
  /** The events of the channel itself, until that one. */
  const own = async (last: string): Promise<string[]> =>
    (await until(all, last)).filter((line) => line.includes(' c1 ')).filter((line) => !/BRIDGEPEER|TIME/.test(line));

  it('runs there once it is answered, from a label on', async () => {
    expect(await run('extension=labelled&label=nowhere')).toBe(404);
    expect(await run('extension=labelled&label=there')).toBe(200);

    expect(await own('ChannelDialplan c1 Wait(600)')).toEqual([
      'ChannelDialplan c1 AppDial2((Outgoing Line))',
      'Dial c1 begins',
      'ChannelStateChange c1 Up',
      'Dial c1 ANSWER',
      'ChannelDialplan c1 Set(WHERE=labelled-2)',
      'ChannelVarset c1 WHERE=labelled-2',
      'ChannelDialplan c1 Wait(600)',
    ]);
  });

  it('finds extensions by their patterns', async () => {
    await run('extension=742');

    expect(await own('ChannelDialplan c1 Wait(600)')).toContain('ChannelVarset c1 MATCHED=42');
  });

  it('ends without a cause where there is nothing to run', async () => {
    await run('extension=nosuch');

    expect((await own('ChannelDestroyed c1 0')).slice(-2)).toEqual([
      'ChannelHangupRequest c1 16 soft',
      'ChannelDestroyed c1 0',
    ]);
  });

  it('has a last word after it was hung up', async () => {
    await run('context=wordy&extension=s');
    await until(all, 'ChannelDialplan c1 Wait(600)');

    await rig.rest.delete('/channels/c1');

    expect(await own('ChannelDestroyed c1 16')).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'ChannelHangupRequest c1 16 soft',
      'ChannelDialplan c1 Set(AFTERWORD=Local)',
      'ChannelVarset c1 AFTERWORD=Local',
      'ChannelDestroyed c1 16',
    ]);
  });

  it('goes on when whom it dials is busy', async () => {
    await run('extension=refused');

    expect((await own('ChannelDialplan c1 Wait(600)')).slice(-4)).toEqual([
      'ChannelVarset c1 DIALSTATUS=BUSY',
      'ChannelDialplan c1 Set(AFTER=BUSY)',
      'ChannelVarset c1 AFTER=BUSY',
      'ChannelDialplan c1 Wait(600)',
    ]);
  });

  it('dials, and is in a bridge that can be seen but not changed', async () => {
    await run('extension=caller');
    let message = await all.next();
    while (message.type !== 'ChannelEnteredBridge' || (message['bridge'] as Bridge).channels.length < 2)
      message = await all.next();
    const { id, bridge_class: bridgeClass, creator, channels } = message['bridge'] as Bridge;
    expect({ bridgeClass, creator, channels: channels.length }).toEqual({
      bridgeClass: 'basic',
      creator: '',
      channels: 2,
    });

    expect((await rig.rest.get(`/bridges/${id}`)).body).toMatchObject({ id, channels });
    expect(await rig.status('post', `/bridges/${id}/addChannel?channel=c1`)).toBe(409);
    expect(await rig.status('delete', `/bridges/${id}`)).toBe(409);
    expect(await rig.status('post', '/channels/c1/answer')).toBe(409);

    await rig.rest.delete('/channels/c1');
    const lines = await until(all, `BridgeDestroyed ${id}`);
    expect(lines.filter((line) => line.startsWith('ChannelLeftBridge'))).toHaveLength(2);
  });
});

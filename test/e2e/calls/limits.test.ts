import os from 'node:os';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

const dialplan = `
exten => calls,1,Dial(Local/up@default)
exten => places,1,Originate(Local/up@default,app,Wait,600)
 same => n,UserEvent(placed,status:\${ORIGINATE_STATUS})
`;

describe('a server with limits', () => {
  let rig: CallRig;
  let app: AppSocket;
  afterEach(async () => {
    jest.restoreAllMocks();
    await rig.close();
  });

  const start = async (options: string): Promise<void> => {
    rig = await CallRig.start(dialplan, { 'asterisk.conf': `[options]\n${options}\n` });
    app = await rig.open('hello');
  };

  it('refuses calls beyond maxcalls, wherever they come from, and takes them when there is room again', async () => {
    await start('maxcalls = 2');
    await rig.call('c1', app);
    await rig.call('c2', app);

    const refused = [
      await rig.rest.post('/channels/c3?endpoint=Local/up@default&app=hello'),
      await rig.rest.post('/channels/create?endpoint=Local/up@default&app=hello'),
      await rig.rest.post('/channels/externalMedia?app=hello&external_host=127.0.0.1:4000&format=ulaw'),
    ];
    await rig.rest.post('/channels/c1/continue?context=default&extension=places');
    await until(app, 'ChannelVarset c1 ORIGINATE_STATUS=FAILED');
    await rig.rest.delete('/channels/c2');
    await until(app, 'ChannelDestroyed c2;2 16');

    for (const { status, body } of refused) expect([status, body]).toEqual([503, refusal('unavailable', 'maxcalls')]);
    expect(await rig.status('post', '/channels/c3?endpoint=Local/up@default&app=hello')).toBe(200);
  });

  it('lets a call that exists dial on', async () => {
    await start('maxcalls = 1');

    await rig.originate('c1', 'calls');
    await until(app, 'StasisStart c1');
  });

  it('refuses new channels above maxload', async () => {
    await start('maxload = 8');
    const load = jest.spyOn(os, 'loadavg').mockReturnValue([8, 1, 1]);

    const refused = await rig.rest.post('/channels/c1?endpoint=Local/up@default&app=hello');
    load.mockReturnValue([7.99, 9, 9]);

    expect([refused.status, refused.body]).toEqual([503, refusal('unavailable', '8.00', 'maxload')]);
    await rig.call('c1', app);
  });
});

import type { Module } from '../../../generated/models';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

const dialplan = `
exten => echo,1,Answer(,i)
 same => n,Echo()
 same => n,Wait(600)
exten => nested,1,Answer(,i)
 same => n,Exec(Echo())
exten => absent,1,Answer(,i)
 same => n,Set(TRIED=\${TOUPPER(yes)}.)
 same => n,TryExec(Echo())
 same => n,Wait(600)
exten => offered,1,Answer(,i)
 same => n,StasisBroadcast(60000)
exten => removed,1,Answer(,i)
 same => n,Set(TALK_DETECT(set)=)
 same => n,Set(TONE_DETECT(440)=)
 same => n,Set(TALK_DETECT(remove)=)
 same => n,Wait(600)
exten => talk,1,Answer(,i)
 same => n,Set(TALK_DETECT(set)=)
 same => n,Set(TONE_DETECT(440)=)
 same => n,Wait(600)
exten => shout,1,Answer(,i)
 same => n,Set(SHOUTED=\${TOUPPER(yes)}.)
 same => n,Wait(600)
`;

let rig: CallRig;
let all: AppSocket;
beforeAll(async () => {
  rig = await CallRig.start(dialplan);
});
beforeEach(async () => {
  all = await rig.open('hello&subscribeAll=yes');
});
afterEach(async () => {
  await rig.clear();
  for (const name of [
    'app_echo',
    'func_strings',
    'chan_rtp',
    'chan_websocket',
    'pbx_config',
    'app_stasis_broadcast',
    'res_http_websocket',
  ])
    await rig.rest.post(`/server/modules/${name}`);
});
afterAll(() => rig.close());

const useCount = async (name: string): Promise<number> =>
  ((await rig.rest.get(`/server/modules/${name}`)).body as Module).use_count;
const unload = (name: string): Promise<{ readonly status: number; readonly body: unknown }> =>
  rig.rest.delete(`/server/modules/${name}`);
/** Has a call run an extension of the default context. */
const run = (id: string, extension: string): Promise<unknown> =>
  rig.rest.post(`/channels/${id}?endpoint=Local/up@default&extension=${extension}`);

describe('the module of an application', () => {
  it('is in use by every call that runs it, however it came to it, and stays as long', async () => {
    expect(await useCount('app_echo')).toBe(0);
    await run('c1', 'echo');
    await until(all, 'ChannelDialplan c1 Echo()');
    await run('c2', 'nested');
    await until(all, 'ChannelDialplan c2 Exec(Echo())');
    expect([await useCount('app_echo'), await useCount('app_exec')]).toEqual([2, 1]);

    const { status, body } = await unload('app_echo.so');
    expect([status, body]).toEqual([
      409,
      expect.objectContaining(refusal('conflict', 'app_echo', 'in use by', 'Local/')),
    ]);

    await rig.rest.delete('/channels/c1');
    await rig.rest.delete('/channels/c2');
    while ((await useCount('app_echo')) > 0);
    expect((await unload('app_echo.so')).status).toBe(204);
  });

  it('takes it away when it is unloaded: a dialplan that calls it ends as for any unknown one', async () => {
    expect((await unload('app_echo')).status).toBe(204);

    await run('c1', 'echo');
    expect((await until(all, 'ChannelDestroyed c1 0')).join()).not.toContain('Echo');

    await run('c2', 'absent');
    expect(await until(all, 'ChannelDialplan c2 Wait(600)')).toContain('ChannelVarset c2 TRYSTATUS=NOAPP');
  });

  it('brings it back for the next call', async () => {
    await unload('app_echo');
    expect((await rig.rest.post('/server/modules/app_echo')).status).toBe(204);

    await run('c1', 'echo');

    await until(all, 'ChannelDialplan c1 Echo()');
    expect(await useCount('app_echo')).toBe(1);
  });
});

describe('the module of functions', () => {
  it('takes them away when it is unloaded, and brings them back', async () => {
    expect((await unload('func_strings')).status).toBe(204);
    await run('c1', 'shout');
    await until(all, 'ChannelVarset c1 SHOUTED=.');

    await rig.rest.post('/server/modules/func_strings');
    await run('c2', 'shout');
    await until(all, 'ChannelVarset c2 SHOUTED=YES.');
  });
});

describe('the modules of detectors', () => {
  it('are in use as long as something is looked for', async () => {
    await run('c1', 'talk');
    await until(all, 'ChannelDialplan c1 Wait(600)');
    expect([await useCount('func_talkdetect'), await useCount('res_tonedetect')]).toEqual([1, 1]);

    await run('c2', 'removed');
    await until(all, 'ChannelDialplan c2 Wait(600)');
    expect([await useCount('func_talkdetect'), await useCount('res_tonedetect')]).toEqual([1, 2]);

    for (const id of ['c1', 'c2']) {
      await rig.rest.delete(`/channels/${id}`);
      await until(all, `ChannelDestroyed ${id} 16`);
    }
    expect([await useCount('func_talkdetect'), await useCount('res_tonedetect')]).toEqual([0, 0]);
  });
});

describe('the modules of broadcasts', () => {
  const claim = '/events/claim?channelId=c1&application=hello';

  it('are in use by a call that is offered, and stay as long', async () => {
    await run('c1', 'offered');
    await until(all, 'CallBroadcast c1');
    expect([await useCount('app_stasis_broadcast'), await useCount('res_stasis_broadcast')]).toEqual([1, 1]);
    expect((await unload('app_stasis_broadcast')).status).toBe(409);
    expect((await unload('res_stasis_broadcast')).body).toMatchObject(refusal('conflict', 'app_stasis_broadcast'));

    expect((await rig.rest.post(claim)).status).toBe(204);
  });

  it('take the application away when one of them is unloaded, and claims when it is the other', async () => {
    expect((await unload('app_stasis_broadcast')).status).toBe(204);
    await run('c1', 'offered');
    await until(all, 'ChannelDestroyed c1 0');
    expect((await rig.rest.post(claim)).status).toBe(404);

    expect((await unload('res_stasis_broadcast')).status).toBe(204);
    const { status, body } = await rig.rest.post(claim);
    expect([status, body]).toEqual([
      501,
      expect.objectContaining(refusal('module-not-loaded', 'res_stasis_broadcast')),
    ]);
  });
});

describe('the module of a technology', () => {
  const externalMedia = '/channels/externalMedia?app=hello&external_host=127.0.0.1:9&format=ulaw&channelId=x1';

  it('is in use by its channels, and stays as long', async () => {
    expect((await rig.rest.post(externalMedia)).status).toBe(200);
    await until(all, 'StasisStart x1');

    expect(await useCount('chan_rtp')).toBe(1);
    expect((await unload('chan_rtp')).body).toMatchObject(refusal('conflict', 'UnicastRTP/127.0.0.1:9-'));

    await rig.rest.delete('/channels/x1');
    while ((await useCount('chan_rtp')) > 0);
    expect((await unload('chan_rtp')).status).toBe(204);
  });

  it('takes it away when it is unloaded', async () => {
    await unload('chan_rtp');

    const { status, body } = await rig.rest.post(externalMedia);

    expect([status, body]).toEqual([400, expect.objectContaining(refusal('request-invalid', "'UnicastRTP'", 'Local'))]);
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });
});

describe('the module of media websockets', () => {
  const incoming = '/channels?endpoint=WebSocket/INCOMING&app=hello&channelId=w1';

  it('needs the module of websockets on the listener while a socket is expected', async () => {
    expect((await rig.rest.post('/channels/create?endpoint=WebSocket/INCOMING&app=hello&channelId=w1')).status).toBe(
      200,
    );
    const sockets = await useCount('res_http_websocket');
    await rig.rest.delete('/channels/w1');
    await until(all, 'ChannelDestroyed w1 16');

    expect(await useCount('res_http_websocket')).toBe(sockets - 1);
  });

  it('cannot expect a socket without it', async () => {
    await rig.clear();
    await rig.sockets(0);
    expect((await unload('res_http_websocket')).status).toBe(204);

    const { status, body } = await rig.rest.post(incoming);

    expect([status, body]).toEqual([400, expect.objectContaining(refusal('request-invalid', 'res_http_websocket'))]);
  });
});

describe('the module of the dialplan', () => {
  it('takes all extensions away when it is unloaded, and reads the file when it is loaded', async () => {
    expect((await unload('pbx_config')).status).toBe(204);
    expect((await rig.rest.post('/channels/c1?endpoint=Local/up@default&app=hello')).status).toBe(200);
    await until(all, 'ChannelDestroyed c1 0');

    await rig.rest.post('/server/modules/pbx_config');
    await rig.originate('c2', 'up');
    await until(all, 'StasisStart c2');
  });
});

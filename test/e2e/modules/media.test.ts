import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bridge, Module } from '../../../generated/models';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { aTone } from '../../support/media/signals';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

let rig: CallRig;
let app: AppSocket;
/** A sound, without ending. */
let prompt: string;
const unloaded = new Set<string>();

beforeAll(async () => {
  rig = await CallRig.start(
    `
exten => dials,1,Dial(Local/up@default)
 same => n,Set(AFTER=\${DIALSTATUS})
 same => n,Wait(600)
`,
    { 'asterisk.conf': '[directories]\nabsolute_sounds = prompts\n' },
  );
  prompt = join(rig.server.folder, 'etc', 'prompts', 'tone');
  mkdirSync(dirname(prompt));
  writeFileSync(`${prompt}.sln`, Buffer.from(aTone(440, { rate: 8000 }).buffer));
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(async () => {
  await rig.clear();
  for (const name of unloaded) await rig.rest.post(`/server/modules/${name}`);
  unloaded.clear();
});
afterAll(() => rig.close());

const useCount = async (name: string): Promise<number> =>
  ((await rig.rest.get(`/server/modules/${name}`)).body as Module).use_count;
const free = async (name: string): Promise<void> => {
  while ((await useCount(name)) > 0);
};
async function unload(name: string): Promise<{ readonly status: number; readonly body: unknown }> {
  unloaded.add(name);
  return rig.rest.delete(`/server/modules/${name}`);
}
const isMissing = (module: string): unknown => [501, expect.objectContaining(refusal('module-not-loaded', module))];
const external = (id: string, format: string): Promise<{ readonly status: number; readonly body: unknown }> =>
  rig.rest.post(`/channels/externalMedia?app=hello&external_host=127.0.0.1:9&format=${format}&channelId=${id}`);

describe('the module of a codec', () => {
  it('is in use by channels that carry its format, and stays as long', async () => {
    expect((await external('x1', 'ulaw')).status).toBe(200);
    expect([await useCount('codec_ulaw'), await useCount('codec_alaw')]).toEqual([1, 0]);
    expect((await unload('codec_ulaw')).status).toBe(409);

    await rig.rest.delete('/channels/x1');
    await free('codec_ulaw');
    expect((await unload('codec_ulaw')).status).toBe(204);
  });

  it('takes its format away when it is unloaded, and no other', async () => {
    await unload('codec_ulaw');

    const { status, body } = await external('x1', 'ulaw');
    expect([status, body]).toEqual([400, expect.objectContaining(refusal('request-invalid', "'ulaw'", 'codec_ulaw'))]);
    expect((await external('x2', 'alaw')).status).toBe(200);
    await rig.rest.post('/bridges/b1');
    const announced = await rig.rest.post('/bridges/b1/play?media=tone:dial&announcer_format=ulaw');
    expect([announced.status, announced.body]).toEqual(isMissing('codec_ulaw'));
  });

  it('that resamples is needed for all that is not of the rate of telephones', async () => {
    expect((await unload('codec_resample')).body).toMatchObject(refusal('conflict', 'codec_g722', 'codec_opus'));
    await unload('codec_g722');
    await unload('codec_opus');
    expect((await unload('codec_resample')).status).toBe(204);

    expect((await external('x1', 'slin16')).status).toBe(400);
    await rig.call('c1', app);
    expect((await rig.rest.get('/channels/c1/variable?variable=CHANNEL(audionativeformat)')).body).toEqual({
      value: '(slin)',
    });
    unloaded.delete('codec_resample');
    await rig.rest.post('/server/modules/codec_resample');
  });
});

describe('the module of a file format', () => {
  const finished = async (id: string): Promise<unknown> => {
    for (;;) {
      const message = await app.next();
      const playback = message['playback'] as { readonly id: string; readonly state: string } | undefined;
      if (message.type === 'PlaybackFinished' && playback?.id === id) return playback.state;
    }
  };

  it('takes its files away when it is unloaded: they are neither played nor recorded', async () => {
    await rig.call('c1', app);
    await rig.rest.post(`/channels/c1/play/p1?media=sound:${prompt}`);
    expect(await finished('p1')).toBe('done');

    expect((await unload('format_sln')).status).toBe(204);

    await rig.rest.post(`/channels/c1/play/p2?media=sound:${prompt}`);
    expect(await finished('p2')).toBe('failed');
    expect((await rig.rest.post('/channels/c1/record?name=r1&format=sln')).status).toBe(422);
    expect((await rig.rest.post('/channels/c1/record?name=r2&format=wav')).status).toBe(201);
  });

  it('is in use while a file of it is recorded', async () => {
    await rig.call('c1', app);
    await rig.rest.post('/channels/c1/record?name=r3&format=wav');
    await until(app, 'RecordingStarted');

    expect([await useCount('format_wav'), await useCount('res_stasis_recording')]).toEqual([1, 1]);
    expect((await unload('res_stasis_recording')).body).toMatchObject(refusal('conflict', 'recording r3'));

    await rig.rest.delete('/recordings/live/r3');
    await free('format_wav');
    expect(await useCount('res_stasis_recording')).toBe(0);
  });
});

describe('the module of a bridge technology', () => {
  const create = async (type: string): Promise<readonly unknown[]> => {
    const { status, body } = await rig.rest.post(`/bridges?type=${type}`);
    return status === 200 ? [200, (body as Bridge).technology] : [status, body];
  };

  it('is in use by bridges that need it, and stays as long', async () => {
    await rig.rest.post('/bridges/b1?type=holding');
    expect([await useCount('bridge_holding'), await useCount('bridge_simple')]).toEqual([2, 0]);
    await unload('app_bridgewait');
    expect((await unload('bridge_holding')).body).toMatchObject(refusal('conflict', 'bridge b1'));

    await rig.rest.delete('/bridges/b1');
    expect((await unload('bridge_holding')).status).toBe(204);
    expect(await create('holding')).toEqual(isMissing('bridge_holding'));
    expect(await create('mixing')).toEqual([200, 'simple_bridge']);
    unloaded.delete('app_bridgewait');
    await rig.rest.post('/server/modules/app_bridgewait');
  });

  it('for many does also for two, but not the other way round', async () => {
    await unload('bridge_simple');
    expect(await create('mixing')).toEqual([200, 'softmix']);
    await rig.clear();
    app = await rig.open('hello');
    await rig.rest.post('/server/modules/bridge_simple');

    expect((await unload('bridge_softmix')).status).toBe(204);
    await rig.rest.post('/bridges/b1?type=mixing');
    for (const id of ['c1', 'c2', 'c3']) await rig.call(id, app);
    expect((await rig.rest.post('/bridges/b1/addChannel?channel=c1,c2')).status).toBe(204);
    const third = await rig.rest.post('/bridges/b1/addChannel?channel=c3');
    expect([third.status, third.body]).toEqual(isMissing('bridge_softmix'));
    expect((await rig.rest.get('/bridges/b1')).body).toMatchObject({ channels: ['c1', 'c2'] });
    expect(await create('video_sfu')).toEqual(isMissing('bridge_softmix'));

    await rig.rest.post('/server/modules/bridge_softmix');
    expect((await rig.rest.post('/bridges/b1/addChannel?channel=c3')).status).toBe(204);
    expect([await useCount('bridge_softmix'), await useCount('bridge_simple')]).toEqual([1, 0]);
  });

  it('cannot be done without by Dial', async () => {
    const all = await rig.open('all&subscribeAll=yes');
    await unload('bridge_simple');
    await unload('bridge_softmix');

    await rig.rest.post('/channels/c1?endpoint=Local/up@default&extension=dials');

    await until(all, 'ChannelVarset c1 AFTER=CONGESTION');
  });
});

describe('the modules of what applications order', () => {
  it('are in use by playbacks, snoops, music and stays in applications', async () => {
    await rig.call('c1', app);
    expect(await useCount('app_stasis')).toBe(1);
    await rig.rest.post('/channels/c1/play/p1?media=tone:dial');
    await rig.rest.post('/channels/c1/snoop/s1?spy=both&app=hello');
    await until(app, 'StasisStart s1');
    expect([await useCount('res_stasis_playback'), await useCount('res_stasis_snoop')]).toEqual([1, 1]);
    expect(await useCount('app_stasis')).toBe(2);
    expect((await unload('res_stasis_playback')).body).toMatchObject(refusal('conflict', 'playback p1'));

    await rig.rest.delete('/playbacks/p1');
    await free('res_stasis_playback');
    await rig.rest.post('/channels/c1/moh');
    expect(await useCount('res_musiconhold')).toBe(1);
    expect((await unload('res_musiconhold')).body).toMatchObject(refusal('conflict', 'channel c1'));
    await rig.rest.delete('/channels/c1/moh');
    expect(await useCount('res_musiconhold')).toBe(0);
  });

  it('bring channels into applications, or say that they are not there before anything is made', async () => {
    await rig.call('c1', app);
    await rig.rest.delete('/channels/c1');
    await free('app_stasis');
    expect((await unload('app_stasis')).status).toBe(204);

    for (const target of [
      '/channels?endpoint=Local/up@default&app=hello',
      '/channels/create?endpoint=Local/up@default&app=hello',
      '/channels/externalMedia?app=hello&external_host=127.0.0.1:9&format=ulaw',
    ]) {
      const { status, body } = await rig.rest.post(target);
      expect([status, body]).toEqual(isMissing('app_stasis'));
    }
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });
});

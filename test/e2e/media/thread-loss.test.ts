import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startMediaThread } from '../../../src/media/thread/media-thread';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually, within } from '../../support/eventually';
import { MediaSocketPeer } from '../../support/media/media-socket-peer';
import { failsOnRequest, mediaProgram } from '../../support/media/media-program';
import type { AppSocket } from '../../support/sockets/socket-peer';

const program = mediaProgram(failsOnRequest);
const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
`;
const rtp =
  '/channels/externalMedia?app=hello&external_host=127.0.0.1:9&format=ulaw&encapsulation=rtp&transport=udp&channelId=';
const restarting = { message: 'the media thread is being restarted' };

/** Has the media thread stop doing anything, from the next command on. */
async function standStill(rig: CallRig, app: AppSocket): Promise<void> {
  const id = 'stands-still';
  await rig.rest.post(`/channels/${id}?endpoint=Local/far@default&app=hello`);
  await until(app, `StasisStart ${id}`);
  await rig.rest.post(`/channels/${id}/play?media=tone:440`);
  await rig.rest.delete(`/channels/${id}`);
}

describe('a server whose media thread is lost and stays away', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    const restarts = { most: 1, within: 3_600_000 };
    rig = await CallRig.start(dialplan, {}, { media: startMediaThread({ program, restarts }) });
    app = await rig.open('hello');
  });
  afterAll(() => rig.close());

  it('refuses external media as not available now, both what was asked before and after, and makes nothing', async () => {
    await standStill(rig, app);

    const before = await within(rig.rest.post(`${rtp}e1`), () => 'no answer to what was asked before the loss');
    const after = await within(rig.rest.post(`${rtp}e2`), () => 'no answer to what was asked after the loss');
    const originated = await rig.rest.post('/channels/e3?endpoint=UnicastRTP/127.0.0.1:9&app=hello');

    for (const { status, body } of [before, after, originated])
      expect({ status, body }).toMatchObject({ status: 503, body: restarting });
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });

  it('lets only a limited number of orders of a media websocket wait', async () => {
    const query = 'app=hello&transport=websocket&encapsulation=none&connection_type=server&format=ulaw&channelId=m1';
    const { body } = await rig.rest.post(`/channels/externalMedia?${query}`);
    const { channelvars } = body as { readonly channelvars: Readonly<Record<string, string>> };
    const peer = await MediaSocketPeer.connect(rig.server.origin, channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '');

    for (let count = 0; count < 101; count += 1) peer.send('GET_STATUS');

    expect(await peer.text('ERROR')).toContain('the media thread is being restarted');
    peer.close();
    await peer.closed;
  });
});

describe('a server whose media thread is replaced', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {}, { media: startMediaThread({ program }) });
    app = await rig.open('hello');
  });
  afterAll(() => rig.close());

  it('answers a media websocket that asked for its status when the thread was lost', async () => {
    const query = 'app=hello&transport=websocket&encapsulation=none&connection_type=server&format=ulaw&channelId=m1';
    const { body } = await rig.rest.post(`/channels/externalMedia?${query}`);
    const { channelvars } = body as { readonly channelvars: Readonly<Record<string, string>> };
    const peer = await MediaSocketPeer.connect(rig.server.origin, channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '');
    await standStill(rig, app);

    peer.send('GET_STATUS');
    peer.send('GET_STATUS');

    const statuses = (): number => peer.texts.filter((text) => text.startsWith('STATUS')).length;
    await eventually(
      () => statuses() === 2,
      () => `${statuses()} of 2 answers have come`,
    );
    peer.close();
    await peer.closed;
  });

  it('makes a recording of what was recorded until then', async () => {
    const folder = join(rig.server.folder, 'state/spool/recording');
    await rig.rest.post('/channels/c1?endpoint=Local/far@default&app=hello');
    await until(app, 'StasisStart c1');
    await rig.rest.post('/channels/c1/record?name=cut&format=wav');
    const names = (): string[] => readdirSync(folder, { encoding: 'utf8' });
    const written = (): number =>
      names().reduce((sum, name) => sum + (name.endsWith('.part') ? statSync(join(folder, name)).size : 0), 0);
    await eventually(
      () => written() > 8000,
      () => `only ${written()} bytes were recorded`,
    );
    await standStill(rig, app);

    await eventually(
      () => names().join() === 'cut.wav',
      () => `there is ${names().join()}`,
    );
    expect((await rig.rest.get('/recordings/stored')).body).toEqual([{ name: 'cut', format: 'wav' }]);
  });
});

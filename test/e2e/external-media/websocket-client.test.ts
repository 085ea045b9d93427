import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Channel } from '../../../generated/models';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { MediaSocketPeer } from '../../support/media/media-socket-peer';
import type { AppSocket } from '../../support/sockets/socket-peer';

type Shown = Channel & { readonly channelvars: Readonly<Record<string, string>> };

describe('media over a websocket that the server opens', () => {
  let server: WebSocketServer;
  let rig: CallRig;
  let app: AppSocket;
  const arrived: { readonly peer: MediaSocketPeer; readonly request: IncomingMessage }[] = [];
  let deadPort = 0;

  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket, request) => arrived.push({ peer: new MediaSocketPeer(socket), request }));
    await new Promise((resolve) => server.once('listening', resolve));
    deadPort = await freePort();
    const { port } = server.address() as AddressInfo;
    const client = (id: string, uri: string): string =>
      `[${id}]\ntype = websocket_client\nuri = ${uri}\nprotocols = media\nusername = u\npassword = p\nconnection_timeout = 20000\nreconnect_attempts = 2\nreconnect_interval = 1\n`;
    rig = await CallRig.start('', {
      'websocket_client.conf': [
        client('there', `ws://127.0.0.1:${port}/app?x=1`),
        client('gone', `ws://127.0.0.1:${deadPort}/`),
      ].join('\n'),
    });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const options = (id: string, client: string, more = ''): string =>
    `/channels/externalMedia?app=hello&transport=websocket&encapsulation=none&external_host=${client}&format=slin16&channelId=${id}${more}`;

  it('gets there with the parameters and credentials that are wanted, and is answered at once', async () => {
    const { status, body } = await rig.rest.post(options('x1', 'there', '&transport_data=v(call=abc,leg=1)f(json)'));
    expect(status).toBe(200);
    expect((body as Shown).channelvars).toEqual({
      MEDIA_WEBSOCKET_CONNECTION_ID: 'there',
      MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE: '640',
    });
    expect((await until(app, 'StasisStart x1')).filter((line) => line.startsWith('Dial'))).toEqual([
      'Dial x1 begins',
      'Dial x1 ANSWER',
    ]);
    const { peer, request } = arrived.splice(0)[0] ?? {};
    if (peer === undefined || request === undefined) throw new Error('nobody came');
    expect(request.url).toBe('/app?x=1&call=abc&leg=1');
    expect(request.headers.authorization).toMatch(/^Basic /);
    expect(await peer.event('MEDIA_START')).toMatchObject({ connection_id: 'there', format: 'slin16' });

    await rig.rest.post('/channels/x1/play?media=tone:700');
    await peer.untilFrames(5);
    peer.send('{"command":"HANGUP"}');
    await until(app, 'ChannelDestroyed x1 0');
    expect(await peer.closed).toBe(1000);
  });

  it('fails without ringing when no server listens', async () => {
    await rig.rest.post(options('x1', 'gone'));
    const lines = await until(app, 'ChannelDestroyed x1 3');

    expect(lines.filter((line) => line.startsWith('Dial'))).toEqual([]);
  });

  it('is refused together with the connection type server, where the external side connects', async () => {
    const asServer = (host: string): string => `${options('x1', host)}&connection_type=server`;
    const refused = await rig.rest.post(asServer('there'));

    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('external_host') as string });
    expect((await rig.rest.post(asServer('INCOMING'))).status).toBe(200);
  });

  it('is closed like any call that ends when the server stops', async () => {
    const { port } = server.address() as AddressInfo;
    const own = await CallRig.start('', {
      'websocket_client.conf': `[there]\ntype = websocket_client\nuri = ws://127.0.0.1:${port}/\nprotocols = media\nconnection_timeout = 20000\n`,
    });
    const socket = await own.open('hello');
    await own.rest.post(options('x1', 'there'));
    await until(socket, 'StasisStart x1');
    const [{ peer } = { peer: undefined }] = arrived.splice(0);
    const incoming = await own.rest.post(
      options('x2', 'there').replace('external_host=there', 'connection_type=server'),
    );
    const waiting = await MediaSocketPeer.connect(
      own.server.origin,
      (incoming.body as Shown).channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '',
    );
    await until(socket, 'StasisStart x2');
    await own.close();

    expect(await Promise.all([peer?.closed, waiting.closed])).toEqual([1000, 1000]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as AddressInfo;
      taken.close(() => resolve(port));
    });
  });
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { within } from '../../support/eventually';
import { ask } from '../../support/server/http-client';
import { Workshop } from '../../support/server/http-process';
import { BareWebsocketServer, floodWithPings } from '../../support/sockets/ping-flood';
import { RunningServer } from '../../support/server/running-server';
import { upgrade } from '../../support/sockets/socket-raw';
import { Rest } from '../../support/sockets/socket-rest';

const events = '/ari/events?app=flood&api_key=asterisk:asterisk';
const users = '[general]\nenabled = yes\n[asterisk]\ntype = user\npassword = asterisk\n';

describe('a peer that sends pings without end and reads nothing', () => {
  let server: RunningServer | undefined;
  const remotes: BareWebsocketServer[] = [];
  afterEach(async () => {
    await server?.close();
    server = undefined;
    for (const remote of remotes.splice(0)) await remote.close();
  });

  async function remote(protocol: string): Promise<BareWebsocketServer> {
    const started = await BareWebsocketServer.start(protocol);
    remotes.push(started);
    return started;
  }

  const client = (id: string, { uri }: BareWebsocketServer, protocol: string): string =>
    `[${id}]\ntype = websocket_client\nuri = ${uri}\nprotocols = ${protocol}\nreconnect_attempts = 1\nreconnect_interval = 60000\n`;

  it('is cut off from an event socket', async () => {
    server = await RunningServer.start();
    const { socket } = await upgrade(server.origin, events);

    await floodWithPings(socket, 'client');

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
  });

  it('is cut off from a media websocket', async () => {
    server = await RunningServer.start();
    const rest = new Rest(server.origin);
    const { socket: application } = await upgrade(server.origin, events);
    const query = 'app=flood&transport=websocket&encapsulation=none&connection_type=server&format=ulaw&channelId=x';
    const { body } = await rest.post(`/channels/externalMedia?${query}`);
    const { channelvars } = body as { readonly channelvars: Readonly<Record<string, string>> };
    const { socket } = await upgrade(server.origin, `/media/${channelvars['MEDIA_WEBSOCKET_CONNECTION_ID']}`);

    await floodWithPings(socket, 'client');

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
    application.destroy();
  });

  it('is cut off from a socket that we have opened for an application', async () => {
    const application = await remote('ari');
    const outbound =
      '[out]\ntype = outbound_websocket\nwebsocket_client_id = there\napps = flood\nlocal_ari_user = asterisk\n';
    server = await RunningServer.start({
      'ari.conf': `${users}${outbound}`,
      'websocket_client.conf': `${client('there', application, 'ari')}connection_type = persistent\n`,
    });

    await floodWithPings(await application.first, 'server');

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
  });

  it('is cut off from a media websocket that we have opened', async () => {
    const far = await remote('media');
    server = await RunningServer.start({ 'websocket_client.conf': client('there', far, 'media') });
    const rest = new Rest(server.origin);
    const { socket: application } = await upgrade(server.origin, events);
    const query = 'app=flood&transport=websocket&encapsulation=none&external_host=there&format=ulaw&channelId=x';
    expect((await rest.post(`/channels/externalMedia?${query}`)).status).toBe(200);

    await floodWithPings(await far.first, 'server');

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
    application.destroy();
  });

  it('does not keep a server from stopping', async () => {
    server = await RunningServer.start();
    const { socket } = await upgrade(server.origin, events);
    const flooded = floodWithPings(socket, 'client');

    await within(server.stop(), () => 'the server has not stopped');

    await flooded;
  });
});

describe('a server with a flooding peer', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it('stays as small as it was', async () => {
    const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
    const folder = workshop.folder({ 'http.conf': http, 'ari.conf': users });
    const server = workshop.start(['serve', '--config', folder, '--state', join(folder, 'state')]);
    const origin = await server.ready();
    const before = residentBytes(server.child.pid);

    for (let times = 0; times < 3; times += 1) {
      const { socket } = await upgrade(origin, events);
      await floodWithPings(socket, 'client');
    }

    expect((await ask(origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
    expect(residentBytes(server.child.pid)).toBeLessThan(2 * before);
  });
});

function residentBytes(pid: number | undefined): number {
  return 1024 * Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

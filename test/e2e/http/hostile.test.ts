import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { eventually } from '../../support/eventually';
import { ask } from '../../support/server/http-client';
import { Wire } from '../../support/server/http-wire';
import { RunningServer } from '../../support/server/running-server';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';

const http = (more: string): string => `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${more}`;
const login = `Authorization: Basic ${Buffer.from('asterisk:asterisk').toString('base64')}\r\n`;

/** Connects, asks and never reads what comes back. */
async function neverReading(origin: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = createConnection({ host: hostname, port: Number(port) });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}

const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('close', resolve);
    socket.resume();
  });

async function untilCut({ origin }: RunningServer, count: number): Promise<void> {
  const line = `patchbay_connections_cut_total ${count}\n`;
  await eventually(
    async () => (await ask(origin, { path: '/metrics', user: null })).text.includes(line),
    () => `the metrics do not have '${line}'`,
  );
}

describe('a client that asks for documents and does not read them', () => {
  it('does not end the server when it leaves in the middle of pipelined answers', async () => {
    const server = await RunningServer.start();
    const request = 'GET /generated/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    const sockets = await Promise.all(Array.from({ length: 5 }, () => neverReading(server.origin, request.repeat(5))));
    for (const socket of sockets) socket.destroy();

    expect((await ask(server.origin, { path: '/generated/openapi.json', user: null })).status).toBe(200);
    expect((await ask(server.origin, { path: '/generated/nothing.json', user: null })).status).toBe(404);
    await server.close();
  });

  it('is cut off', async () => {
    const server = await RunningServer.start({ 'http.conf': http('session_write_timeout = 300\n') });
    const request = 'GET /generated/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';

    const socket = await neverReading(server.origin, request.repeat(40));
    await untilCut(server, 1);

    socket.destroy();
    await server.close();
  });

  it('is cut off before its time when hundreds of its requests wait, and others are served', async () => {
    const server = await RunningServer.start({ 'http.conf': http('session_write_timeout = 600000\n') });
    const request = `GET /ari/api-docs/openapi.json HTTP/1.1\r\nHost: x\r\n${login}\r\n`;

    const sockets = await Promise.all(
      Array.from({ length: 3 }, () => neverReading(server.origin, request.repeat(1000))),
    );
    await untilCut(server, 3);

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
});

describe('connections without credentials', () => {
  it('do not keep health checks and users out, however many there are', async () => {
    const server = await RunningServer.start({ 'http.conf': http('sessionlimit = 10\n') });
    const user = await Wire.connect(server.origin);
    expect((await user.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`)).status).toBe(200);

    const idle = await Promise.all(Array.from({ length: 40 }, () => neverReading(server.origin, 'GET /ari/')));

    expect((await ask(server.origin, { path: '/healthz', user: null })).status).toBe(200);
    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
    expect((await user.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`)).status).toBe(200);
    for (const socket of idle) socket.destroy();
    user.close();
    await server.close();
  });

  it('from one address leave a client of another one the time to send its request', async () => {
    const server = await RunningServer.start({ 'http.conf': http('sessionlimit = 10\n') });
    const slow = await Wire.connect(server.origin, '127.0.0.2');

    const crowd = await Promise.all(Array.from({ length: 40 }, () => neverReading(server.origin, 'GET /ari/')));
    const { status: meanwhile } = await Wire.once(server.origin, 'GET /healthz HTTP/1.1\r\n\r\n');
    const { status } = await slow.ask('GET /healthz HTTP/1.1\r\n\r\n');

    expect([meanwhile, status]).toEqual([200, 200]);
    for (const socket of crowd) socket.destroy();
    slow.close();
    await server.close();
  });

  it('from one address do so also when all of them have been answered', async () => {
    const server = await RunningServer.start({ 'http.conf': http('sessionlimit = 10\n') });
    const health = 'GET /healthz HTTP/1.1\r\n\r\n';
    const crowd: Wire[] = [];
    const crowdUntil = async (count: number): Promise<void> => {
      while (crowd.length < count) {
        const wire = await Wire.connect(server.origin);
        crowd.push(wire);
        await wire.ask(health);
      }
    };
    await crowdUntil(25);
    const slow = await Wire.connect(server.origin, '127.0.0.2');
    await crowdUntil(30);

    expect((await slow.ask(health)).status).toBe(200);
    for (const wire of [...crowd, slow]) wire.close();
    await server.close();
  });

  it('from one address make room for each other first', async () => {
    const server = await RunningServer.start({ 'http.conf': http('session_limit_per_address = 2\n') });

    const oldest = await neverReading(server.origin, 'GET /ari/');
    const others = [await neverReading(server.origin, 'GET /ari/'), await neverReading(server.origin, 'GET /ari/')];
    await closed(oldest);

    for (const socket of others) socket.destroy();
    await server.close();
  });
});

describe('a web page of another site', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({
      'ari.conf':
        '[general]\nenabled = yes\nallowed_origins = https://console.example\n\n[asterisk]\ntype = user\npassword = asterisk\n',
    });
  });
  afterAll(() => server.close());

  const foreign = { origin: 'https://evil.example' };
  const form = { ...foreign, 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['reads', { path: '/ari/channels', headers: foreign }],
    ['posts a form', { method: 'POST', path: '/ari/bridges', headers: form, body: 'name=x' }],
    [
      'posts a text',
      { method: 'POST', path: '/ari/bridges', headers: { ...foreign, 'content-type': 'text/plain' }, body: 'x' },
    ],
    ['hides its origin', { method: 'POST', path: '/ari/bridges', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['comes from nowhere', { path: '/ari/channels', headers: { origin: 'null' } }],
  ])('is refused when it %s', async (_, request) => {
    const answer = await ask(server.origin, request);

    expect(answer.status).toBe(403);
    expect(JSON.parse((await ask(server.origin, { path: '/ari/bridges' })).text)).toEqual([]);
  });

  it('opens no event socket', async () => {
    const url = `${server.origin}/ari/events?app=x`;

    expect((await askToUpgrade(url, { headers: foreign })).status).toBe(403);
    expect((await askToUpgrade(url, { headers: { origin: 'https://console.example' } })).status).toBe(101);
  });

  it('is served when it is our own, or named in allowed_origins', async () => {
    for (const origin of [server.origin, 'https://console.example'])
      expect((await ask(server.origin, { path: '/ari/channels', headers: { origin } })).status).toBe(200);
  });
});

describe('a listener that knows its names', () => {
  it('serves no other Host, but answers health checks', async () => {
    const server = await RunningServer.start({ 'http.conf': http('allowed_hosts = calls.example\n') });
    const get = (path: string, host: string): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${login}\r\n`;

    const statuses = [
      (await Wire.once(server.origin, get('/ari/channels', 'calls.example:8088'))).status,
      (await Wire.once(server.origin, get('/ari/channels', 'rebound.example'))).status,
      (await Wire.once(server.origin, get('/healthz', '10.0.0.7'))).status,
    ];

    expect(statuses).toEqual([200, 403, 200]);
    await server.close();
  });
});

describe('paths', () => {
  it('are told apart by letter case, so that credentials are needed for every spelling that is served', async () => {
    const server = await RunningServer.start();
    const paths = ['/ari/api-docs/resources.json', '/ARI/api-docs/resources.json', '/ARI/asterisk/ping', '/HEALTHZ'];

    const statuses: number[] = [];
    for (const path of paths) statuses.push((await ask(server.origin, { path, user: null })).status);

    expect(statuses).toEqual([401, 404, 404, 404]);
    await server.close();
  });
});

describe('behind a trusted proxy', () => {
  const wrong = (forwarded: string) => ({
    path: '/ari/asterisk/ping',
    user: 'asterisk:wrong',
    headers: { 'x-forwarded-for': forwarded },
  });

  it('guesses count against the address that the proxy names, and not against the proxy', async () => {
    const server = await RunningServer.start({ 'http.conf': http('trusted_proxies = 127.0.0.0/8\n') });
    for (let times = 0; times < 40; times += 1) await ask(server.origin, wrong('198.51.100.7'));

    const guesser = await ask(server.origin, wrong('spoofed.example, 198.51.100.7'));
    const other = await ask(server.origin, {
      path: '/ari/asterisk/ping',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });

    expect([guesser.status, other.status]).toEqual([429, 200]);
    await server.close();
  });

  it('is trusted only where http.conf says so', async () => {
    const server = await RunningServer.start();
    for (let times = 0; times < 40; times += 1) await ask(server.origin, wrong(`198.51.100.${times}`));

    expect((await ask(server.origin, wrong('203.0.113.9'))).status).toBe(429);
    await server.close();
  });
});

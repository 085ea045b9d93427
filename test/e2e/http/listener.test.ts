import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { certificate, privateKey } from '../../support/client/client-certificate';
import { ask, failure, jsonOf, statusesOf } from '../../support/server/http-client';
import { freePort } from '../../support/server/http-process';
import { login, Wire } from '../../support/server/http-wire';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';

const http = (more: string): string => `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${more}`;
const ping = '/ari/asterisk/ping';

describe('a listener with a prefix', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({ 'http.conf': http('prefix = phones\n') });
  });
  afterAll(() => server.close());

  it('serves everything below it, in any letter case', async () => {
    const paths = ['/phones/ari/asterisk/ping', '/PHONES/ari/asterisk/ping', '/phones/ari/api-docs/resources.json'];
    const others = ['/phones/healthz', '/phones/readyz', '/phones/metrics', '/phones/docs/'];

    expect(
      await statusesOf(
        server.origin,
        [...paths, ...others].map((path) => ({ path })),
      ),
    ).toEqual(Array(7).fill(200));
  });

  it('serves nothing beside it', async () => {
    const paths = ['/ari/asterisk/ping', '/healthz', '/', '/phonesari/asterisk/ping', '/phones2/healthz', '/phone'];
    for (const path of paths.slice(1)) {
      const answer = await ask(server.origin, { path, user: null });
      expect([answer.status, jsonOf(answer)]).toEqual([404, failure('not-found', /\/phones/)]);
    }
    expect((await Wire.once(server.origin, `GET ${paths[0]} HTTP/1.1\r\n${login}\r\n`)).status).toBe(404);
  });

  it('puts it into links and the published address', async () => {
    const { headers } = await ask(server.origin, { path: '/phones', user: null });
    const listing = await ask(server.origin, { path: '/phones/ari/api-docs/resources.json' });

    expect(headers.location).toBe('/phones/docs/');
    expect(jsonOf(listing)).toMatchObject({ basePath: `${server.origin}/phones/ari` });
  });

  it('opens event sockets there', async () => {
    expect((await askToUpgrade(`${server.origin}/phones/ari/events?app=x`)).status).toBe(101);
    expect((await askToUpgrade(`${server.origin}/ari/events?app=x`)).status).toBe(404);
  });
});

describe('a listener with TLS', () => {
  let server: RunningServer;
  let secure: string;
  beforeAll(async () => {
    const port = await freePort();
    secure = `https://127.0.0.1:${port}`;
    server = await RunningServer.start({
      'http.conf': http(
        `tlsenable = yes\ntlsbindaddr = 127.0.0.1:${port}\ntlscertfile = cert.pem\ntlsprivatekey = key.pem\n`,
      ),
      'cert.pem': certificate,
      'key.pem': privateKey,
    });
  });
  afterAll(() => server.close());

  it('serves the same over both', async () => {
    expect(await statusesOf(secure, [{ path: ping }, { path: ping, user: null }])).toEqual([200, 401]);
    expect((await ask(server.origin, { path: ping })).status).toBe(200);
    expect((await ask(secure, { path: '/healthz', user: null })).text).toBe('ok\n');
  });

  it('opens event sockets over it', async () => {
    const socket = new WebSocket(`${secure.replace('https', 'wss')}/ari/events?app=x&api_key=asterisk:asterisk`, {
      ca: certificate,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('survives peers that speak no TLS, or too old a version', async () => {
    const wire = await Wire.connect(secure);
    wire.send(`GET ${ping} HTTP/1.1\r\n\r\n`);
    await wire.ended;
    const { hostname, port } = new URL(secure);
    await new Promise((resolve) => {
      const old = connectTls({
        host: hostname,
        port: Number(port),
        ca: certificate,
        maxVersion: 'TLSv1',
        minVersion: 'TLSv1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      old.once('error', resolve);
    });

    expect((await ask(secure, { path: ping })).status).toBe(200);
  });
});

describe('redirects', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({
      'http.conf': http(
        'redirect = / /docs/api/\nredirect = /old https://elsewhere.example/new?x=1\nredirect = /ari/old /ari/asterisk/ping\n',
      ),
    });
  });
  afterAll(() => server.close());

  it.each([
    ['/', '/docs/api/'],
    ['/old', 'https://elsewhere.example/new?x=1'],
    ['/old?api_key=a:b', 'https://elsewhere.example/new?x=1'],
    ['/ari/old', '/ari/asterisk/ping'],
  ])('send %s to %s, whoever asks', async (path, location) => {
    const wire = await Wire.once(server.origin, `GET ${path} HTTP/1.1\r\n\r\n`);

    expect([wire.status, wire.headers['location'], wire.body]).toEqual([302, location, '']);
  });

  it('concern exactly the path they name', async () => {
    expect(await statusesOf(server.origin, [{ path: '/old/' }, { path: '/older' }, { path: ping }])).toEqual([
      404, 404, 200,
    ]);
  });
});

describe('restrictions', () => {
  let server: RunningServer;
  const closed = 'type = restriction\ndeny = 0.0.0.0/0\n';
  beforeAll(async () => {
    server = await RunningServer.start({
      'http.conf': http(
        [
          'redirect = /ari/asterisk/moved /elsewhere',
          `[/ari/asterisk]\n${closed}`,
          `[/ari/events]\n${closed}`,
          `[/metrics]\n${closed}`,
          `[/docs]\n${closed}permit = 127.0.0.1`,
          '[/docs/api]\ntype = restriction\nacl = nobody',
          '',
        ].join('\n'),
      ),
      'acl.conf': '[nobody]\ndeny = 0.0.0.0/0\n',
    });
  });
  afterAll(() => server.close());

  it.each([
    ping,
    '/ari/asterisk',
    '/ari/asterisk/moved',
    '/ari/asteriskish',
    '/ari/%61sterisk/ping',
    '/ari/ASTERISK/ping',
    '/ari/server/ping',
    '/metrics',
    '/METRICS',
    '/metrics/',
    '/%6Detrics',
    '/docs/api/',
  ])('close %s, with and without credentials', async (path) => {
    for (const user of [undefined, null]) {
      const answer = await Wire.once(server.origin, `GET ${path} HTTP/1.1\r\n${user === null ? '' : login}\r\n`);

      expect([answer.status, JSON.parse(answer.body)]).toEqual([403, failure('forbidden', /address/)]);
    }
  });

  it('close a path to websockets as well', async () => {
    const answer = await askToUpgrade(`${server.origin}/ari/events?app=x`);

    expect([answer.status, answer.body]).toEqual([403, failure('forbidden', /address/)]);
  });

  it('let those in whom every matching one permits, and leave other paths alone', async () => {
    const paths = ['/docs/', '/ari/applications', '/healthz', '/ari/api-docs/resources.json'];

    expect(
      await statusesOf(
        server.origin,
        paths.map((path) => ({ path })),
      ),
    ).toEqual([200, 200, 200, 200]);
  });
});

describe('a server that stops', () => {
  const body = '{"variable":"LAST","value":"1"}';
  const head = `POST /ari/asterisk/variable HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;

  it('finishes the request that is running, and takes no other', async () => {
    const server = await RunningServer.start();
    const [busy, idle] = [await Wire.connect(server.origin), await Wire.connect(server.origin)];
    expect((await idle.ask(`GET ${ping} HTTP/1.1\r\n${login}\r\n`)).status).toBe(200);
    expect((await busy.ask(head)).status).toBe(100);

    const stopped = server.stop();
    await idle.ended;
    await expect(Wire.connect(server.origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const answer = await busy.ask(body);

    expect(answer).toMatchObject({ status: 204, headers: { connection: 'close' } });
    await busy.ended;
    await stopped;
    await server.close();
  });

  it('takes no more requests on a connection that is still open', async () => {
    const server = await RunningServer.start();
    const wire = await Wire.connect(server.origin);
    // The first half of a request keeps the connection from being idle.
    wire.send(`GET ${ping} HTTP/1.1\r\n`);
    const seen = await Wire.connect(server.origin);
    expect((await seen.ask(`GET ${ping} HTTP/1.1\r\n${login}\r\n`)).status).toBe(200);

    const stopped = server.stop();
    await seen.ended;
    const answer = await wire.ask(`${login}\r\n`);

    expect([answer.status, JSON.parse(answer.body)]).toEqual([503, failure('unavailable', /stopping/)]);
    await wire.ended;
    await stopped;
    await server.close();
  });

  it('closes its sockets with a closing handshake, and can be stopped twice', async () => {
    const server = await RunningServer.start();
    const socket = await AppSocket.open(server.origin, 'app=x');

    await Promise.all([server.stop(), server.stop()]);

    expect(await socket.closed).toMatchObject({ code: 1001 });
    await server.close();
  });
});

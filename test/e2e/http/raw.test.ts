import { failure } from '../../support/server/http-client';
import { login, Wire } from '../../support/server/http-wire';
import type { WireAnswer } from '../../support/server/http-wire';
import { RunningServer } from '../../support/server/running-server';

const ping = `GET /ari/asterisk/ping HTTP/1.1\r\nHost: x\r\n${login}\r\n`;
const pong = expect.stringMatching(/^\{"ping":"pong",/) as string;
const chunkedHead = `POST /ari/asterisk/variable HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;

function shown({ status, headers, body }: WireAnswer): unknown {
  return { status, connection: headers['connection'], body: body === '' ? '' : (JSON.parse(body) as unknown) };
}

describe('HTTP, byte by byte', () => {
  let server: RunningServer;
  let wire: Wire;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    wire = await Wire.connect(server.origin);
  });
  afterEach(() => wire.close());

  it('keeps a connection for the next request', async () => {
    for (let times = 0; times < 3; times += 1) expect(await wire.ask(ping)).toMatchObject({ status: 200, body: pong });
  });

  it('closes a connection when asked to', async () => {
    const answer = await wire.ask(ping.replace('Host', 'Connection: close\r\nHost'));

    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await wire.ended;
  });

  it('answers pipelined requests in their order', async () => {
    const missing = ping.replace('asterisk/ping', 'nosuchthing');
    const write = `POST /ari/asterisk/variable?variable=P&value=1 HTTP/1.1\r\nHost: x\r\n${login}\r\n`;
    wire.send([ping, missing, write, ping].join(''));

    const statuses = [await wire.answer(), await wire.answer(), await wire.answer(), await wire.answer()];

    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 204, 200]);
  });

  it('understands HTTP/1.0, and keeps that connection only if asked to', async () => {
    const old = `GET /ari/asterisk/ping HTTP/1.0\r\n${login}`;

    expect(await wire.ask(`${old}Connection: keep-alive\r\n\r\n`)).toMatchObject({ status: 200, body: pong });
    expect(await wire.ask(`${old}\r\n`)).toMatchObject({ status: 200, body: pong });
    await wire.ended;
  });

  it('does without a Host header', async () => {
    expect(await wire.ask(ping.replace('Host: x\r\n', ''))).toMatchObject({ status: 200, body: pong });
    expect(await wire.ask(`GET /ari/api-docs/resources.json HTTP/1.1\r\n${login}\r\n`)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"basePath"') as string,
    });
  });

  it('takes a body in chunks, however they are cut', async () => {
    expect(await wire.ask(`${chunkedHead}\r\n1d\r\n{"variable":"CH","value":"y"}\r\n0\r\n\r\n`)).toMatchObject({
      status: 204,
      headers: { 'content-length': '0' },
    });
    const body = '{"variable":"CH","value":"z"}';
    wire.send(`${chunkedHead}Trailer: X\r\n\r\n`);
    for (const character of body) wire.send(`1;name=value\r\n${character}\r\n`);
    expect(await wire.ask('0\r\nX: y\r\n\r\n')).toMatchObject({ status: 204 });
    expect(await wire.ask(ping.replace('/ping', '/variable?variable=CH'))).toMatchObject({ body: '{"value":"z"}' });
  });

  it('sends 100 Continue to who waits for it, and ignores other expectations', async () => {
    const body = '{"variable":"EXPECTED","value":"1"}';
    const head = `POST /ari/asterisk/variable HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

    expect((await wire.ask(`${head}Expect: 100-continue\r\n\r\n`)).status).toBe(100);
    expect((await wire.ask(body)).status).toBe(204);
    expect((await wire.ask(`${head}Expect: miracles\r\n\r\n${body}`)).status).toBe(204);
  });

  it('sends no body after HEAD, so that the next answer can be read', async () => {
    const head = await wire.ask(ping.replace('GET', 'HEAD'), { headersOnly: true });

    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': expect.stringMatching(/^\d\d+$/) as string },
    });
    expect(await wire.ask(ping)).toMatchObject({ status: 200, body: pong });
  });

  it('answers a method it never heard of with those it knows', async () => {
    const answer = await wire.ask(ping.replace('GET', 'BREW'));

    expect(answer.headers).toMatchObject({ allow: 'OPTIONS,GET,POST,PUT,DELETE', server: 'Patchbay' });
    expect(shown(answer)).toEqual({ status: 405, connection: 'close', body: failure('method-not-allowed') });
    await wire.ended;
  });

  it.each([
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['another protocol', 'GET /ari/asterisk/ping SIP/2.0\r\n\r\n'],
    ['a version of the future', 'GET /ari/asterisk/ping HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a control character in a header', `GET /ari/asterisk/ping HTTP/1.1\r\nX: a\x01b\r\n\r\n`],
    ['a length that is not a number', `POST /ari/asterisk/variable HTTP/1.1\r\n${login}Content-Length: ten\r\n\r\n`],
    ['two lengths', `POST /ari/asterisk/variable HTTP/1.1\r\n${login}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length and chunks', `${chunkedHead}Content-Length: 5\r\n\r\n0\r\n\r\n`],
    ['a chunk of no size', `${chunkedHead}\r\nxyz\r\n\r\n`],
    ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('refuses what is no HTTP and closes: %s', async (_, text) => {
    const answer = await wire.ask(text);

    expect(shown(answer)).toEqual({ status: 400, connection: 'close', body: failure('request-invalid') });
    await wire.ended;
  });

  it('does not serve a request with a blank in a header name, which only newer parsers of Node.js refuse', async () => {
    const answer = await wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\nBad Name: x\r\n\r\n`);

    expect([400, 401]).toContain(answer.status);
  });

  it('refuses headers without end', async () => {
    const answer = await wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`);

    expect(shown(answer)).toEqual({ status: 431, connection: 'close', body: failure('headers-too-large') });
    await wire.ended;
  });

  it('refuses a request line without end', async () => {
    const answer = await wire.ask(`GET /ari/asterisk/ping?${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`);

    expect(answer.status).toBe(431);
    await wire.ended;
  });

  it('answers what came before the garbage on the same connection', async () => {
    wire.send(`${ping}GARBAGE\r\n\r\n`);

    expect((await wire.answer()).status).toBe(200);
    expect((await wire.answer()).status).toBe(400);
    await wire.ended;
  });

  it.each([
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an upgrade to something unknown', ping.replace('Host', 'Connection: Upgrade\r\nUpgrade: h2c\r\nHost')],
    ['an asterisk for a path', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${login}\r\n`],
  ])('survives %s', async (_, text) => {
    wire.send(text);
    await Promise.race([wire.ended, wire.answer().catch(() => undefined)]);

    expect((await Wire.once(server.origin, ping)).status).toBe(200);
  });

  it('survives clients that leave at any moment', async () => {
    const text = `POST /ari/asterisk/variable?variable=LEFT&value=1 HTTP/1.1\r\n${login}Content-Length: 10\r\n\r\n01234`;
    for (let length = 1; length <= text.length; length += 12) {
      const leaver = await Wire.connect(server.origin);
      leaver.send(text.slice(0, length));
      leaver.close();
    }

    expect(await wire.ask(ping)).toMatchObject({ status: 200 });
    expect(await wire.ask(ping.replace('/ping', '/variable?variable=LEFT'))).toMatchObject({ body: '{"value":""}' });
  });
});

describe('a listener with little patience', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nsession_inactivity = 50\n',
    });
  });
  afterAll(() => server.close());

  it.each([
    ['nothing at all', ''],
    ['half a request line', 'GET /ari/ast'],
    ['headers without end', `GET /ari/asterisk/ping HTTP/1.1\r\n${login}`],
    ['half a body', `POST /ari/asterisk/variable HTTP/1.1\r\n${login}Content-Length: 10\r\n\r\n01234`],
  ])('gives up on a client that sends %s', async (_, text) => {
    const wire = await Wire.connect(server.origin);

    const answer = await wire.ask(text);

    expect(shown(answer)).toEqual({ status: 408, connection: 'close', body: failure('request-timeout') });
    await wire.ended;
  });
});

describe('a listener that keeps connections for a moment', () => {
  it('closes one that idles between two requests', async () => {
    const server = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nsession_keep_alive = 50\n',
    });
    const wire = await Wire.connect(server.origin);
    expect((await wire.ask(ping)).status).toBe(200);

    await wire.ended;

    expect(wire.rest).toBe('');
    await server.close();
  });
});

describe('a listener without keep-alive', () => {
  it('closes after each answer', async () => {
    const server = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nsession_keep_alive = 0\n',
    });
    const wire = await Wire.connect(server.origin);

    expect(await wire.ask(ping)).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await wire.ended;

    await server.close();
  });
});

describe('a listener with a limit of sessions', () => {
  it('refuses one more user, and still answers health checks', async () => {
    const server = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nsessionlimit = 2\n',
    });
    const wires = [await Wire.connect(server.origin), await Wire.connect(server.origin)];
    for (const wire of wires) expect((await wire.ask(ping)).status).toBe(200);

    const third = await Wire.once(server.origin, ping);
    const health = await Wire.once(server.origin, 'GET /healthz HTTP/1.1\r\n\r\n');

    expect([third.status, health.status]).toEqual([503, 200]);
    for (const wire of wires) wire.close();
    await server.close();
  });
});

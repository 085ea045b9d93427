import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { respond } from '../../../../src/server/http/answers/respond';
import { Wire } from '../../../support/server/http-wire';

const style = { always: ['Server', 'Patchbay'], pretty: false, root: '/ari' };
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const bodies: Readonly<Record<string, unknown>> = {
  '/plain': { text: 'nothing but ASCII' },
  '/accents': { text: 'Grüße, façade' },
  '/beyond': { text: '電話 ☎ 📞' },
  '/large': { text: 'ü'.repeat(1_000_000) },
};

describe('an answer over HTTP', () => {
  const late: ServerResponse[] = [];
  const answer = (response: ServerResponse, body: unknown, headersOnly = false): void =>
    respond(response, { status: 200, body }, { style, headers: [], headersOnly });
  const server = createServer(({ url = '', method }: IncomingMessage, response) => {
    if (url === '/late') late.push(response);
    else answer(response, bodies[url], method === 'HEAD');
  });
  let origin: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it.each(Object.keys(bodies))('has the length of its bytes, whatever characters there are: %s', async (path) => {
    const response = await fetch(origin + path);
    const bytes = Buffer.from(await response.arrayBuffer());

    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString('utf8'))).toEqual(bodies[path]);
  });

  it('arrives as a whole, headers and body together', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const first = new Promise<string>((resolve) => socket.setEncoding('utf8').once('data', resolve));
    socket.write(get('/beyond'));

    expect(await first).toMatch(/^HTTP\/1\.1 200 OK\r\nServer: Patchbay\r\n[^]*\r\n\r\n\{"text":"電話 ☎ 📞"\}$/);
    socket.destroy();
  });

  it('waits behind an earlier one on its connection that is not finished', async () => {
    const wire = await Wire.connect(origin);
    const both = new Promise<void>((resolve) => server.on('request', ({ url }) => url === '/plain' && resolve()));
    wire.send(get('/late') + get('/plain'));
    await both;
    expect(wire.rest).toBe('');
    for (const response of late) answer(response, { text: 'first' });

    expect([(await wire.answer()).body, (await wire.answer()).body]).toEqual([
      '{"text":"first"}',
      JSON.stringify(bodies['/plain']),
    ]);
    wire.close();
  });

  it('goes on with the next request after HEAD and after an answer without a body', async () => {
    const wire = await Wire.connect(origin);

    const head = await wire.ask(get('/plain').replace('GET', 'HEAD'), { headersOnly: true });
    const nothing = await wire.ask(get('/nothing'));

    expect(head.headers).toMatchObject({ 'content-length': '28', 'content-type': 'application/json' });
    expect(nothing).toMatchObject({ status: 200, headers: { 'content-length': '0' }, body: '' });
    expect(await wire.ask(get('/plain'))).toMatchObject({ status: 200, body: JSON.stringify(bodies['/plain']) });
    wire.close();
  });
});

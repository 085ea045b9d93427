import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { connect } from 'node:net';
import { inOrder, maxWaiting } from '../../../../src/server/http/connections/in-order';
import { Wire } from '../../../support/server/http-wire';

const largeBytes = 65_536;
const large = Buffer.alloc(largeBytes);

/** Answers every path with itself, or much when it says so: those that begin with /slow when told to, others at once. */
class Echo {
  readonly started: string[] = [];
  readonly pending = new Map<string, ServerResponse>();
  connection: Socket | undefined;
  readonly #server = createServer(
    inOrder(
      (request, response) => {
        const { url = '' } = request;
        this.started.push(url);
        this.connection = request.socket;
        if (url.startsWith('/slow')) this.pending.set(url, response);
        else if (url.startsWith('/large')) response.end(large);
        else response.end(url);
      },
      (socket) => socket.destroy(),
    ),
  );

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  answer(url: string): void {
    this.pending.get(url)?.end(url);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const get = (...paths: readonly string[]): string =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
const until = async (fact: () => boolean): Promise<void> => {
  while (!fact()) await new Promise(setImmediate);
};

describe('pipelined requests', () => {
  let echo: Echo;
  let origin: string;
  let wire: Wire;
  beforeEach(async () => {
    echo = new Echo();
    origin = await echo.open();
    wire = await Wire.connect(origin);
  });
  afterEach(() => {
    wire.close();
    echo.close();
  });

  it('start when the one before them has been answered', async () => {
    wire.send(get('/a', '/slow-1', '/b', '/slow-2', '/c'));
    expect((await wire.answer()).body).toBe('/a');
    expect(echo.started).toEqual(['/a', '/slow-1']);

    echo.answer('/slow-1');
    expect([(await wire.answer()).body, (await wire.answer()).body]).toEqual(['/slow-1', '/b']);
    expect(echo.started).toEqual(['/a', '/slow-1', '/b', '/slow-2']);

    echo.answer('/slow-2');
    expect([(await wire.answer()).body, (await wire.answer()).body]).toEqual(['/slow-2', '/c']);
  });

  it('do not wait for the network as long as all are answered at once', async () => {
    wire.send(get('/a', '/b', '/c'));

    // On a busy machine in several turns: the time of a turn is limited.
    await until(() => echo.started.length > 2);

    expect(echo.started).toEqual(['/a', '/b', '/c']);
  });

  it('of which too many wait are not read, and then all answered', async () => {
    const paths = Array.from({ length: maxWaiting - 1 }, (_, index) => `/${index}`);

    wire.send(get('/slow', ...paths));
    await until(() => echo.connection?.isPaused() === true);
    expect(echo.started).toEqual(['/slow']);

    echo.answer('/slow');
    expect((await wire.answer()).body).toBe('/slow');
    for (const path of paths) expect((await wire.answer()).body).toBe(path);
  });

  it('end their connection when more of them wait than may', async () => {
    const paths = Array.from({ length: maxWaiting + 1 }, (_, index) => `/${index}`);

    wire.send(get('/slow', ...paths));
    await wire.ended;

    expect(echo.started).toEqual(['/slow']);
    expect((await Wire.once(origin, get('/other'))).body).toBe('/other');
  });

  it('whose answers are not read wait, instead of filling memory with answers', async () => {
    const paths = Array.from({ length: maxWaiting }, (_, index) => `/large-${index}`);
    const reader = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(reader, 'connect');
    let received = 0;

    reader.write(get(...paths));
    await until(() => echo.connection?.isPaused() === true);
    expect(echo.started.length).toBeLessThan(paths.length / 2);

    reader.on('data', (chunk) => (received += chunk.length));
    await until(() => received >= paths.length * largeBytes);
    expect(echo.started).toEqual(paths);
    reader.destroy();
  });

  it('are dropped with the connection', async () => {
    wire.send(get('/slow', '/next'));
    await until(() => echo.pending.size === 1);
    const { connection } = echo;

    wire.close();
    await until(() => connection?.destroyed === true);
    echo.answer('/slow');

    expect((await Wire.once(origin, get('/other'))).body).toBe('/other');
    expect(echo.started).toEqual(['/slow', '/other']);
  });
});

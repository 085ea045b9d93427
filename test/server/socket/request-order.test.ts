import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { Operations, SoundsOperations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import { Dispatcher } from '../../../src/api/dispatcher';
import { makeUser } from '../../../src/server/auth/user';
import { Metrics } from '../../../src/server/metrics';
import { EventSession } from '../../../src/server/socket/event-session';
import { systemClock } from '../../../src/shared/time/clock';
import { makeLogger } from '../../../src/shared/logger';
import { Inbox } from '../../support/client/client-inbox';
import { aUser } from '../outbound/outbound-rig';
import { doorSettings } from '../../support/server/door-settings';

const settings = doorSettings();

/** The list of sounds takes as long as the test says; one sound is there at once. */
class Server {
  readonly served: string[] = [];
  /** Call to answer the oldest request for the list. */
  readonly lists = new Inbox<() => void>();
  readonly accepted = new Inbox<{ readonly socket: WebSocket; readonly session: EventSession<Operations> }>();
  readonly #server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

  constructor() {
    const log = makeLogger(() => undefined);
    const sounds: SoundsOperations = {
      list: () => new Promise((resolve) => this.lists.put(() => resolve({ status: 200, body: [] }))),
      get: ({ soundId }) => {
        this.served.push(soundId);
        return { status: 200, body: { id: soundId, formats: [] } };
      },
    };
    const dispatcher = new Dispatcher<Operations>({
      routes,
      operations: { sounds },
      isLoaded: () => true,
      nextRequestId: () => 'r',
      onFault: () => undefined,
    });
    const deps = { dispatcher, metrics: new Metrics(), log, clock: systemClock, entityId: 'e', settings };
    this.#server.on('connection', (socket, { socket: stream }) => {
      const facts = { socket, user: makeUser(aUser('anna')), applications: ['a'] };
      const together = { as: 'server', stream } as const;
      const session = new EventSession({ ...facts, together }, { ...deps, maxQueue: 1_000_000, writeTimeout: 0 });
      this.accepted.put({ socket, session });
    });
  }

  async open(): Promise<string> {
    if (this.#server.address() === null) await new Promise((resolve) => this.#server.once('listening', resolve));
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}

const request = (id: string, uri: string, padding = ''): string =>
  JSON.stringify({ type: 'RESTRequest', request_id: id, method: 'GET', uri, padding });
/** Waits for a fact of the other side of the connection. */
const until = async (fact: () => boolean): Promise<void> => {
  while (!fact()) await new Promise(setImmediate);
};

describe('a socket on which too many requests wait', () => {
  let server: Server;
  let client: WebSocket;
  const answers: string[] = [];
  beforeEach(async () => {
    answers.length = 0;
    server = new Server();
    client = new WebSocket(await server.open());
    client.on('message', (data: Buffer) =>
      answers.push((JSON.parse(data.toString('utf8')) as { readonly request_id: string }).request_id),
    );
    await new Promise((resolve) => client.once('open', resolve));
  });
  afterEach(() => {
    client.terminate();
    server.close();
  });

  it.each([
    ['many', 5000, ''],
    ['large', 300, 'x'.repeat(20_000)],
  ])('is not read until there is room again, if they are %s', async (_what, count, padding) => {
    const { socket, session } = await server.accepted.next();
    const ids = Array.from({ length: count }, (_, index) => String(index));

    client.send(request('slow', 'sounds'));
    for (const id of ids) client.send(request(id, `sounds/${id}`, padding));
    const answerList = await server.lists.next();
    await until(() => socket.isPaused);
    expect([session.isPaused, server.served]).toEqual([true, []]);

    answerList();
    await until(() => answers.length === count + 1);
    expect(answers).toEqual(['slow', ...ids]);
    expect([socket.isPaused, session.isPaused]).toEqual([false, false]);
  });

  it('is not taken for dead while it is not read', async () => {
    const { socket, session } = await server.accepted.next();
    client.send(request('slow', 'sounds'));
    for (let count = 0; count < 1000; count += 1) client.send(request('quick', 'sounds/s'));
    const answerList = await server.lists.next();
    await until(() => socket.isPaused);

    for (let times = 0; times < 3; times += 1) session.checkAlive();

    expect(socket.readyState).toBe(WebSocket.OPEN);
    answerList();
    await until(() => answers.length === 1001);
  });

  it('drops what waits when the server closes it, and is read until the closing handshake', async () => {
    const { socket, session } = await server.accepted.next();
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.send(request('slow', 'sounds'));
    for (let count = 0; count < 1000; count += 1) client.send(request('quick', 'sounds/s'));
    const answerList = await server.lists.next();
    await until(() => socket.isPaused);

    session.close(1008, 'the user has changed');
    answerList();

    expect(await closed).toBe(1008);
    expect(server.served).toEqual([]);
  });

  it('serves a request under the user and the application of the moment', async () => {
    const { session } = await server.accepted.next();
    const texts: string[] = [];
    client.on('message', (data: Buffer) => texts.push(data.toString('utf8')));
    client.send(request('slow', 'sounds'));
    client.send(request('next', 'sounds/s'));
    const answerList = await server.lists.next();
    const scopes = { resources: ['channels'], methods: undefined, applications: undefined };

    session.changePrincipal({ user: makeUser(aUser('berta', { scopes })), applications: ['b'] });
    answerList();

    await until(() => texts.length === 2);
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ status_code: 403, application: 'b' });
  });
});

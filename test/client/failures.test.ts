import type { RestClient } from '../../generated/client';
import { ApiFailure } from '../../src/client/api-failure';
import { ConnectionFailure } from '../../src/client/connection-failure';
import { ManualClock } from '../support/client/client-clock';
import { Inbox } from '../support/client/client-inbox';
import type { PeerServer } from '../support/client/client-server';
import { failureOf, Stage } from '../support/client/client-session';

const stage = new Stage();
let server: PeerServer;
let client: RestClient;

beforeEach(async () => {
  server = await stage.server();
  client = stage.restClient(server);
});
afterEach(() => stage.clear());

/** Lets a request reach the server, which never answers it. */
function silence(): Inbox<string> {
  const reached = new Inbox<string>();
  server.answerWith(({ target }) => {
    reached.put(target);
    return 'silence';
  });
  return reached;
}

describe('an answer that reports a failure', () => {
  it('is thrown with its status, its words and the operation', async () => {
    server.answerWith({ status: 404, json: { message: 'no channel c1' } });

    const failure = await failureOf(client.channels.get({ channelId: 'c1' }));

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 404, message: 'no channel c1', operation: 'channels.get' });
  });

  it.each([
    ['the words under `error`', { status: 500, json: { error: 'out of memory' } }, 'out of memory'],
    ['the reason phrase for a page of HTML', { status: 502, content: '<h1>Oops</h1>' }, 'Bad Gateway'],
    ['the reason phrase for an empty body', { status: 503 }, 'Service Unavailable'],
    ['the reason phrase for JSON without words', { status: 409, json: [1] }, 'Conflict'],
  ])('speaks with %s', async (_, answer, message) => {
    server.answerWith(answer);

    await expect(client.channels.list()).rejects.toMatchObject({ status: answer.status, message });
  });

  it('is also one that sends us elsewhere', async () => {
    server.answerWith({ status: 302 });

    await expect(client.channels.list()).rejects.toBeInstanceOf(ApiFailure);
  });
});

describe('a request without a usable answer', () => {
  it('fails as unreachable when no server listens', async () => {
    await server.close();

    const failure = await failureOf(client.channels.list());

    expect(failure).toBeInstanceOf(ConnectionFailure);
    expect(failure).toMatchObject({
      trouble: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it.each(['hang up', 'break off'] as const)('fails as dropped when the server decides to %s', async (answer) => {
    server.answerWith(answer);

    await expect(client.channels.list()).rejects.toMatchObject({
      trouble: 'dropped',
      message: 'the connection broke during channels.list',
    });
  });

  it('fails as garbled when a success is not JSON', async () => {
    server.answerWith({ status: 200, content: 'hello' });

    await expect(client.channels.list()).rejects.toMatchObject({ trouble: 'garbled' });
  });

  it('fails after its timeout', async () => {
    const clock = new ManualClock();
    client = stage.restClient(server, { clock, timeoutMs: 700 });
    const reached = silence();
    const failure = failureOf(client.channels.list());
    await reached.next();

    clock.advance(700);

    expect(await failure).toMatchObject({
      trouble: 'timeout',
      message: 'channels.list was not answered within 700 ms',
    });
    expect(clock.running).toBe(0);
  });

  it('may be given a time of its own', async () => {
    silence();

    await expect(client.channels.list({}, { timeoutMs: 1 })).rejects.toMatchObject({ trouble: 'timeout' });
  });

  it('ends with the reason of its signal', async () => {
    const reached = silence();
    const controller = new AbortController();
    const failure = failureOf(client.channels.list({}, { signal: controller.signal }));
    await reached.next();

    controller.abort(new Error('changed my mind'));

    expect(await failure).toMatchObject({ message: 'changed my mind' });
  });

  it('is not sent at all when its signal is aborted already', async () => {
    await expect(client.channels.list({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(server.requests).toEqual([]);
  });

  it('fails as closed when the client is closed under it, and so do later ones', async () => {
    const reached = silence();
    const failure = failureOf(client.channels.list());
    await reached.next();

    await client.close();

    expect(await failure).toMatchObject({ trouble: 'closed' });
    await expect(client.channels.list()).rejects.toMatchObject({ trouble: 'closed' });
  });
});

describe('a kept connection that the server closes in the moment of its use', () => {
  /** Answers the first request on a connection and hangs up on the next. */
  async function useOnce(): Promise<void> {
    server.answerWith({ status: 200, json: [] });
    await client.channels.list();
    let hangUps = 1;
    server.answerWith(() => ((hangUps -= 1) >= 0 ? 'hang up' : { status: 200, json: [] }));
  }

  it('is replaced for a request that may be repeated', async () => {
    await useOnce();

    await expect(client.channels.list()).resolves.toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  it('fails a POST, which might have been carried out', async () => {
    await useOnce();

    await expect(client.channels.answer({ channelId: 'c1' })).rejects.toMatchObject({ trouble: 'dropped' });
    expect(server.requests).toHaveLength(2);
  });
});

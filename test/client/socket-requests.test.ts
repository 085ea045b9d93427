import type { Client } from '../../generated/client';
import { ApiFailure } from '../../src/client/api-failure';
import { ManualClock } from '../support/client/client-clock';
import { aChannel, aDigit } from '../support/client/client-events';
import type { PeerSocket } from '../support/client/client-peer-socket';
import type { PeerServer, ScriptedAnswer } from '../support/client/client-server';
import { failureOf, noticesOf, Stage } from '../support/client/client-session';

const stage = new Stage();
const clock = new ManualClock();
let server: PeerServer;
let client: Client;
let socket: PeerSocket;

beforeEach(async () => {
  server = await stage.server();
  ({ client, socket } = await stage.connect(server, { rest: 'socket', clock }));
});
afterEach(() => stage.clear());

describe('a request over the event socket', () => {
  it('is a RESTRequest without a slash in front', async () => {
    server.answerWith({ status: 200, json: aChannel('c/1') });

    const channel = await client.channels.originateWithId({ channelId: 'c/1', endpoint: 'Local/1', app: 'hello' });

    expect(channel).toEqual(aChannel('c/1'));
    expect(await socket.frames.next()).toEqual({
      type: 'RESTRequest',
      transaction_id: '',
      request_id: 'r1',
      method: 'POST',
      uri: 'channels/c%2F1',
      content_type: 'application/json',
      message_body: '{"endpoint":"Local/1","app":"hello"}',
    });
  });

  it('names no body where it has none', async () => {
    await client.channels.hangup({ channelId: 'c1', reason_code: '17' });

    const frame = await socket.frames.next();
    expect(frame).toMatchObject({ method: 'DELETE', uri: 'channels/c1?reason_code=17' });
    expect(Object.keys(frame)).not.toContain('message_body');
    expect(Object.keys(frame)).not.toContain('content_type');
  });

  it('fails with what the server reports', async () => {
    server.answerWith({ status: 404, json: { message: 'no channel c1' } });

    const failure = await failureOf(client.channels.get({ channelId: 'c1' }));

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 404, message: 'no channel c1', operation: 'channels.get' });
  });

  it('fails with the bare status when the server has no words for it', async () => {
    server.answerWith({ status: 500 });

    await expect(client.channels.list()).rejects.toMatchObject({ message: 'status 500' });
  });

  it('finds its own answer among two hundred that come in another order', async () => {
    const waiting: (() => void)[] = [];
    server.answerWith(({ target }) => {
      const id = target.split('/').at(-1) ?? '';
      return new Promise<ScriptedAnswer>((resolve) => {
        waiting.unshift(() => resolve({ status: 200, json: aChannel(id) }));
        if (waiting.length === 200) for (const answer of waiting) answer();
      });
    });
    const ids = Array.from({ length: 200 }, (_, index) => `c${index}`);

    const channels = await Promise.all(ids.map((channelId) => client.channels.get({ channelId })));

    expect(channels.map(({ id }) => id)).toEqual(ids);
  });

  it('does not hold up events, nor is its answer taken for one', async () => {
    const seen: string[] = [];
    client.onAny(({ type }) => void seen.push(type));
    server.answerWith(() => {
      socket.send(aDigit('5'));
      return { status: 200, json: [] };
    });

    await client.channels.list();

    expect(seen).toEqual(['ChannelDtmfReceived']);
  });

  it('is rejected together with all others when the socket drops', async () => {
    server.answerWith('silence');
    const pending = ['c1', 'c2', 'c3'].map((channelId) => failureOf(client.channels.get({ channelId })));
    for (let count = 0; count < 3; count += 1) await socket.frames.next();

    socket.close(1011, 'going down');

    for (const failure of await Promise.all(pending)) {
      expect(failure).toMatchObject({
        trouble: 'dropped',
        message: 'the event socket was closed by the server (1011): going down',
      });
    }
  });

  it('is rejected immediately while there is no socket, and works again on the next one', async () => {
    const notices = noticesOf(client);
    socket.terminate();
    while ((await notices.next()).type !== 'reconnecting');

    await expect(client.channels.list()).rejects.toMatchObject({
      trouble: 'unreachable',
      message: 'the event socket is not connected',
    });

    clock.advance(250);
    await server.nextSocket();
    while ((await notices.next()).type !== 'connected');
    server.answerWith({ status: 200, json: [] });
    await expect(client.channels.list()).resolves.toEqual([]);
  });

  it('fails after its timeout, and its late answer is ignored', async () => {
    let answer: (answer: ScriptedAnswer) => void = () => undefined;
    server.answerWith(() => new Promise((resolve) => (answer = resolve)));
    const failure = failureOf(client.channels.list());
    await socket.frames.next();

    clock.advance(30_000);
    expect(await failure).toMatchObject({ trouble: 'timeout' });

    answer({ status: 200, json: [aChannel('late')] });
    server.answerWith({ status: 200, json: [] });
    await expect(client.channels.list()).resolves.toEqual([]);
  });

  it('ends with the reason of its signal', async () => {
    server.answerWith('silence');
    const controller = new AbortController();
    const failure = failureOf(client.channels.list({}, { signal: controller.signal }));
    await socket.frames.next();

    controller.abort(new Error('changed my mind'));

    expect(await failure).toMatchObject({ message: 'changed my mind' });
  });

  it('goes over HTTP after all when the answer is a file, which the socket cannot carry', async () => {
    server.answerWith({ status: 200, content: Buffer.from([1, 2, 255]), type: 'audio/wav' });

    const bytes = await client.recordings.getStoredFile({ recordingName: 'r1' });

    expect([...bytes]).toEqual([1, 2, 255]);
    expect(server.last.door).toBe('http');
  });

  it('is rejected when the client is closed', async () => {
    server.answerWith('silence');
    const failure = failureOf(client.channels.list());
    await socket.frames.next();

    await client.close();

    expect(await failure).toMatchObject({ trouble: 'closed' });
    await expect(client.channels.list()).rejects.toMatchObject({ trouble: 'closed' });
  });
});

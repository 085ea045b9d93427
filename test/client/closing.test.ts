import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { PlaybackFinished } from '../../generated/models';
import { ManualClock } from '../support/client/client-clock';
import { aChannel, aStasisStart } from '../support/client/client-events';
import { Inbox } from '../support/client/client-inbox';
import type { PeerServer, RecordedRequest } from '../support/client/client-server';
import { noticesOf, Stage } from '../support/client/client-session';
import { sourceOptions } from '../support/server/source-program';

const stage = new Stage();
let server: PeerServer;

beforeEach(async () => {
  server = await stage.server();
});
afterEach(() => stage.clear());

const root = resolve(__dirname, '../..');

/** Runs a program that uses the client; it has to end by itself, so nothing it opened may keep it alive. */
function run(program: string): { child: ChildProcess; output: Promise<string>; code: Promise<unknown> } {
  const child = spawn(process.execPath, [...sourceOptions(), join('test/client/programs', program)], {
    cwd: root,
    env: { ...process.env, PATCHBAY_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const code = once(child, 'exit').then(([exitCode]: unknown[]) => exitCode);
  return { child, output: textOf(child.stdout), code };
}

async function textOf(stream: AsyncIterable<unknown> | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

describe('closing a client', () => {
  it('sends a close frame, stops the clock and reports the end', async () => {
    const clock = new ManualClock();
    const { client, socket } = await stage.connect(server, { clock });
    const notices = noticesOf(client);
    await notices.next();

    await client.close();

    expect(await socket.closed()).toBe(1000);
    expect(await notices.next()).toEqual({ type: 'stopped', reason: 'the client is closed' });
    expect(client.connection.state).toBe('ended');
    expect(clock.running).toBe(0);
  });

  it('closes kept connections and connections with requests under way', async () => {
    const { client } = await stage.connect(server);
    server.answerWith({ status: 200, json: [] });
    await client.channels.list();
    const reached = new Inbox<true>();
    server.answerWith(() => {
      reached.put(true);
      return 'silence';
    });
    const pending = Promise.allSettled([client.channels.list(), client.channels.list()]);
    await reached.next();
    await reached.next();
    expect(await server.connections()).toBe(3);

    await client.close();

    await server.quiet();
    expect(await server.connections()).toBe(0);
    expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('is idempotent, also while the first close is in progress', async () => {
    const { client } = await stage.connect(server);

    await Promise.all([client.close(), client.close()]);
    await client.close();

    expect(client.connection.state).toBe('ended');
  });

  it('ends the wait for the next attempt', async () => {
    const clock = new ManualClock();
    const { client, socket } = await stage.connect(server, { clock });
    const notices = noticesOf(client);
    socket.terminate();
    while ((await notices.next()).type !== 'reconnecting');

    await client.close();

    expect(clock.running).toBe(0);
    expect(server.upgrades).toHaveLength(1);
  });

  it('does not wait for ever for a server that does not answer the closing handshake', async () => {
    const clock = new ManualClock();
    const { client, socket } = await stage.connect(server, { clock });
    socket.freeze();

    const closed = client.close();
    clock.advance(2_000);
    await closed;

    expect(client.connection.state).toBe('ended');
  });

  it('silences the listeners', async () => {
    const { client, socket } = await stage.connect(server);
    const heard: string[] = [];
    client.onAny(({ type }) => void heard.push(type));

    const closed = client.close();
    socket.send(aStasisStart('late'));
    await closed;

    expect(heard).toEqual([]);
  });
});

describe('a program', () => {
  it('that only asks prints the answer and ends', async () => {
    server.answerWith({ status: 200, json: [aChannel('c1')] });

    const { output, code } = run('list-channels.ts');

    expect(await output).toBe('c1  Local/c1@default-00000001;1  Up\n');
    expect(await code).toBe(0);
  });

  it('that handles calls ends when it is interrupted', async () => {
    const requests = new Inbox<RecordedRequest>();
    server.answerWith((request) => {
      requests.put(request);
      return request.target.endsWith('/play') ? { status: 201, json: {} } : { status: 204 };
    });
    const finished: PlaybackFinished = {
      type: 'PlaybackFinished',
      application: 'hello',
      timestamp: '2026-11-15T00:18:51.581+0000',
      playback: { id: 'p1', media_uri: 'sound:hello-world', target_uri: 'channel:c1', language: 'en', state: 'done' },
    };

    const { child, output, code } = run('hello.ts');
    const socket = await server.nextSocket();
    socket.send(aStasisStart('c1'));
    const [answer, play] = [await requests.next(), await requests.next()];
    socket.send(finished);
    const hangup = await requests.next();
    child.kill('SIGINT');

    expect([answer, play, hangup].map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /ari/channels/c1/answer',
      'POST /ari/channels/c1/play',
      'DELETE /ari/channels/c1',
    ]);
    expect(await socket.closed()).toBe(1000);
    expect(await code).toBe(0);
    expect(await output).toMatch(/^waiting for calls\ncall from an unknown number\n[^]*the client is closed\n$/);
  });
});

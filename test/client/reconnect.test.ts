import fc from 'fast-check';
import { ApiFailure } from '../../src/client/api-failure';
import { delayBefore } from '../../src/client/backoff';
import type { ConnectOptions } from '../../src/client/connect-options';
import { ManualClock } from '../support/client/client-clock';
import { aDigit } from '../support/client/client-events';
import { Inbox } from '../support/client/client-inbox';
import type { PeerServer } from '../support/client/client-server';
import { failureOf, noticesOf, Stage } from '../support/client/client-session';

const stage = new Stage();
let server: PeerServer;
let clock: ManualClock;

beforeEach(async () => {
  server = await stage.server();
  clock = new ManualClock();
});
afterEach(() => stage.clear());

/** A connected client without jitter, whose first `connected` is already told. */
async function connected(options: Partial<ConnectOptions> = {}) {
  const { client, socket } = await stage.connect(server, { clock, random: () => 1, ...options });
  const notices = noticesOf(client);
  await notices.next();
  return { client, socket, notices };
}

describe('the first connection', () => {
  it('is refused with the words of the server and not tried again', async () => {
    server.refuseUpgrades({ status: 401, json: { message: 'wrong password' } });

    const failure = await failureOf(stage.connect(server, { clock }));

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 401, message: 'wrong password', operation: 'events.eventWebsocket' });
    expect(clock.running).toBe(0);
    expect(server.upgrades).toHaveLength(1);
  });

  it('fails immediately when no server listens', async () => {
    await server.close();

    await expect(stage.connect(server, { clock })).rejects.toMatchObject({
      trouble: 'unreachable',
      message: expect.stringMatching(/^no event socket to 127\.0\.0\.1:\d+: .*ECONNREFUSED/) as string,
    });
  });

  it('is given up when its signal is aborted', async () => {
    const silent = await stage.server();
    silent.stallUpgrades();
    const controller = new AbortController();
    const failure = failureOf(stage.connect(silent, { clock, signal: controller.signal }));
    await silent.nextUpgrade();

    controller.abort(new Error('too slow'));

    expect(await failure).toMatchObject({ message: 'too slow' });
  });

  it('is not even begun when its signal is aborted already', async () => {
    await expect(stage.connect(server, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.upgrades).toEqual([]);
  });
});

describe('a lost event socket', () => {
  it('is opened again, later from attempt to attempt, until the server is back', async () => {
    const { client, socket, notices } = await connected();
    server.refuseUpgrades({ status: 503, json: { message: 'starting' } });

    socket.close(1001, 'restart');

    const lost = 'the event socket was closed by the server (1001): restart';
    expect(await notices.next()).toEqual({ type: 'disconnected', reason: lost });
    expect(await notices.next()).toEqual({ type: 'reconnecting', attempt: 1, delayMs: 250, reason: lost });
    expect(client.connection.state).toBe('waiting');
    for (const [attempt, delayMs] of [
      [2, 500],
      [3, 1000],
      [4, 2000],
    ] as const) {
      clock.advance(delayMs / 2 - 1);
      clock.advance(1);
      expect(await notices.next()).toEqual({ type: 'reconnecting', attempt, delayMs, reason: 'starting' });
    }
    server.refuseUpgrades();
    clock.advance(2000);
    expect(await notices.next()).toEqual({ type: 'connected' });
    expect(client.connection.state).toBe('open');
  });

  it('is not opened a moment too early', async () => {
    const { socket, notices } = await connected();
    socket.terminate();
    await notices.next();
    await notices.next();

    clock.advance(249);
    const timersBefore = clock.running;
    clock.advance(1);

    expect(timersBefore).toBe(1);
    expect(await notices.next()).toEqual({ type: 'connected' });
  });

  it('delivers events to the same listeners again', async () => {
    const { client, socket, notices } = await connected();
    const digits = new Inbox<string>();
    client.on('ChannelDtmfReceived', ({ digit }) => digits.put(digit));
    socket.send(aDigit('1'));
    expect(await digits.next()).toBe('1');
    socket.terminate();
    await notices.next();
    await notices.next();
    server.greetWith(aDigit('2'));

    clock.advance(250);
    const next = await server.nextSocket();
    next.send(aDigit('3'));

    expect([await digits.next(), await digits.next()]).toEqual(['2', '3']);
    expect(server.upgrades[1]?.target).toBe(server.upgrades[0]?.target);
  });

  it('is not opened again when the password has become wrong', async () => {
    const { client, socket, notices } = await connected({ rest: 'socket' });
    server.refuseUpgrades({ status: 401, json: { message: 'wrong password' } });
    socket.terminate();
    await notices.next();
    await notices.next();

    clock.advance(250);

    expect(await notices.next()).toEqual({
      type: 'stopped',
      reason: 'the server refused the event socket with 401 (wrong password); it is not tried again',
    });
    expect(client.connection.state).toBe('ended');
    expect(clock.running).toBe(0);
    await expect(client.channels.list()).rejects.toMatchObject({ status: 401, message: 'wrong password' });
  });

  it('is tried again when the server no longer listens', async () => {
    const { notices } = await connected();
    await server.close();

    expect(await notices.next()).toMatchObject({ type: 'disconnected' });
    expect(await notices.next()).toMatchObject({ type: 'reconnecting', attempt: 1 });
    clock.advance(250);
    expect(await notices.next()).toMatchObject({
      type: 'reconnecting',
      attempt: 2,
      reason: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('starts from the shortest wait again only after a connection that lasted', async () => {
    const { socket, notices } = await connected();
    const drop = async (peer: { terminate(): void }): Promise<unknown> => {
      peer.terminate();
      await notices.next();
      return notices.next();
    };
    const comeBack = async (delayMs: number) => {
      clock.advance(delayMs);
      await notices.next();
      return server.nextSocket();
    };

    expect(await drop(socket)).toMatchObject({ attempt: 1, delayMs: 250 });
    const second = await comeBack(250);
    expect(await drop(second)).toMatchObject({ attempt: 2, delayMs: 500 });
    const third = await comeBack(500);
    clock.advance(5000);
    expect(await drop(third)).toMatchObject({ attempt: 1, delayMs: 250 });
  });

  it('stays lost where reconnecting is off', async () => {
    const { client, socket, notices } = await connected({ reconnect: false });

    socket.close(1000, 'bye');

    expect(await notices.next()).toMatchObject({ type: 'disconnected' });
    expect(await notices.next()).toMatchObject({ type: 'stopped' });
    expect(client.connection.state).toBe('ended');
    expect(clock.running).toBe(0);
  });

  it('is noticed although the server says nothing, because pings stay unanswered', async () => {
    const { socket, notices } = await connected();
    socket.freeze();

    clock.advance(30_000);
    clock.advance(30_000);
    clock.advance(30_000);

    expect(await notices.next()).toEqual({
      type: 'disconnected',
      reason: 'the server was silent for 2 heartbeats',
    });
  });

  it('is not suspected while the server answers pings', async () => {
    const { client, socket } = await connected();

    for (let count = 0; count < 5; count += 1) {
      clock.advance(30_000);
      await socket.pinged.next();
      // The pong travels behind the ping; an event sent after it proves that it has arrived.
      const arrived = new Promise((resolve) => client.on('ChannelDtmfReceived', () => resolve(undefined)));
      socket.send(aDigit('1'));
      await arrived;
    }

    expect(client.connection.state).toBe('open');
  });
});

describe('the wait before an attempt', () => {
  it('lies between half and the whole of a ceiling that doubles up to the maximum', () => {
    const backoff = { firstMs: 250, maximumMs: 30_000 };
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), chance, (attempt, random) => {
        const ceiling = Math.min(30_000, 250 * 2 ** (attempt - 1));
        const delay = delayBefore(attempt, backoff, () => random);

        expect(delay).toBeGreaterThanOrEqual(ceiling / 2);
        expect(delay).toBeLessThanOrEqual(ceiling);
      }),
    );
  });
});

describe('a client whose signal is aborted later', () => {
  it('closes', async () => {
    const controller = new AbortController();
    const { client, socket } = await stage.connect(server, { signal: controller.signal });

    controller.abort();

    expect(await socket.closed()).toBe(1000);
    await client.close();
    expect(client.connection.state).toBe('ended');
  });
});

import { RunningServer } from '../../support/server/running-server';
import { Rest } from '../../support/sockets/socket-rest';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);

async function start(...options: readonly string[]): Promise<void> {
  server = await RunningServer.start({
    'ari.conf': `[general]\n${options.join('\n')}\n[asterisk]\ntype = user\npassword = asterisk\n`,
  });
  rest = new Rest(server.origin);
}
afterEach(async () => {
  await sockets.closeAll();
  await server.close();
});

/** Sends user events called 1, 2, 3 … to an application. */
async function say(application: string, ...names: readonly (string | number)[]): Promise<void> {
  for (const name of names) await rest.post(`/events/user/${name}?application=${application}`);
}

/** Waits until the server has noticed that the socket of an application is gone. */
async function untilAlone(sockets: number): Promise<void> {
  for (;;) {
    const metrics = await fetch(`${server.origin}/metrics`).then((answer) => answer.text());
    if (metrics.includes(`patchbay_sockets ${sockets}\n`)) return;
  }
}

/** The number of a first event, which this sends and takes; the next one has the number after it. */
async function begin(socket: AppSocket, application = 'desk'): Promise<number> {
  await say(application, 'first');
  const { sequence } = await socket.next();
  return sequence as number;
}

/** Events by how far their numbers are from the first one. */
const seen = (messages: readonly Message[], base = 0): unknown[] =>
  messages.map(({ sequence, eventname, type }) => [
    typeof sequence === 'number' ? sequence - base : sequence,
    eventname ?? type,
  ]);

describe('an application that can resume', () => {
  it('gets its events numbered one by one', async () => {
    await start();
    const socket = await sockets.open('app=desk&resume=true');
    const base = await begin(socket);

    await say('desk', 'a', 'b', 'c');

    expect(Number.isSafeInteger(base)).toBe(true);
    expect(seen(await socket.sofar(), base)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it.each(['close', 'abort'] as const)(
    'gets what it missed after a %s, in order and before anything new',
    async (end) => {
      await start();
      const first = await sockets.open('app=desk&resume=true');
      const base = await begin(first);
      await say('desk', 'a', 'b');
      expect(await first.sofar()).toHaveLength(2);
      await first[end]();
      await untilAlone(0);
      await say('desk', 'c', 'd');

      const second = await sockets.open(`app=desk&resume=true&lastSequence=${base + 2}`);
      await say('desk', 'e');

      expect(seen(await second.sofar(), base)).toEqual([
        [3, 'c'],
        [4, 'd'],
        [5, 'e'],
      ]);
    },
  );

  it('gets again what was sent and perhaps not read', async () => {
    await start();
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);
    await say('desk', 'a', 'b', 'c');
    await first.abort();

    const second = await sockets.open(`app=desk&resume=true&lastSequence=${base + 1}`);

    expect(seen(await second.sofar(), base)).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('gets nothing again when it does not say what it has seen, and goes on counting', async () => {
    await start();
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);
    await say('desk', 'a', 'b');
    await first.close();

    const second = await sockets.open('app=desk&resume=true');
    await say('desk', 'c');

    expect(seen(await second.sofar(), base)).toEqual([[3, 'c']]);
  });

  it('keeps its subscriptions, those to whole kinds and its filter included, while it is away', async () => {
    await start();
    const first = await sockets.open('app=desk&resume=true&subscribeAll=true');
    await rest.put('/applications/desk/eventFilter', { disallowed: [{ type: 'ChannelVarset' }] });
    await first.close();
    await untilAlone(0);
    await rest.put('/deviceStates/Stasis:lamp?deviceState=BUSY');
    await rest.post('/server/variable?variable=HIDDEN&value=1');

    expect((await rest.get('/applications')).body).toMatchObject([
      { name: 'desk', device_names: ['__AST_DEVICE_STATE_ALL_TOPIC'], events_disallowed: [{ type: 'ChannelVarset' }] },
    ]);
    const second = await sockets.open('app=desk&resume=true&lastSequence=0');
    expect(await second.sofar()).toMatchObject([{ type: 'DeviceStateChanged' }]);
  });

  it('can subscribe to everything when it comes back', async () => {
    await start();
    const first = await sockets.open('app=desk&resume=true');
    await first.close();
    await untilAlone(0);

    await sockets.open('app=desk&resume=true&subscribeAll=true');

    expect((await rest.get('/applications/desk')).body).toMatchObject({ channel_ids: ['__AST_CHANNEL_ALL_TOPIC'] });
  });

  it('is not told that it was replaced when it returns before the server has missed it', async () => {
    await start();
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);

    const second = await sockets.open('app=desk&resume=true&lastSequence=0');
    await say('desk', 'b');

    expect(seen(await first.sofar())).toEqual([[undefined, 'ApplicationReplaced']]);
    expect(seen(await second.sofar(), base)).toEqual([
      [0, 'first'],
      [1, 'b'],
    ]);
  });

  it('has answers to its requests outside the numbering', async () => {
    await start();
    const socket = await sockets.open('app=desk&resume=true');
    const base = await begin(socket);

    const answer = await socket.ask({ method: 'GET', uri: 'server/ping' });
    await say('desk', 'a');

    expect(answer).not.toHaveProperty('sequence');
    expect(seen(await socket.sofar(), base)).toEqual([[1, 'a']]);
  });
});

describe('what is no longer kept', () => {
  it('is reported as one gap before what is', async () => {
    await start('resume_events = 3');
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);
    await first.close();
    await untilAlone(0);
    await say('desk', 'b', 'c', 'd', 'e', 'f');

    const second = await sockets.open(`app=desk&resume=true&lastSequence=${base}`);

    const [gap, ...events] = await second.sofar();
    const numbers = { first_sequence: base + 1, last_sequence: base + 2 };
    expect(gap).toMatchObject({ type: 'EventsMissed', application: 'desk', ...numbers });
    expect(gap).not.toHaveProperty('sequence');
    expect(seen(events, base)).toEqual([
      [3, 'd'],
      [4, 'e'],
      [5, 'f'],
    ]);
  });

  it('is everything when nothing is kept', async () => {
    await start('resume_events = 0');
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);
    await say('desk', 'b');
    await first.close();

    const second = await sockets.open(`app=desk&resume=true&lastSequence=${base}`);
    await say('desk', 'c');

    expect(seen(await second.sofar(), base)).toEqual([
      [undefined, 'EventsMissed'],
      [2, 'c'],
    ]);
  });

  it('is everything after a restart, however many events the new run has sent already', async () => {
    await start();
    const before = await begin(await sockets.open('app=desk&resume=true'));
    await sockets.closeAll();
    await server.stop();
    server = await RunningServer.start({}, server.folder);
    rest = new Rest(server.origin);
    const meanwhile = await sockets.open('app=desk&resume=true');
    const base = await begin(meanwhile);
    await say('desk', 'a', 'b', 'c');
    await meanwhile.close();

    const socket = await sockets.open(`app=desk&resume=true&lastSequence=${before}`);

    expect(base).toBeGreaterThan(before);
    const [gap, ...events] = await socket.sofar();
    expect(gap).toMatchObject({ type: 'EventsMissed', first_sequence: before + 1, last_sequence: base - 1 });
    expect(seen(events, base)).toEqual([
      [0, 'first'],
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('is everything when the application has been away for too long', async () => {
    await start('resume_age = 0');
    const first = await sockets.open('app=desk&resume=true');
    const base = await begin(first);
    await first.close();
    while ((await rest.get('/applications/desk')).status !== 404);

    const second = await sockets.open(`app=desk&resume=true&lastSequence=${base}`);
    const [gap, ...others] = await second.sofar();
    const next = await begin(second);

    expect(next).toBeGreaterThan(base + 1);
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ type: 'EventsMissed', first_sequence: base + 1, last_sequence: next - 1 });
  });

  it('is told of for a number that was never given out', async () => {
    await start();
    const highest = Number.MAX_SAFE_INTEGER;
    const socket = await sockets.open(`app=desk&resume=true&lastSequence=${highest}`);

    const [gap] = await socket.sofar();
    const last = (await begin(socket)) - 1;
    expect(gap).toMatchObject({ type: 'EventsMissed', first_sequence: last, last_sequence: last });
  });
});

describe('several applications that resume on one socket', () => {
  it('each get what they missed, by the number they have seen', async () => {
    await start();
    const first = await sockets.open('app=sales,support&resume=true');
    const base = { sales: await begin(first, 'sales'), support: await begin(first, 'support') };
    await say('sales', 's1', 's2');
    await say('support', 'p1');
    await first.close();
    await untilAlone(0);
    await say('support', 'p2');
    await say('sales', 's3');

    const last = `sales:${base.sales + 1},support:${base.support}`;
    const second = await sockets.open(`app=sales,support&resume=true&lastSequence=${last}`);

    const messages = await second.sofar();
    const of = (name: 'sales' | 'support') =>
      seen(
        messages.filter(({ application }) => application === name),
        base[name],
      );
    expect(of('sales')).toEqual([
      [2, 's2'],
      [3, 's3'],
    ]);
    expect(of('support')).toEqual([
      [1, 'p1'],
      [2, 'p2'],
    ]);
  });

  it('may each say it or not', async () => {
    await start();
    const first = await sockets.open('app=sales,support&resume=true');
    await say('sales', 's1');
    await say('support', 'p1');
    await first.close();

    const second = await sockets.open('app=support,sales&resume=true&lastSequence=support:0');

    expect(await second.sofar()).toMatchObject([{ eventname: 'p1' }]);
  });

  it('may have a colon in their names', async () => {
    await start();
    const first = await sockets.open('app=a:b&resume=true');
    await rest.post('/events/user/x?application=a:b');
    await first.close();

    const second = await sockets.open('app=a:b,c&resume=true&lastSequence=a:b:0');

    expect(await second.sofar()).toMatchObject([{ eventname: 'x' }]);
  });
});

describe('an application that did not ask to resume', () => {
  it.each(['app=desk', 'app=desk&resume=false'])('by %s gets no numbers and nothing twice', async (query) => {
    await start();
    const first = await sockets.open(query);
    await say('desk', 'a');
    expect(seen(await first.sofar())).toEqual([[undefined, 'a']]);
    await first.close();
    while ((await rest.get('/applications/desk')).status !== 404);

    const second = await sockets.open(query);

    expect(await second.sofar()).toEqual([]);
  });

  it('gets no numbers either when it takes over one that did', async () => {
    await start();
    await sockets.open('app=desk&resume=true');
    await say('desk', 'a');

    const strict = await sockets.open('app=desk');
    await say('desk', 'b');

    expect(seen(await strict.sofar())).toEqual([[undefined, 'b']]);
  });
});

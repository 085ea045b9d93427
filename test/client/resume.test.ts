import type { Client } from '../../generated/client';
import { connect, createClient } from '../../generated/client';
import type { Event } from '../../generated/models';
import type { ConnectOptions } from '../../src/client/connect-options';
import type { ClientNotice } from '../../src/client/session';
import { Inbox } from '../support/client/client-inbox';
import { noticesOf, Stage } from '../support/client/client-session';
import { LeakyRoad } from '../support/client/leaky-road';
import { RunningServer } from '../support/server/running-server';

const access = { user: 'asterisk', password: 'asterisk' };
let server: RunningServer;
let road: LeakyRoad;
let client: Client;
let events: Inbox<Event>;
let notices: Inbox<ClientNotice>;

async function open(options: Partial<ConnectOptions>): Promise<void> {
  const reconnect = { firstMs: 1, maximumMs: 5 };
  client = await connect({ ...access, url: road.url, apps: ['desk'], reconnect, ...options });
  const inbox = new Inbox<Event>();
  events = inbox;
  client.onAny((event) => inbox.put(event));
  notices = noticesOf(client);
}

/** Sends user events to an application by a way that does not break. */
async function say(application: string, ...names: readonly string[]): Promise<void> {
  const other = createClient({ ...access, url: server.origin });
  for (const eventName of names) await other.events.userEvent({ eventName, application });
  await other.close();
}

/** Waits until the server has noticed that nobody is there. */
async function untilAlone(): Promise<void> {
  for (;;) {
    const metrics = await fetch(`${server.origin}/metrics`).then((answer) => answer.text());
    if (metrics.includes('patchbay_sockets 0\n')) return;
  }
}

async function until(type: ClientNotice['type']): Promise<void> {
  while ((await notices.next()).type !== type);
}

/** The next events: the names of user events, the types of others. */
async function heard(count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const event = await events.next();
    names.push(event.type === 'ChannelUserevent' ? `${event.application} ${event.eventname}` : event.type);
  }
  return names;
}

beforeEach(async () => {
  server = await RunningServer.start();
  road = await LeakyRoad.to(server.origin);
});
afterEach(async () => {
  await client.close();
  await road.close();
  await server.close();
});

describe('a client that resumes', () => {
  it('gets what was sent while its connection was lost, once and in order', async () => {
    await open({ resume: true });
    await say('desk', 'a', 'b');
    expect(await heard(2)).toEqual(['desk a', 'desk b']);
    road.breakUp();
    await until('disconnected');
    await untilAlone();
    await say('desk', 'c', 'd');

    road.mend();
    await until('connected');
    await say('desk', 'e');

    expect(await heard(3)).toEqual(['desk c', 'desk d', 'desk e']);
  });

  it('gets everything when nothing had arrived before', async () => {
    await open({ resume: true, apps: ['desk', 'a,"b":c'] });
    road.breakUp();
    await until('disconnected');
    await untilAlone();
    await say('a,"b":c', 'x');
    await say('desk', 'y');

    road.mend();

    expect((await heard(2)).sort()).toEqual(['a,"b":c x', 'desk y']);
  });

  it('is told what it missed when the server was restarted, and told only once', async () => {
    await open({ resume: true });
    await say('desk', 'a');
    expect(await heard(1)).toEqual(['desk a']);
    road.breakUp();
    await until('disconnected');
    await server.stop();
    server = await RunningServer.start({}, server.folder);

    road.mend(server.origin);
    expect(await heard(1)).toEqual(['EventsMissed']);
    road.breakUp();
    await untilAlone();
    road.mend();
    await until('connected');
    await until('connected');
    await say('desk', 'b');

    expect(await heard(1)).toEqual(['desk b']);
  });
});

describe('a client that does not resume', () => {
  const stage = new Stage();
  afterEach(() => stage.clear());

  it('misses what was sent meanwhile, and gets no numbers', async () => {
    await open({});
    await say('desk', 'a');
    expect(await events.next()).not.toHaveProperty('sequence');
    road.breakUp();
    await until('disconnected');
    await untilAlone();
    road.mend();
    await until('connected');

    await say('desk', 'b');

    expect(await heard(1)).toEqual(['desk b']);
  });

  it('does not speak of resuming, for servers that know nothing of it', async () => {
    await open({});
    const peer = await stage.server();
    await stage.connect(peer);

    expect(peer.upgrades.map(({ target }) => target)).toEqual(['/ari/events?app=hello&subscribeAll=false']);
  });
});

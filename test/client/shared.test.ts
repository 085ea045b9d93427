import type { Client } from '../../generated/client';
import { connect } from '../../generated/client';
import type { Event } from '../../generated/models';
import { Inbox } from '../support/client/client-inbox';
import { RunningServer } from '../support/server/running-server';

const access = { user: 'asterisk', password: 'asterisk' };
let server: RunningServer;
const clients: Client[] = [];

async function worker(socketId?: string): Promise<{ readonly client: Client; readonly events: Inbox<Event> }> {
  const client = await connect({
    ...access,
    url: server.origin,
    apps: ['desk'],
    shared: true,
    ...(socketId && { socketId }),
  });
  const events = new Inbox<Event>();
  client.onAny((event) => events.put(event));
  clients.push(client);
  return { client, events };
}

async function until(events: Inbox<Event>, type: Event['type']): Promise<Event> {
  for (;;) {
    const event = await events.next();
    if (event.type === type) return event;
  }
}

beforeEach(async () => {
  server = await RunningServer.start({
    'extensions.conf': '[default]\nexten => up,1,Answer()\n same => n,Wait(600)\n',
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.close();
});

describe('clients that share an application', () => {
  it('have the calls that they ask for, and take over those of one that closes', async () => {
    const [one, two] = [await worker(), await worker('two')];
    for (const channelId of ['c1', 'c2', 'c3']) {
      await two.client.channels.create({ endpoint: 'Local/up@default', app: 'desk', channelId });
      expect(await until(two.events, 'StasisStart')).toMatchObject({ channel: { id: channelId } });
    }

    await two.client.close();

    const taken = [await one.events.next(), await one.events.next(), await one.events.next()];
    expect(taken).toMatchObject(['c1', 'c2', 'c3'].map((id) => ({ type: 'CallHandedOver', channel: { id } })));
  });
});

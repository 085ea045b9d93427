import type { Client } from '../../../generated/client';
import { connect } from '../../../generated/client';
import type { Event } from '../../../generated/models';
import { ApiFailure } from '../../../src/client/api-failure';
import { Inbox } from '../../support/client/client-inbox';
import { failureOf } from '../../support/client/client-session';
import { RunningServer } from '../../support/server/running-server';

let server: RunningServer;
let client: Client;
let events: Inbox<Event>;

async function open(rest: 'http' | 'socket', apps: readonly string[] = ['desk']): Promise<void> {
  client = await connect({ url: server.origin, user: 'asterisk', password: 'asterisk', apps, rest, reconnect: false });
  const inbox = new Inbox<Event>();
  events = inbox;
  client.onAny((event) => inbox.put(event));
}

beforeAll(async () => {
  server = await RunningServer.start();
});
afterEach(() => client.close());
afterAll(() => server.close());

describe.each(['http', 'socket'] as const)('our own client with requests over %s', (rest) => {
  beforeEach(() => open(rest));

  it('reads what the server is', async () => {
    expect(await client.server.ping()).toMatchObject({ ping: 'pong' });
    expect(Object.keys(await client.server.getInfo({ only: ['system', 'status'] }))).toEqual(['system', 'status']);
    expect(await client.applications.get({ applicationName: 'desk' })).toMatchObject({ name: 'desk' });
  });

  it('hears of a device that it subscribed to', async () => {
    await client.applications.subscribe({ applicationName: 'desk', eventSource: ['deviceState:Stasis:lamp, "one"'] });

    await client.deviceStates.update({ deviceName: 'Stasis:lamp, "one"', deviceState: 'BUSY' });

    expect(await events.next()).toMatchObject({
      type: 'DeviceStateChanged',
      device_state: { name: 'Stasis:lamp, "one"', state: 'BUSY' },
    });
    await client.deviceStates.delete({ deviceName: 'Stasis:lamp, "one"' });
    await client.applications.unsubscribe({ applicationName: 'desk', eventSource: ['deviceState:Stasis:lamp, "one"'] });
  });

  it('sends itself a user event', async () => {
    const variables = { text: 'é "quoted"', list: [1, null] };

    await client.events.userEvent({ eventName: 'a/b?c', application: 'desk', variables });

    expect(await events.next()).toMatchObject({ eventname: 'a/b?c', userevent: { ...variables, eventname: 'a/b?c' } });
  });

  it('makes a mailbox, finds it and deletes it', async () => {
    await client.mailboxes.update({ mailboxName: 'a b/c', oldMessages: 1, newMessages: 2 });

    expect(await client.mailboxes.list()).toEqual([{ name: 'a b/c', old_messages: 1, new_messages: 2 }]);
    await client.mailboxes.delete({ mailboxName: 'a b/c' });
    expect(await client.mailboxes.list()).toEqual([]);
  });

  it('fails with the status and the words of the server', async () => {
    const failure = await failureOf(client.mailboxes.get({ mailboxName: 'none' }));

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ operation: 'mailboxes.get', status: 404 });
    expect((failure as ApiFailure).message).toContain("'none'");
  });

  it('has many requests under way', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `VAR_${index}`);

    await Promise.all(names.map((variable) => client.server.setGlobalVar({ variable, value: variable })));

    const values = await Promise.all(names.map((variable) => client.server.getGlobalVar({ variable })));
    expect(values.map(({ value }) => value)).toEqual(names);
  });
});

describe('our own client', () => {
  it('is told why it is turned away', async () => {
    await open('http');
    const options = { url: server.origin, user: 'asterisk', apps: ['x'] };

    expect(await failureOf(connect({ ...options, password: 'wrong' }))).toMatchObject({ status: 401 });
    expect(await failureOf(connect({ ...options, password: 'asterisk', apps: [''] }))).toMatchObject({ status: 400 });
  });

  it('is told that it was replaced', async () => {
    await open('http', ['twice']);
    const [first, told] = [client, events];

    await open('socket', ['twice']);

    expect(await told.next()).toMatchObject({ type: 'ApplicationReplaced', application: 'twice' });
    await first.close();
  });
});

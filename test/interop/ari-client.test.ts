import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningServer } from '../support/server/running-server';
import { Rest } from '../support/sockets/socket-rest';

/** What these tests see of ari-client 2.2.0, which builds itself from the documents that the server publishes. */
interface AriClient {
  readonly start: (applications: string | readonly string[], subscribeAll?: boolean) => Promise<void>;
  readonly stop: () => void;
  readonly ping: () => void;
  readonly on: (type: string, listener: (event: AriEvent, object?: unknown) => void) => void;
  readonly once: (type: string, listener: (event: AriEvent, object?: unknown) => void) => void;
  readonly removeAllListeners: () => void;
  readonly [resource: string]: unknown;
}
interface AriEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}
interface AriModule {
  readonly connect: (url: string, user: string, password: string) => Promise<AriClient>;
}
type Operation = (parameters?: object) => Promise<unknown>;

const { connect } = createRequire(__filename)('ari-client') as AriModule;

describe('ari-client 2.2.0', () => {
  let server: RunningServer;
  let client: AriClient;
  let printed: jest.SpyInstance;

  beforeAll(async () => {
    printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    server = await RunningServer.start();
    client = await connect(server.origin, 'asterisk', 'asterisk');
  });
  afterEach(() => client.removeAllListeners());
  afterAll(async () => {
    await server.close();
    printed.mockRestore();
  });

  const call = (resource: string, operation: string, parameters?: object): Promise<unknown> =>
    ((client[resource] as Record<string, Operation>)[operation] as Operation)(parameters);
  const event = (type: string): Promise<AriEvent> => new Promise((resolve) => client.once(type, resolve));

  it('connects, and finds the resources under the names it knows', () => {
    for (const resource of ['applications', 'asterisk', 'deviceStates', 'endpoints', 'events', 'mailboxes', 'sounds'])
      expect(client[resource]).toBeDefined();
  });

  it('lists and gets', async () => {
    const sounds = join(server.folder, 'state/data/sounds/en');
    mkdirSync(sounds, { recursive: true });
    writeFileSync(join(sounds, 'beep.wav'), '');
    await call('mailboxes', 'update', { mailboxName: '500', oldMessages: 1, newMessages: 2 });
    await call('deviceStates', 'update', { deviceName: 'Stasis:list', deviceState: 'INUSE' });

    expect(await call('asterisk', 'ping')).toMatchObject({ ping: 'pong' });
    expect(await call('asterisk', 'getInfo', { only: 'system' })).toEqual({ system: expect.any(Object) as object });
    expect(await call('endpoints', 'list')).toEqual([]);
    expect(await call('applications', 'list')).toEqual([]);
    expect(await call('mailboxes', 'list')).toMatchObject([{ name: '500', old_messages: 1, new_messages: 2 }]);
    expect(await call('mailboxes', 'get', { mailboxName: '500' })).toMatchObject({ new_messages: 2 });
    expect(await call('deviceStates', 'get', { deviceName: 'Stasis:list' })).toMatchObject({ state: 'INUSE' });
    expect(await call('sounds', 'get', { soundId: 'beep' })).toMatchObject({ id: 'beep' });
    expect(await call('asterisk', 'listModules')).toContainEqual(expect.objectContaining({ name: 'res_stasis.so' }));
  });

  it('changes things, with a body and without', async () => {
    await call('asterisk', 'setGlobalVar', { variable: 'FROM_CLIENT', value: 'a b&c' });
    expect(await call('asterisk', 'getGlobalVar', { variable: 'FROM_CLIENT' })).toMatchObject({ value: 'a b&c' });

    await call('mailboxes', 'update', { mailboxName: 'a b', oldMessages: 0, newMessages: 0 });
    await call('mailboxes', 'delete', { mailboxName: 'a b' });
    await expect(call('mailboxes', 'get', { mailboxName: 'a b' })).rejects.toThrow(/there is no mailbox/);
  });

  it('hears the words of a refusal', async () => {
    await expect(call('applications', 'get', { applicationName: 'nope' })).rejects.toThrow(/"message":.*'nope'/);
    await expect(call('deviceStates', 'update', { deviceName: 'lamp', deviceState: 'BUSY' })).rejects.toThrow(
      /Stasis:/,
    );
  });

  describe('with its socket open', () => {
    beforeAll(() => client.start(['hello', 'world']));
    afterAll(async () => {
      client.stop();
      const rest = new Rest(server.origin);
      while (((await rest.get('/applications')).body as unknown[]).length > 0);
    });

    it('is there as the applications it named', async () => {
      expect(await call('applications', 'list')).toMatchObject([{ name: 'hello' }, { name: 'world' }]);
    });

    it('receives user events', async () => {
      const received = event('ChannelUserevent');

      await call('events', 'userEvent', {
        eventName: 'greeting',
        application: 'world',
        variables: { text: 'hello', count: '2' },
      });

      expect(await received).toMatchObject({
        application: 'world',
        eventname: 'greeting',
        userevent: { eventname: 'greeting', text: 'hello', count: '2' },
      });
    });

    it('subscribes to a device, receives its changes, and unsubscribes', async () => {
      const eventSource = 'deviceState:Stasis:lamp';
      expect(await call('applications', 'subscribe', { applicationName: 'hello', eventSource })).toMatchObject({
        device_names: ['Stasis:lamp'],
      });
      const received = event('DeviceStateChanged');

      await call('deviceStates', 'update', { deviceName: 'Stasis:lamp', deviceState: 'BUSY' });

      expect(await received).toMatchObject({
        application: 'hello',
        device_state: { name: 'Stasis:lamp', state: 'BUSY' },
      });
      expect(await call('applications', 'unsubscribe', { applicationName: 'hello', eventSource })).toMatchObject({
        device_names: [],
      });
    });

    it('subscribes to several sources at once', async () => {
      const eventSource = ['deviceState:Stasis:one', 'deviceState:Stasis:two'];

      expect(await call('applications', 'subscribe', { applicationName: 'hello', eventSource })).toMatchObject({
        device_names: ['Stasis:one', 'Stasis:two'],
      });
    });

    it('sets an event filter', async () => {
      const filter = { disallowed: [{ type: 'Dial' }] };

      expect(await call('applications', 'filter', { applicationName: 'hello', filter })).toMatchObject({
        name: 'hello',
        events_disallowed: [{ type: 'Dial' }],
      });
    });

    it('gets a pong for its ping', async () => {
      const pong = event('pong');

      client.ping();

      await pong;
    });

    it('comes back by itself when the server was away, with what it was subscribed to', async () => {
      const gone = event('WebSocketReconnecting');
      const { port } = new URL(server.origin);
      await server.stop();
      await gone;
      const back = event('WebSocketConnected');
      server = await RunningServer.start(
        { 'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = ${port}\n` },
        server.folder,
      );
      await back;
      const received = event('ChannelUserevent');

      await call('events', 'userEvent', { eventName: 'again', application: 'hello' });

      expect(await received).toMatchObject({ eventname: 'again' });
    });
  });

  it('prints nothing', () => {
    expect(printed).not.toHaveBeenCalled();
  });
});

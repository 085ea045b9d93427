import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningServer } from '../support/server/running-server';
import { Rest } from '../support/sockets/socket-rest';
import { noteLeftovers } from '../support/client/ipcom-leftovers';

/** What these tests see of @ipcom/asterisk-ari 1.0.0, whose paths and shapes are written by hand. */
interface IpcomClient {
  readonly connectWebSocket: (applications: readonly string[]) => Promise<void>;
  readonly on: (type: string, listener: (event: IpcomEvent) => void) => void;
  readonly once: (type: string, listener: (event: IpcomEvent) => void) => void;
  readonly destroy: () => Promise<void>;
  readonly applications: {
    readonly list: () => Promise<unknown>;
    readonly getDetails: (name: string) => Promise<unknown>;
  };
  readonly endpoints: {
    readonly list: () => Promise<unknown>;
    readonly getDetails: (technology: string, resource: string) => Promise<unknown>;
  };
  readonly sounds: {
    readonly list: (filter?: object) => Promise<unknown>;
    readonly getDetails: (id: string) => Promise<unknown>;
  };
  readonly asterisk: {
    readonly ping: () => Promise<unknown>;
    readonly get: () => Promise<unknown>;
    readonly list: () => Promise<unknown>;
    readonly manage: (module: string, action: 'load' | 'unload' | 'reload') => Promise<void>;
    readonly listLoggingChannels: () => Promise<unknown>;
  };
  /** For what it has no method of its own: subscriptions, device states and user events. */
  readonly baseClient: {
    readonly post: (path: string, body?: object) => Promise<unknown>;
    readonly put: (path: string, body: object) => Promise<unknown>;
    readonly delete: (path: string) => Promise<unknown>;
  };
}
interface IpcomEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}
interface IpcomModule {
  readonly AriClient: new (config: object) => IpcomClient;
}

const { AriClient } = createRequire(__filename)('@ipcom/asterisk-ari') as IpcomModule;

describe('@ipcom/asterisk-ari 1.0.0', () => {
  let server: RunningServer;
  let client: IpcomClient;
  let removeLeftovers = (): void => undefined;

  const make = (password = 'asterisk'): IpcomClient => {
    const { hostname: host, port } = new URL(server.origin);
    return new AriClient({ host, port: Number(port), username: 'asterisk', password, secure: false });
  };

  beforeAll(async () => {
    removeLeftovers = noteLeftovers();
    server = await RunningServer.start();
    client = make();
  });
  afterAll(async () => {
    await client.destroy();
    await server.close();
    removeLeftovers();
  });

  const event = (type: string): Promise<IpcomEvent> => new Promise((resolve) => client.once(type, resolve));

  it('lists and gets', async () => {
    const sounds = join(server.folder, 'state/data/sounds/en');
    mkdirSync(sounds, { recursive: true });
    writeFileSync(join(sounds, 'beep.wav'), '');

    expect(await client.asterisk.ping()).toMatchObject({ ping: 'pong' });
    expect(await client.asterisk.get()).toMatchObject({ system: expect.any(Object) as object });
    expect(await client.asterisk.list()).toContainEqual(expect.objectContaining({ name: 'res_stasis.so' }));
    expect(await client.asterisk.listLoggingChannels()).toMatchObject([{ type: 'File' }]);
    expect(await client.applications.list()).toEqual([]);
    expect(await client.endpoints.list()).toEqual([]);
    expect(await client.sounds.list({ lang: 'en' })).toMatchObject([{ id: 'beep' }]);
    expect(await client.sounds.getDetails('beep')).toMatchObject({ id: 'beep' });
  });

  it('hears the words of a refusal', async () => {
    await expect(client.applications.getDetails('nope')).rejects.toThrow(/'nope'/);
    await expect(client.endpoints.getDetails('PJSIP', 'alice')).rejects.toThrow(/'PJSIP\/alice'/);
    await expect(make('wrong').asterisk.ping()).rejects.toThrow(/credentials/);
  });

  it('unloads, loads and reloads modules', async () => {
    await client.asterisk.manage('res_stasis_mailbox.so', 'unload');
    await client.asterisk.manage('res_stasis_mailbox.so', 'load');
    await client.asterisk.manage('res_ari.so', 'reload');

    await expect(client.asterisk.manage('res_stasis_mailbox.so', 'load')).rejects.toThrow(/loaded already/);
  });

  describe('with its socket open', () => {
    beforeAll(() => client.connectWebSocket(['hello', 'world']));

    it('is there as the applications it named', async () => {
      expect(await client.applications.list()).toMatchObject([{ name: 'hello' }, { name: 'world' }]);
      expect(await client.applications.getDetails('hello')).toMatchObject({ name: 'hello', device_names: [] });
    });

    it('receives user events', async () => {
      const received = event('ChannelUserevent');

      await client.baseClient.post('/events/user/greeting?application=world', { variables: { text: 'hello' } });

      expect(await received).toMatchObject({
        application: 'world',
        eventname: 'greeting',
        userevent: { eventname: 'greeting', text: 'hello' },
      });
    });

    it('subscribes to a device and receives its changes', async () => {
      await client.baseClient.post('/applications/hello/subscription', { eventSource: ['deviceState:Stasis:lamp'] });
      expect(await client.applications.getDetails('hello')).toMatchObject({ device_names: ['Stasis:lamp'] });
      const received = event('DeviceStateChanged');

      await client.baseClient.put('/deviceStates/Stasis:lamp', { deviceState: 'BUSY' });

      expect(await received).toMatchObject({
        application: 'hello',
        device_state: { name: 'Stasis:lamp', state: 'BUSY' },
      });
      await client.baseClient.delete('/applications/hello/subscription?eventSource=deviceState:Stasis:lamp');
      expect(await client.applications.getDetails('hello')).toMatchObject({ device_names: [] });
    });

    it('leaves nothing behind when it closes', async () => {
      await client.destroy();
      client = make();

      const rest = new Rest(server.origin);
      while (((await rest.get('/applications')).body as unknown[]).length > 0);
    });
  });
});

import { ManagerClient, md5Key } from '../support/manager/manager-client';
import type { RunningServer } from '../support/server/running-server';
import { startManagerServer } from '../support/manager/manager-server';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('logging in to the manager interface', () => {
  let server: RunningServer;
  const clients: ManagerClient[] = [];
  beforeAll(async () => {
    server = await startManagerServer();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  async function connect(): Promise<ManagerClient> {
    const client = await ManagerClient.connect(server.managerPort());
    clients.push(client);
    return client;
  }

  it('greets with one line', async () => {
    expect((await connect()).greeting).toMatch(/^Asterisk Call Manager\/\d+\.\d+\.\d+$/);
  });

  it('accepts the secret, and says that the server is ready', async () => {
    const client = await connect();

    const { lines } = await client.ask({ Action: 'Login', Username: 'admin', Secret: 'secret' });

    expect(lines).toEqual(['Response: Success', 'ActionID: id-1', 'Message: Authentication accepted']);
    const { lines: event } = await client.heard({ Event: 'FullyBooted' });
    expect(event.slice(0, 3)).toEqual(['Event: FullyBooted', 'Privilege: system,all', 'Status: Fully Booted']);
  });

  it('accepts names of actions and headers in any case', async () => {
    const client = await connect();

    const { fields } = await client.ask({ aCTION: 'login', USERNAME: 'admin', secret: 'secret' });

    expect(fields['Response']).toBe('Success');
  });

  it('accepts the digest of a challenge, once', async () => {
    const client = await connect();
    const { fields } = await client.ask({ Action: 'Challenge', AuthType: 'MD5' });
    const Key = md5Key(fields['Challenge'] ?? '', 'secret');

    const login = await client.ask({ Action: 'Login', AuthType: 'MD5', Username: 'admin', Key });
    const other = await connect();
    const replay = await other.ask({ Action: 'Login', AuthType: 'MD5', Username: 'admin', Key });

    expect(login.fields['Response']).toBe('Success');
    expect(replay.fields['Message']).toBe('Authentication failed');
  });

  it.each([
    ['a wrong secret', { Username: 'admin', Secret: 'wrong' }],
    ['an unknown user', { Username: 'nemo', Secret: 'secret' }],
    ['nothing', {}],
    ['a digest without a challenge', { Username: 'admin', AuthType: 'MD5', Key: md5Key('', 'secret') }],
  ])('refuses %s and closes the connection', async (_, credentials) => {
    const client = await connect();

    const { lines } = await client.ask({ Action: 'Login', ...credentials });

    expect(lines).toEqual(['Response: Error', 'ActionID: id-1', 'Message: Authentication failed']);
    await client.closed();
  });

  it('logs failed logins without the secret', async () => {
    const client = await connect();
    await client.ask({ Action: 'Login', Username: 'mallory', Secret: 'do-not-log-me' });

    const log = readFileSync(join(server.folder, 'state', 'log', 'messages'), 'utf8');

    expect(log).toMatch(/user name or password refused.*mallory|mallory.*user name or password refused/);
    expect(log).not.toContain('do-not-log-me');
  });

  it('answers nothing but the login before it', async () => {
    const client = await connect();

    const answers = [
      await client.ask({ Action: 'Ping' }),
      await client.ask({ Action: 'CoreShowChannels' }),
      await client.ask({ Action: 'NoSuchAction' }),
    ];

    expect(answers.map(({ fields }) => fields['Message'])).toEqual(Array(3).fill('Permission denied'));
  });

  it('is logged off with Goodbye, and the connection is closed', async () => {
    const client = await connect();

    const { fields } = await client.ask({ Action: 'Logoff' });

    expect(fields['Response']).toBe('Goodbye');
    await client.closed();
  });
});

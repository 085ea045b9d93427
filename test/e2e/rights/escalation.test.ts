import { RunningServer } from '../../support/server/running-server';
import { Sockets } from '../../support/sockets/socket-peer';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { Rest } from '../../support/sockets/socket-rest';

const user = (name: string, ...lines: readonly string[]): string =>
  [`[${name}]`, 'type = user', `password = ${name}pw`, ...lines, ''].join('\n');

const stored = ['user', 'outbound_websocket'].map((type) => `${type} = config,ari.conf\n${type} = memory`).join('\n');
const files = {
  'ari.conf': [
    '[general]\nenabled = yes\n',
    user('admin'),
    user('reader', 'read_only = yes'),
    user('clerk', 'methods = GET,PUT,DELETE'),
    user('local', 'permit = 127.0.0.1', 'deny = 10.0.0.0/8'),
    user('keeper', 'resources = server,events'),
    user('sales', 'applications = sales-*'),
  ].join('\n'),
  'sorcery.conf': `[res_ari]\n${stored}\n[res_websocket_client]\nwebsocket_client = memory\n`,
};

let server: RunningServer;
let admin: Rest;
const sockets = new Sockets(() => server.origin);
beforeEach(async () => {
  server = await RunningServer.start(files);
  admin = as('admin');
});
afterEach(async () => {
  await sockets.closeAll();
  await server.close();
});

const as = (name: string, password = `${name}pw`): Rest => new Rest(server.origin, `${name}:${password}`);
type Values = Readonly<Record<string, string>>;
const put = (rest: Rest, path: string, values: Values): Promise<RestAnswer> =>
  rest.put(`/server/${path}`, { fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })) });
const putUser = (rest: Rest, name: string, values: Values = {}): Promise<RestAnswer> =>
  put(rest, `res_ari/user/${name}`, { password: 'pw', ...values });
const putSocket = (rest: Rest, values: Values = {}): Promise<RestAnswer> =>
  put(rest, 'res_ari/outbound_websocket/out', {
    websocket_client_id: 'remote',
    apps: 'out',
    local_ari_user: 'weak',
    ...values,
  });
const putClient = (rest: Rest, values: Values = {}): Promise<RestAnswer> =>
  put(rest, 'res_websocket_client/websocket_client/remote', {
    uri: 'ws://127.0.0.1:9/',
    connection_type: 'per_call_config',
    ...values,
  });
const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;
const ping = (name: string, password: string): Promise<number> => statusOf(as(name, password).get('/server/ping'));

describe('who may change accounts', () => {
  it.each([
    ['clerk', {}, 403],
    ['clerk', { methods: 'GET,POST' }, 403],
    ['clerk', { methods: 'GET,PUT' }, 200],
    ['clerk', { read_only: 'yes' }, 200],
    ['clerk', { methods: 'GET', applications: 'x' }, 200],
    ['keeper', {}, 403],
    ['keeper', { resources: 'server,channels' }, 403],
    ['keeper', { resources: 'events' }, 200],
    ['local', {}, 403],
    ['local', { deny: '10.0.0.0/8', permit: '127.0.0.1' }, 403],
    ['local', { permit: '127.0.0.1', deny: '10.0.0.0/8' }, 200],
    ['local', { permit: '0.0.0.0/0' }, 403],
    ['sales', {}, 403],
    ['sales', { applications: 'other' }, 403],
    ['sales', { applications: '*' }, 403],
    ['reader', { read_only: 'yes' }, 403],
    ['admin', {}, 200],
  ])('%s makes none with more rights than its own: %j', async (name, values, status) => {
    expect(await statusOf(putUser(as(name), 'made', values))).toBe(status);
    expect(await ping('made', 'pw')).toBe(
      status === 200 && !('resources' in values) ? 200 : status === 200 ? 403 : 401,
    );
  });

  it('do not take over stronger ones by giving them another password, nor delete them', async () => {
    await putUser(admin, 'strong');

    expect(await statusOf(putUser(as('clerk'), 'strong', { password: 'mine' }))).toBe(403);
    expect(await statusOf(putUser(as('clerk'), 'strong', { password: 'mine', methods: 'GET' }))).toBe(403);
    expect(await statusOf(as('clerk').delete('/server/res_ari/user/strong'))).toBe(403);
    expect([await ping('strong', 'pw'), await ping('strong', 'mine')]).toEqual([200, 401]);
  });

  it('do not widen their own, and may narrow it', async () => {
    await putUser(admin, 'own', { methods: 'GET,PUT' });
    const own = as('own', 'pw');

    expect(await statusOf(put(own, 'res_ari/user/own', { methods: 'GET,PUT,POST' }))).toBe(403);
    expect(await statusOf(put(own, 'res_ari/user/own', { password: 'pw2' }))).toBe(200);
    expect(await statusOf(put(as('own', 'pw2'), 'res_ari/user/own', { methods: 'GET' }))).toBe(200);
    expect(await statusOf(put(as('own', 'pw2'), 'res_ari/user/own', { methods: 'GET,PUT' }))).toBe(403);
  });

  it('hear the same through the event socket', async () => {
    const socket = await sockets.open('app=x', { user: 'keeper:keeperpw' });

    const answer = await socket.ask({
      method: 'PUT',
      uri: 'asterisk/config/dynamic/res_ari/user/made',
      content_type: 'application/json',
      message_body: '{"fields":[{"attribute":"password","value":"pw"}]}',
    });

    expect(answer).toMatchObject({
      status_code: 403,
      message_body: expect.stringContaining("user 'made' was not created") as string,
    });
  });
});

describe('a connection that the server opens', () => {
  beforeEach(async () => {
    await putUser(admin, 'weak', { methods: 'GET,PUT' });
    await putUser(admin, 'strong');
    await putClient(admin);
  });

  it('acts with no more rights than those who configure it have, then and later', async () => {
    expect(await statusOf(putSocket(as('clerk'), { local_ari_user: 'strong' }))).toBe(403);
    expect(await statusOf(admin.get('/server/res_ari/outbound_websocket/out'))).toBe(404);
    expect(await statusOf(putSocket(as('clerk')))).toBe(200);
    expect(await statusOf(putSocket(as('clerk'), { local_ari_user: 'strong' }))).toBe(403);
    expect(await statusOf(putUser(as('clerk'), 'weak', { methods: 'GET,POST' }))).toBe(403);
    expect((await admin.get('/server/res_ari/outbound_websocket/out')).body).toContainEqual({
      attribute: 'local_ari_user',
      value: 'weak',
    });
  });

  it('is neither changed nor led elsewhere by who is weaker than its user', async () => {
    await putSocket(admin, { local_ari_user: 'strong' });

    expect(await statusOf(putSocket(as('clerk'), { apps: 'mine' }))).toBe(403);
    expect(await statusOf(putClient(as('clerk'), { uri: 'ws://127.0.0.1:10/' }))).toBe(403);
    expect(await statusOf(as('clerk').delete('/server/res_websocket_client/websocket_client/remote'))).toBe(403);
    expect(await statusOf(as('clerk').delete('/server/res_ari/outbound_websocket/out'))).toBe(403);
  });

  it('takes no stored password to another address', async () => {
    await putClient(admin, { username: 'anna', password: 'hush' });

    expect(await putClient(admin, { uri: 'ws://127.0.0.1:10/' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("field 'password' does not fit: uri decides") as string },
    });
    expect(await statusOf(putClient(admin, { uri: 'ws://127.0.0.1:10/', password: '********' }))).toBe(400);
    expect(await statusOf(putClient(admin, { uri: 'ws://127.0.0.1:10/', password: 'hush' }))).toBe(200);
    expect(await statusOf(putClient(admin, { uri: 'ws://127.0.0.1:11/', password: '' }))).toBe(200);
  });
});

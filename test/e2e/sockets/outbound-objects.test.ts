import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteApplication } from '../../server/outbound/remote-application';
import { heard } from '../../server/outbound/outbound-rig';
import { RunningServer } from '../../support/server/running-server';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;
let remote: RemoteApplication;
const others: RemoteApplication[] = [];

const stores = (store: string): string => `[res_ari]
user = config,ari.conf,criteria=type=user
user = ${store}
outbound_websocket = config,ari.conf,criteria=type=outbound_websocket
outbound_websocket = ${store}
[res_websocket_client]
websocket_client = config,websocket_client.conf,criteria=type=websocket_client
websocket_client = ${store}
`;
const users = '[general]\n[asterisk]\ntype = user\npassword = asterisk\n';

async function start(files: Readonly<Record<string, string>> = {}, folder?: string): Promise<void> {
  server = await RunningServer.start({ 'ari.conf': users, 'sorcery.conf': stores('memory'), ...files }, folder);
  rest = new Rest(server.origin);
}

async function anotherRemote(): Promise<RemoteApplication> {
  const other = await RemoteApplication.start();
  others.push(other);
  return other;
}

beforeEach(async () => {
  remote = await RemoteApplication.start();
});
afterEach(async () => {
  await server.close();
  for (const each of [remote, ...others.splice(0)]) await each.stop();
});

const put = (path: string, values: Readonly<Record<string, string>>): Promise<RestAnswer> =>
  rest.put(`/server/${path}`, {
    fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
  });
const client = (id: string, values: Readonly<Record<string, string>> = {}): Promise<RestAnswer> =>
  put(`res_websocket_client/websocket_client/${id}`, {
    uri: remote.uri,
    connection_type: 'persistent',
    protocols: 'ari',
    connection_timeout: '60000',
    reconnect_interval: '50',
    ...values,
  });
const socket = (id: string, values: Readonly<Record<string, string>> = {}): Promise<RestAnswer> =>
  put(`res_ari/outbound_websocket/${id}`, {
    websocket_client_id: 'remote',
    apps: 'sales',
    local_ari_user: 'asterisk',
    ...values,
  });
const remove = (path: string): Promise<RestAnswer> => rest.delete(`/server/${path}`);
const applications = async (): Promise<string[]> =>
  ((await rest.get('/applications')).body as readonly { readonly name: string }[]).map(({ name }) => name);

/** Lines of the log that say these words, once it has been written out. */
async function logged(...words: readonly string[]): Promise<string[]> {
  await server.stop();
  const text = readFileSync(join(server.folder, 'state/log/messages'), 'utf8');
  return text.split('\n').filter((line) => words.every((word) => line.includes(word)));
}

const section = (name: string, values: Readonly<Record<string, string>>): string =>
  [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n');
const fileSocket = (name: string, apps: string): string =>
  section(name, { type: 'outbound_websocket', websocket_client_id: 'filed', apps, local_ari_user: 'asterisk' });
const fileClient = (uri: string): string =>
  section('filed', { type: 'websocket_client', uri, connection_type: 'persistent', protocols: 'ari' });

describe('an outbound socket made at run time', () => {
  it('connects at once, and is gone when it is deleted', async () => {
    await start();
    expect((await client('remote')).status).toBe(200);
    expect((await socket('out', { apps: 'sales,support' })).status).toBe(200);

    const connection = await remote.sockets.next();
    expect(await heard(connection, 2)).toEqual(['ApplicationRegistered sales', 'ApplicationRegistered support']);
    expect(await connection.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ status_code: 200 });
    expect(await applications()).toEqual(['sales', 'support']);

    expect((await remove('res_ari/outbound_websocket/out')).status).toBe(204);
    expect(await heard(connection, 2)).toEqual(['ApplicationUnregistered sales', 'ApplicationUnregistered support']);
    expect(await connection.closed).toMatchObject({ code: 1000 });
    expect(await applications()).toEqual([]);
  });

  it('is the same object by both spellings of its type, whichever operation', async () => {
    await start({
      'sorcery.conf': stores('memory').replaceAll('outbound_websocket = memory', 'outbound-websocket = memory'),
    });
    await client('remote');
    const values = { websocket_client_id: 'remote', apps: 'sales', local_ari_user: 'asterisk' };
    const spellings = ['outbound-websocket', 'outbound_websocket'] as const;
    const shown = async (spelling: string): Promise<RestAnswer> => rest.get(`/server/res_ari/${spelling}/out`);

    for (const [made, other] of [spellings, spellings.toReversed()] as const) {
      expect((await put(`res_ari/${made}/out`, values)).status).toBe(200);
      expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
      expect((await put(`res_ari/${other}/out`, { subscribe_all: 'yes' })).status).toBe(200);
      expect((await shown(made)).body).toEqual((await shown(other)).body);
      expect((await shown(made)).body).toContainEqual({ attribute: 'subscribe_all', value: 'yes' });

      expect((await remove(`config/dynamic/res_ari/${other}/out`)).status).toBe(204);
      expect((await shown(made)).status).toBe(404);
    }
  });

  it('connects anew when its client leads elsewhere', async () => {
    await start();
    const elsewhere = await anotherRemote();
    await client('remote');
    await socket('out');
    const before = await remote.sockets.next();

    await client('remote', { uri: elsewhere.uri });

    expect(await before.closed).toMatchObject({ code: 1000 });
    expect(await heard(await elsewhere.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('keeps its connection when only its applications change', async () => {
    await start();
    await client('remote');
    await socket('out', { apps: 'sales,support' });
    const connection = await remote.sockets.next();
    await heard(connection, 2);

    await socket('out', { apps: 'support,stock' });

    expect(await heard(connection, 2)).toEqual(['ApplicationUnregistered sales', 'ApplicationRegistered stock']);
    expect(await applications()).toEqual(['stock', 'support']);

    await socket('out', { apps: 'support,stock', subscribe_all: 'yes' });

    expect(await heard(connection, 4)).toEqual([
      'ApplicationUnregistered support',
      'ApplicationUnregistered stock',
      'ApplicationRegistered support',
      'ApplicationRegistered stock',
    ]);
    expect((await rest.get('/applications/stock')).body).toMatchObject({ channel_ids: ['__AST_CHANNEL_ALL_TOPIC'] });
  });

  it('ends with its client and comes back with it, and tells why it does not run once', async () => {
    await start();
    await client('remote');
    await socket('out');
    const first = await remote.sockets.next();

    await remove('res_websocket_client/websocket_client/remote');
    expect(await first.closed).toMatchObject({ code: 1000 });
    await put('res_ari/user/bystander', { password: 'x' });
    await put('res_ari/user/bystander', { password: 'y' });

    await client('remote');
    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    expect(await logged("there is no websocket client 'remote'")).toHaveLength(1);
  });

  it('ends with its user and comes back with it', async () => {
    await start();
    await put('res_ari/user/box', { password: 'x' });
    await client('remote');
    await socket('out', { local_ari_user: 'box' });
    const first = await remote.sockets.next();

    await remove('res_ari/user/box');
    expect(await first.closed).toMatchObject({ code: 1000 });

    await put('res_ari/user/box', { password: 'x' });
    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('may name an application in several pieces', async () => {
    await start();
    await client('remote');
    await rest.put('/server/res_ari/outbound_websocket/out', {
      fields: [
        { attribute: 'websocket_client_id', value: 'remote' },
        { attribute: 'apps', value: 'sales' },
        { attribute: 'local_ari_user', value: 'asterisk' },
        { attribute: 'apps', value: 'support' },
      ],
    });

    expect(await heard(await remote.sockets.next(), 2)).toEqual([
      'ApplicationRegistered sales',
      'ApplicationRegistered support',
    ]);
  });

  it('is refused when its files do not exist, without a word to those that run', async () => {
    await start();
    await client('remote');
    await socket('out');
    const connection = await remote.sockets.next();
    await client('broken', { ca_list_file: '/nowhere/ca.pem' });
    await socket('second', { websocket_client_id: 'broken', apps: 'support' });

    expect(await connection.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ status_code: 200 });
    expect(await applications()).toEqual(['sales']);
    expect(await logged('broken', '/nowhere/ca.pem')).toHaveLength(1);
  });

  it.each(['astdb', 'database'])('comes back after a restart from the store %s', async (store) => {
    const files = { 'sorcery.conf': stores(store) };
    await start(files);
    await client('remote');
    await socket('out');
    const before = await remote.sockets.next();
    await heard(before, 1);
    await server.stop();
    expect(await before.closed).toMatchObject({ code: 1001 });

    await start(files, server.folder);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });
});

describe('outbound sockets of files and of run time', () => {
  it('run side by side, and a change of one leaves the other alone', async () => {
    const filed = await anotherRemote();
    await start({
      'ari.conf': users + fileSocket('fileout', 'support'),
      'websocket_client.conf': fileClient(filed.uri),
    });
    const steady = await filed.sockets.next();
    await client('remote');
    await socket('out');
    const made = await remote.sockets.next();

    await remove('res_ari/outbound_websocket/out');
    await made.closed;
    await rest.put('/server/modules/res_ari');

    expect(await steady.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ status_code: 200 });
    expect(await applications()).toEqual(['support']);
  });

  it('may lean on each other', async () => {
    await start({ 'websocket_client.conf': fileClient(remote.uri) });

    await socket('out', { websocket_client_id: 'filed' });

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('form one set also where sorcery.conf does not mention the files', async () => {
    await start({
      'sorcery.conf': '[res_ari]\nuser = memory\noutbound_websocket = memory\n',
      'ari.conf': users + fileSocket('fileout', 'support'),
      'websocket_client.conf': fileClient(remote.uri),
    });
    await remote.sockets.next();

    expect((await socket('rival', { websocket_client_id: 'filed', apps: 'support' })).status).toBe(400);
    expect((await socket('fileout', { websocket_client_id: 'filed' })).status).toBe(403);
    expect((await socket('out', { websocket_client_id: 'filed' })).status).toBe(200);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('do not share an application: the file has it after a reload, and the other is told of once', async () => {
    const filed = await anotherRemote();
    await start();
    await client('remote');
    await socket('out');
    const made = await remote.sockets.next();

    server.configure('ari.conf', users + fileSocket('fileout', 'sales'));
    server.configure('websocket_client.conf', fileClient(filed.uri));
    expect((await rest.put('/server/modules/res_ari')).status).toBe(204);
    expect((await rest.put('/server/modules/res_ari')).status).toBe(204);

    expect(await made.closed).toMatchObject({ code: 1000 });
    expect(await heard(await filed.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    expect(await logged("'sales'", 'fileout')).toHaveLength(1);
  });
});

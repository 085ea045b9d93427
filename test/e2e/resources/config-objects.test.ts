import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);

const files = {
  'sorcery.conf': '[res_ari]\nuser = config,ari.conf,criteria=type=user\nuser = memory\n',
  'websocket_client.conf':
    '[mediasrv]\ntype = websocket_client\nuri = ws://127.0.0.1:9/\nconnection_type = per_call_config\nreconnect_attempts = 1\n',
};

beforeAll(async () => {
  server = await RunningServer.start(files);
  rest = new Rest(server.origin);
});
afterEach(async () => {
  await sockets.closeAll();
  for (const name of ['box', 'boxn', 'box2']) await rest.delete(`${users}/${name}`);
});
afterAll(() => server.close());

const users = '/asterisk/config/dynamic/res_ari/user';
const fields = (values: Readonly<Record<string, unknown>>): object => ({
  fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
});
const tuples = (values: Readonly<Record<string, string>>): object[] =>
  Object.entries(values).map(([attribute, value]) => ({ attribute, value }));
const box = tuples({ password_format: 'plain', password: '********', read_only: 'yes' });
const ping = async (user: string): Promise<number> => (await new Rest(server.origin, user).get('/server/ping')).status;

describe('a user made at run time', () => {
  it('can log in at once, with the password that it has now, and is gone when it is deleted', async () => {
    expect((await rest.get(`${users}/box`)).status).toBe(404);
    expect(await ping('box:pw1')).toBe(401);

    expect(await rest.put(`${users}/box`, fields({ password: 'pw1', read_only: 'yes' }))).toMatchObject({
      status: 200,
      body: box,
    });
    expect((await rest.get(`${users}/box`)).body).toEqual(box);
    expect(await ping('box:pw1')).toBe(200);
    expect((await new Rest(server.origin, 'box:pw1').put('/deviceStates/Stasis:x?deviceState=BUSY')).status).toBe(403);

    expect((await rest.put(`${users}/box`, fields({ password: 'pw2' }))).body).toEqual(box);
    expect([await ping('box:pw1'), await ping('box:pw2')]).toEqual([401, 200]);

    expect((await rest.delete(`${users}/box`)).status).toBe(204);
    expect(await ping('box:pw2')).toBe(401);
    expect((await rest.get(`${users}/box`)).status).toBe(404);
    expect((await rest.delete(`${users}/box`)).status).toBe(404);
  });

  it('is the same at the path of the specification and at that of the ecosystem', async () => {
    await rest.put('/server/res_ari/user/box', fields({ password: 'pw1', read_only: 'yes' }));

    for (const root of ['/server', '/asterisk', '/server/config/dynamic', '/asterisk/config/dynamic'])
      expect((await rest.get(`${root}/res_ari/user/box`)).body).toEqual(box);
  });

  it('loses its open sockets with its rights', async () => {
    await rest.put(`${users}/box`, fields({ password: 'pw1' }));
    const socket = await sockets.open('app=boxed', { user: 'box:pw1' });

    await rest.delete(`${users}/box`);

    expect(await socket.closed).toMatchObject({ code: 1008 });
  });

  it('is kept to what it may do: methods, resources, applications', async () => {
    await rest.put(`${users}/box`, fields({ password: 'pw1', resources: 'deviceStates,events', applications: 'b*' }));
    const user = new Rest(server.origin, 'box:pw1');

    const statuses = [
      await user.put('/deviceStates/Stasis:box?deviceState=BUSY'),
      await user.get('/mailboxes'),
      await user.post('/events/user/x?application=other'),
      await user.post('/events/user/x?application=boxed'),
    ].map(({ status }) => status);

    expect(statuses).toEqual([204, 403, 403, 404]);
    await rest.delete('/deviceStates/Stasis:box');
  });

  it('lives in memory until the server stops', async () => {
    let first = await RunningServer.start(files);
    const { folder } = first;
    try {
      await new Rest(first.origin).put(`${users}/box`, fields({ password: 'pw1' }));
      await first.stop();
      first = await RunningServer.start(files, folder);
      expect((await new Rest(first.origin).get(`${users}/box`)).status).toBe(404);
    } finally {
      await first.close();
    }
  });

  it.each(['astdb', 'database'])('lives longer than the server in the store %s', async (store) => {
    const kept = { ...files, 'sorcery.conf': `[res_ari]\nuser = config,ari.conf\nuser = ${store}\n` };
    let first = await RunningServer.start(kept);
    const { folder } = first;
    try {
      await new Rest(first.origin).put(`${users}/box`, fields({ password: 'pw1' }));
      await first.stop();
      first = await RunningServer.start(kept, folder);
      expect((await new Rest(first.origin, 'box:pw1').get('/server/ping')).status).toBe(200);
    } finally {
      await first.close();
    }
  });
});

describe('fields of a configuration object', () => {
  const existing = `${users}/box`;
  beforeEach(() => rest.put(existing, fields({ password: 'pw2', read_only: 'yes' })));

  it.each([
    ['an unknown field', existing, fields({ nosuchfield: '1' }), ['nosuchfield']],
    [
      'a value that does not fit',
      existing,
      fields({ password_format: 'rot13' }),
      ['password_format', 'rot13', 'plain'],
    ],
    ['a flag that is none', existing, fields({ read_only: 'perhaps' }), ['read_only', 'perhaps']],
    ['a field without value', existing, { fields: [{ attribute: 'password' }] }, ['value']],
    ['a field with null', existing, { fields: [{ attribute: 'password', value: null }] }, ['fields', 'value']],
    ['a field with a number', existing, { fields: [{ attribute: 'password', value: 5 }] }, ['fields', 'value']],
    ['a value without field', existing, { fields: [{ value: 'x' }] }, ['attribute']],
    ['nothing for a field', existing, { fields: [null] }, ['fields']],
    ['a text for a field', existing, { fields: ['password=x'] }, ['fields']],
    ['fields that are no list', existing, { fields: 'notalist' }, ['fields']],
    ['fields that are an object', existing, { fields: { password: 'x' } }, ['fields']],
    ['no fields', existing, {}, ['fields']],
    ['no body', existing, undefined, ['fields']],
    ['fields without the list', existing, { password: 'flat' }, ['fields']],
    ['a bare list', existing, [{ attribute: 'password', value: 'barelist' }], ['fields']],
    ['a new object without what it needs', `${users}/boxn`, { fields: [] }, ['boxn', 'password']],
    ['a new object without anything', `${users}/boxn`, undefined, ['boxn', 'password']],
    [
      'a new object with an unknown field',
      `${users}/boxn`,
      fields({ password: 'x', nosuchfield: '1' }),
      ['nosuchfield'],
    ],
    ['a name that cannot be', `${users}/a%3Ab`, fields({ password: 'x' }), ['a:b', 'colon']],
    ['an acl that does not exist', `${users}/boxn`, fields({ password: 'x', acl: 'office' }), ['office']],
    [
      'an address that is none',
      `${users}/boxn`,
      fields({ password: 'x', permit: '300.0.0.1' }),
      ['permit', '300.0.0.1'],
    ],
  ])('are refused with 400, all of them, for %s', async (_what, target, body, words) => {
    const answer = await rest.put(target, body);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringContaining(words[0] ?? '') as string });
    for (const word of words) expect((answer.body as { message: string }).message).toContain(word);
    expect((await rest.get(existing)).body).toEqual(box);
    expect((await rest.get(`${users}/boxn`)).status).toBe(404);
  });

  it('are refused with 400 when the body is not JSON', async () => {
    const { status, body } = await rest.call('PUT', existing, { body: '{bad' });

    expect([status, body]).toEqual([400, expect.objectContaining(refusal('body-invalid'))]);
  });

  it('do not repeat a secret that does not fit', async () => {
    const { status, body } = await rest.put(existing, fields({ password: 'hush\u0007hush' }));

    expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringContaining('hush') as string]);
  });

  it('may be none of them for an object that exists, which then stays as it is', async () => {
    expect(await rest.put(existing, { fields: [] })).toMatchObject({ status: 200, body: box });
  });
});

describe('configuration objects from files', () => {
  const client = '/server/res_websocket_client/websocket_client';

  it('can be read', async () => {
    expect((await rest.get(`${users}/reader`)).body).toEqual(
      tuples({ password_format: 'plain', password: '********', read_only: 'yes' }),
    );
    expect((await rest.get(`${client}/mediasrv`)).body).toEqual(
      expect.arrayContaining(tuples({ uri: 'ws://127.0.0.1:9/', reconnect_attempts: '1', verify_server_cert: 'yes' })),
    );
  });

  it('hide their secrets from who may only read', async () => {
    const reader = new Rest(server.origin, 'reader:readerpw');

    const { status, body } = await reader.get(`${users}/asterisk`);

    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('"asterisk"') as string]);
    expect((await reader.put(`${users}/box`, fields({ password: 'x' }))).status).toBe(403);
    expect((await reader.delete(`${users}/asterisk`)).status).toBe(403);
  });

  it.each([
    ['PUT', `${users}/reader`, fields({ read_only: 'no' }), ['reader']],
    ['DELETE', `${users}/reader`, undefined, ['reader']],
    ['PUT', `${client}/mediasrv`, fields({ connection_timeout: '400' }), ['mediasrv']],
    ['DELETE', `${client}/mediasrv`, undefined, ['mediasrv']],
    [
      'PUT',
      `${client}/newone`,
      fields({ uri: 'ws://127.0.0.1:1/', connection_type: 'per_call_config' }),
      ['newone', 'websocket_client'],
    ],
  ])('cannot be changed: %s %s', async (method, target, body, words) => {
    const answer = await rest.call(method, target, { body });

    expect(answer.status).toBe(403);
    for (const word of words) expect((answer.body as { message: string }).message).toContain(word);
    expect(await ping('reader:readerpw')).toBe(200);
  });

  it.each([
    ['GET', '/server/res_ari/nosuchtype/box', 404, ['nosuchtype', 'user']],
    ['GET', '/server/nosuchclass/x/y', 404, ['nosuchclass', 'res_ari']],
    ['PUT', '/server/nosuchclass/x/y', 404, ['nosuchclass']],
    ['PUT', '/server/res_ari/nosuchtype/y', 404, ['nosuchtype']],
    ['DELETE', '/server/nosuchclass/x/y', 404, ['nosuchclass']],
    ['DELETE', '/server/res_ari/nosuchtype/y', 404, ['nosuchtype']],
    ['DELETE', `${users}/nobody`, 404, ['nobody']],
    ['POST', `${users}/box`, 405, ['GET', 'PUT', 'DELETE']],
  ])('answer %s %s with %i', async (method, target, status, words) => {
    const answer = await rest.call(method, target, { body: method === 'PUT' ? { fields: [] } : undefined });

    expect(answer.status).toBe(status);
    for (const word of words) expect((answer.body as { message: string }).message).toContain(word);
  });
});

describe('a user taken out of ari.conf', () => {
  it('is gone after a reload, and stays gone when another user is made', async () => {
    const own = await RunningServer.start(files);
    const admin = new Rest(own.origin);
    const reader = new Rest(own.origin, 'reader:readerpw');
    try {
      own.configure('ari.conf', '[general]\n[asterisk]\ntype = user\npassword = asterisk\n');
      expect((await reader.get('/server/ping')).status).toBe(200);

      expect((await admin.put('/server/modules/res_ari')).status).toBe(204);
      expect((await reader.get('/server/ping')).status).toBe(401);
      expect((await admin.get(`${users}/reader`)).status).toBe(404);

      await admin.put(`${users}/box`, fields({ password: 'x' }));
      expect((await reader.get('/server/ping')).status).toBe(401);
    } finally {
      await own.close();
    }
  });
});

describe('the address rules of a user made at run time', () => {
  const acl = (rules: string): string => `[office]\n${rules}\n`;

  it('may be named: those of acl.conf count, also after a reload, and a name that is gone admits no address', async () => {
    const own = await RunningServer.start({ ...files, 'acl.conf': acl('permit = 127.0.0.1') });
    const admin = new Rest(own.origin);
    const status = async (): Promise<number> => (await new Rest(own.origin, 'box:x').get('/server/ping')).status;
    const reload = () => admin.put('/server/modules/res_ari');
    try {
      expect((await admin.put(`${users}/box`, fields({ password: 'x', acl: 'home' }))).status).toBe(400);
      expect((await admin.put(`${users}/box`, fields({ password: 'x', acl: 'office' }))).status).toBe(200);
      expect(await status()).toBe(200);

      own.configure('acl.conf', `${acl('deny = 127.0.0.1')}[home]\npermit = 127.0.0.1\n`);
      await reload();
      expect(await status()).toBe(403);
      expect((await admin.put(`${users}/box`, fields({ acl: 'home' }))).status).toBe(200);
      expect(await status()).toBe(200);

      own.configure('acl.conf', acl('permit = 127.0.0.1'));
      await reload();
      expect(await status()).toBe(401);
    } finally {
      await own.close();
    }
  });

  it('may be turned round by an exclamation mark', async () => {
    await rest.put(`${users}/box`, fields({ password: 'x', permit: '!127.0.0.1' }));

    expect(await ping('box:x')).toBe(403);
  });
});

import { heard } from '../../server/outbound/outbound-rig';
import { RemoteApplication } from '../../server/outbound/remote-application';
import { RunningServer } from '../../support/server/running-server';
import { Sockets } from '../../support/sockets/socket-peer';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;

beforeEach(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(() => server.close());

interface ListedModule {
  readonly name: string;
  readonly use_count: number;
  readonly status: string;
}
const useCount = async (name: string): Promise<number> =>
  ((await rest.get(`/server/modules/${name}`)).body as ListedModule).use_count;

describe('the modules', () => {
  it('are listed by name, with their ending, their use and whether they run', async () => {
    const { status, body } = await rest.get('/asterisk/modules');

    const modules = body as readonly ListedModule[];
    expect(status).toBe(200);
    expect(modules.map(({ name }) => name)).toEqual([...modules.map(({ name }) => name)].sort());
    expect(modules).toContainEqual({
      name: 'res_stasis_mailbox.so',
      description: expect.any(String) as string,
      use_count: 0,
      status: 'Running',
      support_level: 'core',
    });
  });

  it.each(['res_stasis.so', 'res_stasis'])('are found as %s', async (name) => {
    const { status, body } = await rest.get(`/server/modules/${name}`);

    expect([status, body]).toEqual([200, expect.objectContaining({ name: 'res_stasis.so', status: 'Running' })]);
  });

  it('are unloaded and loaded with real effect', async () => {
    await rest.put('/mailboxes/500?oldMessages=1&newMessages=2');

    expect((await rest.delete('/server/modules/res_stasis_mailbox.so')).status).toBe(204);

    expect((await rest.get('/server/modules/res_stasis_mailbox.so')).status).toBe(404);
    expect((await rest.get('/server/modules')).body).not.toContainEqual(
      expect.objectContaining({ name: 'res_stasis_mailbox.so' }),
    );
    for (const [method, target] of [
      ['GET', '/mailboxes'],
      ['GET', '/mailboxes/500'],
      ['PUT', '/mailboxes/500?oldMessages=0&newMessages=0'],
      ['PUT', '/mailboxes/500'],
      ['DELETE', '/mailboxes/500'],
    ] as const) {
      const answer = await rest.call(method, target);
      expect([method, target, answer.status]).toEqual([method, target, 501]);
      expect(answer.body).toMatchObject(refusal('module-not-loaded', 'res_stasis_mailbox'));
    }
    expect((await rest.get('/deviceStates')).status).toBe(200);

    expect((await rest.post('/server/modules/res_stasis_mailbox')).status).toBe(204);
    expect((await rest.get('/mailboxes')).body).toEqual([{ name: '500', old_messages: 1, new_messages: 2 }]);
  });

  it('that others need cannot be unloaded before those', async () => {
    const { status, body } = await rest.delete('/server/modules/res_mwi_external.so');
    expect([status, body]).toEqual([
      409,
      expect.objectContaining(refusal('conflict', 'res_stasis_mailbox', 'res_mwi_devstate')),
    ]);
    expect(await useCount('res_mwi_external')).toBe(2);

    expect((await rest.delete('/server/modules/res_mwi_devstate')).status).toBe(204);
    expect(await useCount('res_mwi_external')).toBe(1);
    const stasis = await useCount('res_stasis');
    expect((await rest.delete('/server/modules/res_stasis_mailbox')).status).toBe(204);
    expect(await useCount('res_stasis')).toBe(stasis - 1);
    expect((await rest.delete('/server/modules/res_mwi_external')).status).toBe(204);
  });

  it('bring what they need when they are loaded', async () => {
    for (const name of ['res_mwi_devstate', 'res_stasis_mailbox', 'res_mwi_external'])
      await rest.delete(`/server/modules/${name}`);

    expect((await rest.post('/server/modules/res_stasis_mailbox')).status).toBe(204);

    expect((await rest.get('/server/modules/res_mwi_external')).body).toMatchObject({
      status: 'Running',
      use_count: 1,
    });
  });

  it('that every server has are listed without ending, found with one, and cannot be unloaded', async () => {
    const { status, body } = await rest.get('/server/modules/http.so');
    expect([status, body]).toEqual([200, expect.objectContaining({ name: 'http', status: 'Running' })]);

    await rest.delete('/server/modules/res_http_websocket');
    const refused = await rest.delete('/server/modules/features');
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining(refusal('conflict', 'features'))]);
  });

  it.each([
    ['GET', 'nope.so', 404, 'not-found', ['nope.so']],
    ['GET', '..%2Fres_stasis', 404, 'not-found', ['../res_stasis']],
    ['POST', 'nope.so', 409, 'conflict', ['nope.so']],
    ['DELETE', 'nope.so', 404, 'not-found', ['nope.so']],
    ['PUT', 'nope.so', 404, 'not-found', ['nope.so']],
    ['POST', 'res_stasis.so', 409, 'conflict', ['res_stasis.so', 'already']],
    ['DELETE', 'res_stasis.so', 409, 'conflict', ['res_stasis.so', 'in use', 'res_ari']],
    ['PUT', 'res_stasis.so', 409, 'conflict', ['res_stasis.so', 'reload']],
  ])('refuse %s %s with %i', async (method, name, status, code, words) => {
    const answer = await rest.call(method, `/server/modules/${name}`);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
  });

  it.each(['DELETE', 'PUT'])('that are not loaded refuse %s with 404', async (method) => {
    await rest.delete('/server/modules/res_stasis_mailbox');

    const { status, body } = await rest.call(method, '/server/modules/res_stasis_mailbox');

    expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', 'res_stasis_mailbox'))]);
  });

  it.each(['res_ari.so', 'pbx_config'])('can be told to read their configuration again: %s', async (name) => {
    expect((await rest.put(`/server/modules/${name}`)).status).toBe(204);
  });

  it('keep what they had when their configuration has a fault', async () => {
    server.configure('ari.conf', '[general]\nenabled = perhaps\n');

    const { status, body } = await rest.put('/server/modules/res_ari');

    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'res_ari', 'perhaps'))]);
    expect((await rest.get('/server/ping')).status).toBe(200);
  });

  it('that the configuration leaves out are not loaded, nor loaded for others', async () => {
    const plain = await RunningServer.start({
      'modules.conf': '[modules]\nautoload = yes\nnoload = res_stasis_device_state.so\n',
    });
    try {
      const other = new Rest(plain.origin);
      expect((await other.get('/deviceStates')).body).toMatchObject(
        refusal('module-not-loaded', 'res_stasis_device_state'),
      );
      expect((await other.get('/mailboxes')).status).toBe(200);
      expect((await other.post('/server/modules/res_stasis_device_state')).status).toBe(204);
      expect((await other.get('/deviceStates')).status).toBe(200);
    } finally {
      await plain.close();
    }
  });

  it('are only those that are listed, what they need and what every server has, without autoload', async () => {
    await server.close();
    server = await RunningServer.start({
      'modules.conf': '[modules]\nautoload = no\npreload = app_echo\nload = res_ari_asterisk.so\nnoload = logger\n',
    });
    rest = new Rest(server.origin);

    const modules = (await rest.get('/server/modules')).body as readonly ListedModule[];
    expect(modules.map(({ name }) => name)).toEqual([
      ...['acl', 'app_echo.so', 'dsp', 'features', 'http', 'indications', 'logger', 'manager'],
      ...['res_ari.so', 'res_ari_asterisk.so', 'res_ari_model.so', 'res_stasis.so'],
    ]);
    expect((await rest.get('/channels')).status).toBe(404);
  });

  it('keep the server from starting when one that is required does not start', async () => {
    const modules = '[modules]\nautoload = yes\nnoload = res_stasis_broadcast\nrequire = app_stasis_broadcast.so\n';

    await expect(RunningServer.start({ 'modules.conf': modules })).rejects.toThrow(
      'app_stasis_broadcast: the module app_stasis_broadcast needs res_stasis_broadcast, which is not available',
    );
  });

  it('cannot be changed by who may only read', async () => {
    const reader = new Rest(server.origin, 'reader:readerpw');

    expect((await reader.get('/server/modules/res_stasis')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await reader.call(method, '/server/modules/res_stasis_mailbox')).status).toBe(403);
  });
});

describe('the module of a resource', () => {
  const sockets = new Sockets(() => server.origin);
  afterEach(() => sockets.closeAll());

  it('makes its paths exist, and no others', async () => {
    expect((await rest.delete('/server/modules/res_ari_endpoints.so')).status).toBe(204);

    for (const method of ['GET', 'OPTIONS', 'DELETE'])
      for (const path of ['/endpoints', '/endpoints/Local']) {
        const { status, body } = await rest.call(method, path);
        expect([method, path, status, body]).toEqual([
          ...[method, path, 404],
          expect.objectContaining(refusal('not-found', path)),
        ]);
      }
    expect((await rest.get('/applications')).status).toBe(200);

    expect((await rest.post('/server/modules/res_ari_endpoints')).status).toBe(204);
    expect((await rest.get('/endpoints')).status).toBe(200);
  });

  it('needs the interface, which cannot be unloaded before', async () => {
    const { status, body } = await rest.delete('/server/modules/res_ari');

    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'res_ari_applications'))]);
    expect(await useCount('res_ari')).toBe(13);
  });

  it('is in use by event sockets if it is the one they come through', async () => {
    const socket = await sockets.open('app=sales');
    expect(await useCount('res_ari_events')).toBe(1);
    expect((await rest.delete('/server/modules/res_ari_events')).status).toBe(409);

    await socket.close();
    while ((await useCount('res_ari_events')) > 0);
    expect((await rest.delete('/server/modules/res_ari_events')).status).toBe(204);

    await expect(sockets.open('app=sales')).rejects.toThrow('404');
  });

  it('can be left out by the configuration', async () => {
    await server.close();
    server = await RunningServer.start({ 'modules.conf': '[modules]\nautoload = yes\nnoload = res_ari_bridges.so\n' });
    rest = new Rest(server.origin);

    expect((await rest.get('/bridges')).status).toBe(404);
    expect((await rest.get('/server/modules/res_ari_bridges.so')).status).toBe(404);
    expect((await rest.post('/server/modules/res_ari_bridges.so')).status).toBe(204);
    expect((await rest.get('/bridges')).body).toEqual([]);
  });
});

describe('the module of event sockets', () => {
  const sockets = new Sockets(() => server.origin);
  afterEach(() => sockets.closeAll());

  it('is in use by every one that is open, and stays as long', async () => {
    const first = await sockets.open('app=sales,support');
    const second = await sockets.open('app=stock');
    expect(await useCount('res_http_websocket')).toBe(2);

    const { status, body } = await rest.delete('/server/modules/res_http_websocket');
    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'asterisk', 'sales', 'stock'))]);

    await first.close();
    await second.abort();
    while ((await useCount('res_http_websocket')) > 0);
    expect((await rest.delete('/server/modules/res_http_websocket')).status).toBe(204);
    await expect(sockets.open('app=sales')).rejects.toThrow('501');
  });
});

describe('the module of outbound sockets', () => {
  let remote: RemoteApplication;
  beforeEach(async () => {
    remote = await RemoteApplication.start();
    await server.close();
  });
  afterEach(() => remote.stop());

  async function startOutbound(modules: string): Promise<void> {
    const client = `uri = ${remote.uri}\nconnection_type = persistent\nprotocols = ari\nconnection_timeout = 60000\nreconnect_interval = 60000`;
    server = await RunningServer.start({
      'ari.conf': `[general]
[asterisk]
type = user
password = asterisk
[out]
type = outbound_websocket
websocket_client_id = remote
apps = sales
local_ari_user = asterisk
`,
      'websocket_client.conf': `[remote]\ntype = websocket_client\n${client}\n`,
      'modules.conf': `[modules]\nautoload = yes\n${modules}`,
    });
    rest = new Rest(server.origin);
  }

  it('is in use by every one that is connected, and stays as long', async () => {
    await startOutbound('');
    const socket = await remote.sockets.next();
    await heard(socket, 1);
    expect(await useCount('res_websocket_client')).toBe(1);
    expect(await useCount('res_http_websocket')).toBe(0);
    const { status, body } = await rest.delete('/server/modules/res_websocket_client');
    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'outbound websocket out'))]);

    // Thrown out at once, it waits for a minute before it tries again.
    socket.terminate();
    while ((await useCount('res_websocket_client')) > 0);
    expect((await rest.delete('/server/modules/res_websocket_client')).status).toBe(204);
    expect((await rest.get('/applications')).body).toEqual([]);

    expect((await rest.post('/server/modules/res_websocket_client')).status).toBe(204);
    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('opens none when it is not loaded', async () => {
    await startOutbound('noload = res_websocket_client\n');
    expect((await rest.get('/applications')).body).toEqual([]);

    await rest.post('/server/modules/res_websocket_client');

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
  });
});

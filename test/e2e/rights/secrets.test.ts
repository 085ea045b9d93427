import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatConfigReport } from '../../../src/config/config-report';
import { loadConfig } from '../../../src/config/load-config';
import { ask } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { Sockets } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';

/** Every secret of this test contains it, and nothing that the server says may. */
const canary = 'c4n4ry';
const secret = (name: string): string => `${canary}-${name}`;

const ariConf = `[general]
enabled = yes
[asterisk]
type = user
password = ${secret('admin')}
[reader]
type = user
read_only = yes
password = ${secret('reader')}
`;
const clientConf = `[fromfile]
type = websocket_client
uri = ws://anna:${secret('uri')}@127.0.0.1:9/x?api_key=anna:${secret('query')}&lang=en
connection_type = per_call_config
username = anna
password = ${secret('client')}
proxy_host = 127.0.0.1:9
proxy_password = ${secret('proxy')}
`;
const files = {
  'ari.conf': ariConf,
  'websocket_client.conf': clientConf,
  'sorcery.conf':
    '[res_ari]\nuser = config,ari.conf\nuser = memory\noutbound_websocket = memory\n[res_websocket_client]\nwebsocket_client = config,websocket_client.conf\nwebsocket_client = memory\n',
  'logger.conf': '[general]\n[logfiles]\nmessages => debug,verbose,notice,warning,error,security\n',
};

let server: RunningServer;
let admin: Rest;
const sockets = new Sockets(() => server.origin);
beforeEach(async () => {
  server = await RunningServer.start(files);
  admin = new Rest(server.origin, `asterisk:${secret('admin')}`);
});
afterEach(async () => {
  await sockets.closeAll();
  await server.close();
});

const roots = ['/server', '/asterisk', '/server/config/dynamic', '/asterisk/config/dynamic'];
const fields = (values: Readonly<Record<string, string>>): object => ({
  fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
});
const box = '/server/res_ari/user/box';
const client = '/server/res_websocket_client/websocket_client/made';
const login = async (password: string): Promise<number> =>
  (await new Rest(server.origin, `box:${password}`).get('/server/ping')).status;

describe('secrets', () => {
  it('cannot be read back through any interface', async () => {
    const socket = await sockets.open('app=watcher&subscribeAll=true', { user: `asterisk:${secret('admin')}` });
    const said: unknown[] = [
      await admin.put(box, fields({ password: secret('box') })),
      await admin.put(box, fields({ password: `${canary}\u0007` })),
      await admin.put(box, { fields: [{ attribute: 'password', value: 5, also: canary }] }),
      await admin.put(
        client,
        fields({
          uri: `ws://b:${secret('uri2')}@127.0.0.1:9/`,
          password: secret('made'),
          connection_type: 'persistent',
        }),
      ),
      await admin.put(
        '/server/res_ari/outbound_websocket/out',
        fields({ websocket_client_id: 'made', apps: 'out', local_ari_user: 'box' }),
      ),
    ];
    for (const user of [`asterisk:${secret('admin')}`, `reader:${secret('reader')}`])
      for (const root of roots) {
        const rest = new Rest(server.origin, user);
        for (const path of [
          'res_ari/user/asterisk',
          'res_ari/user/reader',
          'res_ari/user/box',
          'res_ari/outbound_websocket/out',
          'res_websocket_client/websocket_client/fromfile',
          'res_websocket_client/websocket_client/made',
        ])
          said.push(await rest.get(`${root}/${path}`));
      }
    said.push(await socket.ask({ method: 'GET', uri: 'asterisk/config/dynamic/res_ari/user/box' }));
    for (const variable of ['DB(objects/res_ari/user/box)', 'GLOBAL(password)', 'ENV(PASSWORD)'])
      said.push(await admin.get(`/server/variable?variable=${encodeURIComponent(variable)}`));
    for (const path of ['/metrics', '/healthz', '/ari/server/info', '/ari/applications'])
      said.push(await ask(server.origin, { path, user: `asterisk:${secret('admin')}` }));
    said.push(await socket.sofar());

    expect(said.filter((each) => (each as { status?: number }).status === 200).length).toBeGreaterThan(40);
    expect(JSON.stringify(said)).not.toContain(canary);
  });

  it('stand in no log, not even in that of a server that says all it can', async () => {
    await admin.put(box, fields({ password: secret('box') }));
    await admin.put(box, fields({ password: `${canary}\u0007` }));
    await new Rest(server.origin, `box:${secret('wrong')}`).get(`/server/ping?api_key=box:${secret('key')}`);
    await admin.put(client, fields({ uri: `ws://b:${secret('uri')}@127.0.0.1:9/`, connection_type: 'persistent' }));
    await admin.put(
      '/server/res_ari/outbound_websocket/out',
      fields({ websocket_client_id: 'made', apps: 'out', local_ari_user: 'box' }),
    );
    await server.stop();

    const texts = filesBelow(join(server.folder, 'state'))
      .filter((path) => path.includes('messages'))
      .map((path) => readFileSync(path, 'utf8'));

    expect(texts.join('')).toContain('user name or password refused');
    expect(texts.join('')).not.toContain(canary);
  });

  it('stand in no report of check-config', () => {
    const loaded = loadConfig({
      folder: server.folder,
      env: {},
      flags: { config: join(server.folder, 'etc'), state: join(server.folder, 'state') },
      resources: ['server'],
    });

    expect(formatConfigReport(loaded)).toContain('asterisk');
    expect(formatConfigReport(loaded)).not.toContain(canary);
  });
});

describe('an object that is read, changed and written back', () => {
  it('keeps its secret', async () => {
    await admin.put(box, fields({ password: secret('box'), read_only: 'no' }));
    const { body } = await admin.get(box);
    const shown = (body as { attribute: string; value: string }[]).map((field) =>
      field.attribute === 'read_only' ? { ...field, value: 'yes' } : field,
    );

    expect(await admin.put(box, { fields: shown })).toMatchObject({ status: 200, body: shown });
    expect([await login(secret('box')), await login('********')]).toEqual([200, 401]);
  });

  it('keeps the secrets inside an address, unless the address is another one', async () => {
    const uri = `ws://anna:${secret('uri')}@127.0.0.1:9/`;
    await admin.put(client, fields({ uri }));
    const shown = 'ws://anna:********@127.0.0.1:9/';

    expect((await admin.put(client, fields({ uri: shown }))).body).toContainEqual({ attribute: 'uri', value: shown });
    expect(await admin.put(client, fields({ uri: shown.replace(':9', ':10') }))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("field 'uri'") as string },
    });
  });

  it('does not take the mask for a password where there is none', async () => {
    expect(await admin.put(box, fields({ password: '********' }))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/field 'password' .* stands for a secret that is not shown/) as string },
    });
    expect((await admin.get(box)).status).toBe(404);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

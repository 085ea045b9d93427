import { ask, failure, jsonOf, statusesOf } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';

const users = '[asterisk]\ntype = user\npassword = asterisk\n';
const quietHttp = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
const ping = '/ari/asterisk/ping';

describe('reloading the interface', () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await RunningServer.start();
  });
  afterEach(() => server.close());

  const reload = async (general: string, more = users): Promise<number> => {
    server.configure('ari.conf', `[general]\n${general}\n${more}`);
    return (await ask(server.origin, { method: 'PUT', path: '/ari/asterisk/modules/res_ari.so' })).status;
  };
  const from = (origin: string, path = ping) => ask(server.origin, { path, headers: { Origin: origin } });

  it('puts pretty in force, for answers, errors and events', async () => {
    expect(await reload('pretty = yes')).toBe(204);
    const { text } = await ask(server.origin, { path: ping });
    const missing = await ask(server.origin, { path: '/ari/applications/none' });

    expect(text).toMatch(/^\{\n {2}"ping": "pong",\n {2}"timestamp": ".+",\n {2}"asterisk_id": ".+"\n\}$/);
    expect(missing.text).toMatch(/^\{\n {2}"message": /);
    expect(await reload('pretty = no')).toBe(204);
    expect((await ask(server.origin, { path: ping })).text).toMatch(/^\{"ping":"pong"/);
  });

  it.each([
    ['Elsewhere', 'Basic realm="Elsewhere"'],
    ['Köln ✓', 'Basic realm="K?ln ?"'],
  ])('puts the realm %s in force', async (realm, challenge) => {
    expect(await reload(`auth_realm = ${realm}`)).toBe(204);

    const { status, headers } = await ask(server.origin, { path: ping, user: null });
    expect([status, headers['www-authenticate']]).toEqual([401, challenge]);
  });

  it('puts allowed origins in force, and takes them back', async () => {
    const allowed = async (): Promise<unknown> =>
      (await from('http://any.example')).headers['access-control-allow-origin'];
    expect(await allowed()).toBeUndefined();

    expect(await reload('allowed_origins = *')).toBe(204);
    expect(await allowed()).toBe('http://any.example');
    expect(await reload('allowed_origins = http://good.example')).toBe(204);
    expect(await allowed()).toBeUndefined();
    expect(await reload('')).toBe(204);
    expect((await from('http://good.example')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('puts users in force: new ones come in, old ones do not', async () => {
    const user = 'new:newpw';
    expect((await ask(server.origin, { path: ping, user })).status).toBe(401);

    expect(await reload('', `${users}[new]\ntype = user\npassword = newpw\n`)).toBe(204);

    expect(
      await statusesOf(server.origin, [
        { path: ping, user },
        { path: ping, user: 'reader:readerpw' },
      ]),
    ).toEqual([200, 401]);
  });

  it('puts redirects, restrictions and the name of the server in force', async () => {
    server.configure(
      'http.conf',
      `${quietHttp}servername = Exchange ✓\nredirect = /old /new%20ü\n[/metrics]\ntype = restriction\ndeny = 0.0.0.0/0\n`,
    );

    expect(await reload('')).toBe(204);

    const { status, headers } = await ask(server.origin, { path: '/old', user: null });
    expect([status, headers.location, headers.server]).toEqual([302, '/new%20%C3%BC', 'Exchange ?']);
    expect((await ask(server.origin, { path: '/metrics', user: null })).status).toBe(403);
  });

  it('leaves everything as it was when the files have a problem, and says where', async () => {
    server.configure('ari.conf', `[general]\npretty = perhaps\n${users}`);

    const answer = await ask(server.origin, { method: 'PUT', path: '/ari/asterisk/modules/res_ari.so' });

    expect([answer.status, jsonOf(answer)]).toEqual([409, failure('conflict', /ari\.conf:2: .*perhaps/)]);
    expect((await ask(server.origin, { path: ping, user: 'reader:readerpw' })).status).toBe(200);
  });

  it('switches the interface off, for requests and sockets alike, and leaves the rest on', async () => {
    const socket = await AppSocket.open(server.origin, 'app=off');
    expect(await reload('enabled = no')).toBe(204);

    const answer = await ask(server.origin, { path: ping });
    expect([answer.status, jsonOf(answer)]).toEqual([503, failure('unavailable', /switched off/)]);
    expect((await ask(server.origin, { path: ping, user: null })).status).toBe(503);
    expect((await askToUpgrade(`${server.origin}/ari/events?app=x`)).status).toBe(503);
    expect((await ask(server.origin, { path: '/healthz', user: null })).status).toBe(200);
    await socket.abort();
  });

  it('goes on knowing its users when one is made at run time afterwards', async () => {
    await server.close();
    server = await RunningServer.start({
      'sorcery.conf': '[res_ari]\nuser = config,ari.conf,criteria=type=user\nuser = memory\n',
    });
    expect(await reload('', `${users}[new]\ntype = user\npassword = newpw\n`)).toBe(204);

    const made = await ask(server.origin, {
      method: 'PUT',
      path: '/ari/asterisk/config/dynamic/res_ari/user/made',
      body: { fields: [{ attribute: 'password', value: 'madepw' }] },
    });

    expect(made.status).toBe(200);
    expect(
      await statusesOf(server.origin, [
        { path: ping, user: 'made:madepw' },
        { path: ping, user: 'new:newpw' },
      ]),
    ).toEqual([200, 200]);
  });
});

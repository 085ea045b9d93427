import { ask, failure, jsonOf } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';

describe('who watches the server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());

  const get = (path: string, user: string | null = null) => ask(server.origin, { path, user });
  const metrics = async (): Promise<ReadonlyMap<string, number>> => {
    const lines = (await get('/metrics')).text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  };

  it.each([
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ])('reads %s without credentials', async (path, text) => {
    const answer = await get(path);

    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      text,
      'text/plain; charset=utf-8',
    ]);
    expect((await ask(server.origin, { method: 'HEAD', path, user: null })).text).toBe('');
  });

  it('reads counters in the text format of Prometheus', async () => {
    const { text, headers } = await get('/metrics');

    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? \d+(\.\d+)?)$/);
    for (const name of [...text.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name = '']) => name)) {
      expect(text).toContain(`# HELP ${name} `);
      expect(text).toMatch(new RegExp(`^# TYPE ${name} (counter|gauge)$`, 'm'));
    }
  });

  it('sees requests by the class of their status, and who is connected', async () => {
    const before = await metrics();
    await get('/ari/asterisk/ping', 'asterisk:asterisk');
    await get('/ari/asterisk/ping', 'asterisk:asterisk');
    await get('/ari/nosuchthing', 'asterisk:asterisk');
    const socket = await AppSocket.open(server.origin, 'app=one,two');
    await socket.ask({ method: 'GET', uri: 'asterisk/ping' });
    await socket.ask({ method: 'POST', uri: 'events/user/x', query_strings: [{ name: 'application', value: 'none' }] });
    await ask(server.origin, { method: 'POST', path: '/ari/events/user/x?application=one' });
    await socket.next();
    const after = await metrics();

    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect({
      ok: grown('patchbay_http_requests_total{status="2xx"}'),
      refused: grown('patchbay_http_requests_total{status="4xx"}'),
      overSocket: grown('patchbay_socket_requests_total{status="2xx"}'),
      refusedOverSocket: grown('patchbay_socket_requests_total{status="4xx"}'),
      events: grown('patchbay_events_sent_total'),
      sockets: grown('patchbay_sockets'),
      applications: grown('patchbay_applications'),
    }).toEqual({ ok: 3, refused: 1, overSocket: 1, refusedOverSocket: 1, events: 1, sockets: 1, applications: 2 });
    await socket.close();
  });
});

describe('error answers', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());

  it.each<[number, string, string, string]>([
    [400, 'GET', '/ari/asterisk/variable', 'parameter-missing'],
    [403, 'DELETE', '/ari/asterisk/config/dynamic/res_ari/user/asterisk', 'forbidden'],
    [404, 'GET', '/ari/nosuchthing', 'not-found'],
    [404, 'GET', '/ari/applications/none', 'not-found'],
    [404, 'GET', '/nosuchthing', 'not-found'],
    [404, 'GET', '/generated/nosuchthing.json', 'not-found'],
    [404, 'GET', '/ari/api-docs/nosuchthing.json', 'not-found'],
    [400, 'GET', '/ari/api-docs/openapi.json?version=0.0.1', 'parameter-invalid'],
    [405, 'POST', '/ari/api-docs/sounds.json', 'method-not-allowed'],
    [405, 'PUT', '/ari/asterisk/ping', 'method-not-allowed'],
    [409, 'POST', '/ari/asterisk/modules/res_ari.so', 'conflict'],
    [426, 'GET', '/ari/events?app=x', 'upgrade-required'],
    [
      501,
      'POST',
      '/ari/channels/externalMedia?app=x&format=ulaw&external_host=127.0.0.1:1&encapsulation=none',
      'not-served',
    ],
  ])('of status %d to %s %s say so for people and for programs', async (status, method, path, code) => {
    const answer = await ask(server.origin, { method, path });

    expect([answer.status, jsonOf(answer)]).toEqual([status, expect.objectContaining(failure(code))]);
  });

  it('each name their request', async () => {
    const answers = [await ask(server.origin, { path: '/ari/a' }), await ask(server.origin, { path: '/ari/b' })];
    const ids = answers.map((answer) => (jsonOf(answer) as { readonly request_id: string }).request_id);

    expect(new Set(ids).size).toBe(2);
  });
});

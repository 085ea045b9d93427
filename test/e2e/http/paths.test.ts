import { ask, failure, jsonOf } from '../../support/server/http-client';
import type { Question } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';

describe('paths and methods', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());

  it.each([
    ['/ari/channels', 'OPTIONS,GET,POST'],
    ['/ari/channels/abc', 'OPTIONS,GET,POST,DELETE'],
    ['/ari/bridges/anything/addChannel', 'OPTIONS,POST'],
    ['/ari/asterisk/ping', 'OPTIONS,GET'],
    ['/ari/server/ping', 'OPTIONS,GET'],
    ['/ari/events', 'OPTIONS,GET'],
    ['/ari/asterisk', 'OPTIONS'],
    ['/ari/recordings', 'OPTIONS'],
    ['/ari/recordings/live', 'OPTIONS'],
    ['/ari/asterisk/config/dynamic', 'OPTIONS'],
  ])('OPTIONS %s names %s', async (path, allow) => {
    const { status, headers, text } = await ask(server.origin, { method: 'OPTIONS', path });

    expect([status, headers.allow, text]).toEqual([204, allow, '']);
  });

  it.each<[string, string, string]>([
    ['PUT', '/ari/channels', 'OPTIONS,GET,POST'],
    ['PUT', '/ari/asterisk/ping', 'OPTIONS,GET'],
    ['DELETE', '/ari/bridges', 'OPTIONS,GET,POST'],
    ['GET', '/ari/bridges/x/addChannel', 'OPTIONS,POST'],
    ['HEAD', '/ari/bridges/x/addChannel', 'OPTIONS,POST'],
    ['POST', '/ari/events', 'OPTIONS,GET'],
    ['PATCH', '/ari/asterisk/ping', 'OPTIONS,GET'],
    ['TRACE', '/ari/asterisk/ping', 'OPTIONS,GET'],
    ['GET', '/ari/asterisk', 'OPTIONS'],
    ['GET', '/ari/recordings', 'OPTIONS'],
  ])('%s %s is not possible, and Allow says what is', async (method, path, allow) => {
    const answer = await ask(server.origin, { method, path });

    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(jsonOf(answer)).toEqual(failure('method-not-allowed'));
  });

  it.each([
    '/ari/nosuchthing',
    '/ari',
    '/ari/',
    '/ari/channels/',
    '/ari/asterisk/ping/',
    '/ari//asterisk/ping',
    '/ari/channels//variable',
    '/ari/channels/a/b/c/d',
    '/ari/channels/abc/nosuch',
    '/ari/asterisk/nosuch',
    '/ari/CHANNELS',
    '/ari/Asterisk/ping',
    '/ari/asterisk/%zz',
    '/ari/%',
    '/ari/../ari/asterisk/ping',
    '/ari/api-docs',
    '/ari/api-docs/nosuch.json',
  ])('nothing is at %s, for any method', async (path) => {
    for (const method of ['GET', 'OPTIONS', 'DELETE'])
      if (!path.includes('api-docs/') || method === 'GET')
        expect((await ask(server.origin, { method, path })).status).toBe(404);
  });

  it.each([
    ['a%2Fb', 'a/b'],
    ['a%20b', 'a b'],
    ['a+b', 'a b'],
    ['a%2Bb', 'a+b'],
    ['a@b:c,d', 'a@b:c,d'],
    ['%E2%9C%93', '✓'],
    ['a%3Fb%23c', 'a?b#c'],
    ['%2e%2e', '..'],
  ])('the segment %s means %s', async (segment, name) => {
    const answer = await ask(server.origin, { path: `/ari/applications/${segment}` });

    expect(answer.status).toBe(404);
    expect(jsonOf(answer)).toEqual(failure('not-found', new RegExp(name.replaceAll(/[.+?]/g, '\\$&'))));
  });

  it('the encoding of a path is undone once, piece by piece', async () => {
    const put = { method: 'PUT', path: '/ari/deviceStates/Stasis%3Aa%252Fb%2Fc?deviceState=BUSY' };

    expect((await ask(server.origin, put)).status).toBe(204);
    expect(jsonOf(await ask(server.origin, { path: '/ari/deviceStates/Stasis:a%252Fb%2Fc' }))).toEqual({
      name: 'Stasis:a%2Fb/c',
      state: 'BUSY',
    });
  });

  it.each<[string, Question]>([
    ['an object', { path: '/ari/asterisk/ping' }],
    ['a refusal', { path: '/ari/applications/nosuch' }],
    ['nothing', { path: '/ari/nosuchthing' }],
  ])('HEAD is answered like GET, without the body: %s', async (_, question) => {
    const [got, head] = [await ask(server.origin, question), await ask(server.origin, { ...question, method: 'HEAD' })];

    expect([head.status, head.text]).toEqual([got.status, '']);
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
    // Ids and times keep their length, or nearly so.
    expect(Number(head.headers['content-length']) - got.text.length).toBeLessThanOrEqual(1);
  });

  it('HEAD reads no more than GET: it changes nothing', async () => {
    const head = { method: 'HEAD', path: '/ari/asterisk/variable?variable=HEADED' };

    expect((await ask(server.origin, head)).status).toBe(200);
    expect((await ask(server.origin, { ...head, path: '/ari/channels/x/answer' })).status).toBe(405);
  });

  it('the whole address may stand in the request line', async () => {
    expect((await ask(server.origin, { path: `${server.origin}/ari/asterisk/ping?x=1` })).status).toBe(200);
    expect((await ask(server.origin, { path: 'http://elsewhere.example/healthz', user: null })).text).toBe('ok\n');
    expect((await ask(server.origin, { path: 'http://elsewhere.example', user: null })).status).toBe(302);
  });

  it('the event socket wants an upgrade', async () => {
    const answer = await ask(server.origin, { path: '/ari/events?app=x' });

    expect([answer.status, jsonOf(answer)]).toEqual([426, failure('upgrade-required', /upgrade/)]);
  });

  it('every answer carries the same headers', async () => {
    const headers = { server: 'Patchbay', 'cache-control': 'no-cache, no-store', date: expect.any(String) as string };

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).headers).toMatchObject({
      ...headers,
      'content-type': 'application/json',
    });
    expect((await ask(server.origin, { method: 'OPTIONS', path: '/ari/channels' })).headers).toMatchObject({
      ...headers,
      'content-length': '0',
    });
    expect((await ask(server.origin, { path: '/ari/nosuchthing', user: null })).headers).toMatchObject(headers);
  });

  it.each(['/nothing', '/ARI/asterisk/ping', '/aristotle', '/%2e%2e/package.json'])(
    'outside of the interface nothing is at %s',
    async (path) => {
      const answer = await ask(server.origin, { path, user: null });

      expect([answer.status, jsonOf(answer)]).toEqual([
        404,
        expect.objectContaining({ message: expect.any(String) as string }),
      ]);
    },
  );

  it('an address outside of the interface that cannot be decoded is refused without a page or a stack', async () => {
    const answer = await ask(server.origin, { path: '/docs/%E0%A4%A', user: null });

    expect([answer.status, jsonOf(answer)]).toEqual([400, failure('request-invalid')]);
  });
});

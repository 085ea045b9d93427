import { ask } from '../../support/server/http-client';
import type { Question } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';

const users = '[asterisk]\ntype = user\npassword = asterisk\n';
const ping = '/ari/asterisk/ping';
const channel = '/ari/channels/abc';
const good = 'http://good.example';

/** The headers of an answer that browsers look at. */
async function corsOf(server: RunningServer, question: Question): Promise<object> {
  const { status, headers } = await ask(server.origin, question);
  const cors = Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'allow');
  return { status, ...Object.fromEntries(cors) };
}

describe('pages of other origins', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({
      'ari.conf': `[general]\nallowed_origins = ${good},http://other.example\n${users}`,
    });
  });
  afterAll(() => server.close());

  const granted = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  });

  it.each<[string, Question, object]>([
    ['an allowed one', { path: ping, headers: { Origin: good } }, { status: 200, ...granted(good) }],
    [
      'the second allowed one',
      { path: ping, headers: { Origin: 'http://other.example' } },
      { status: 200, ...granted('http://other.example') },
    ],
    ['a foreign one', { path: ping, headers: { Origin: 'http://evil.example' } }, { status: 403 }],
    ['an allowed one in another case', { path: ping, headers: { Origin: 'HTTP://GOOD.EXAMPLE' } }, { status: 403 }],
    ['an allowed one with a port', { path: ping, headers: { Origin: `${good}:81` } }, { status: 403 }],
    ['the null origin', { path: ping, headers: { Origin: 'null' } }, { status: 403 }],
    ['a header name in lower case', { path: ping, headers: { origin: good } }, { status: 200, ...granted(good) }],
    [
      'one that asks for nothing we have',
      { path: '/ari/nosuchthing', headers: { Origin: good } },
      { status: 404, ...granted(good) },
    ],
    [
      'one without credentials',
      { path: ping, user: null, headers: { Origin: good } },
      { status: 401, ...granted(good) },
    ],
    [
      'one that uses a wrong method',
      { method: 'PUT', path: ping, headers: { Origin: good } },
      { status: 405, allow: 'OPTIONS,GET', ...granted(good) },
    ],
    [
      'one that reads the description',
      { path: '/ari/api-docs/resources.json', headers: { Origin: good } },
      { status: 200, ...granted(good) },
    ],
    ['no origin at all', { path: ping }, { status: 200 }],
  ])('see an answer only if they are allowed to: %s', async (_, question, expected) => {
    expect(await corsOf(server, question)).toEqual(expected);
  });

  const asking = (method: string, origin = good) => ({ Origin: origin, 'Access-Control-Request-Method': method });
  const allow = { status: 204, allow: 'OPTIONS,GET,POST,DELETE' };
  const methods = { 'access-control-allow-methods': 'OPTIONS,GET,POST,DELETE' };

  it.each<[string, Question, object]>([
    [
      'with headers',
      { path: channel, headers: { ...asking('DELETE'), 'Access-Control-Request-Headers': 'x-one, x-two' } },
      { ...allow, ...granted(good), ...methods, 'access-control-allow-headers': 'x-one, x-two' },
    ],
    ['for a method of the path', { path: channel, headers: asking('GET') }, { ...allow, ...granted(good), ...methods }],
    ['for a method it has not', { path: channel, headers: asking('PUT') }, { ...allow, ...granted(good) }],
    ['for a method in lower case', { path: channel, headers: asking('get') }, { ...allow, ...granted(good) }],
    [
      'without a method',
      { path: channel, user: 'asterisk:asterisk', headers: { Origin: good } },
      { ...allow, ...granted(good) },
    ],
    ['from a foreign origin', { path: channel, headers: asking('GET', 'http://evil.example') }, allow],
    [
      'without an origin',
      { path: channel, user: 'asterisk:asterisk', headers: { 'Access-Control-Request-Method': 'GET' } },
      allow,
    ],
    [
      'with header names in lower case',
      { path: channel, headers: { origin: good, 'access-control-request-method': 'GET' } },
      { ...allow, ...granted(good), ...methods },
    ],
    [
      'for a path that is not there',
      { path: '/ari/nosuchthing', headers: asking('GET') },
      { status: 404, ...granted(good) },
    ],
    [
      'for the description',
      { path: '/ari/api-docs/resources.json', headers: asking('GET') },
      { status: 204, allow: 'OPTIONS,GET', ...granted(good), 'access-control-allow-methods': 'OPTIONS,GET' },
    ],
    [
      'without an origin and without credentials, which makes it no preflight',
      { path: channel, headers: { 'Access-Control-Request-Method': 'GET' } },
      { status: 401 },
    ],
  ])('may ask beforehand, without credentials: %s', async (_, question, expected) => {
    expect(await corsOf(server, { user: null, method: 'OPTIONS', ...question })).toEqual(expected);
  });

  it('are told apart by caches', async () => {
    const { headers } = await ask(server.origin, { path: ping, headers: { Origin: good } });

    expect(headers.vary).toBe('Origin');
  });
});

describe('a server without allowed origins', () => {
  it('grants nothing', async () => {
    const server = await RunningServer.start();

    expect(await corsOf(server, { path: ping, headers: { Origin: good } })).toEqual({ status: 403 });
    await server.close();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { ask, basic, failure, jsonOf, statusesOf } from '../../support/server/http-client';
import type { Question } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';

/** `crypt3d`, by openssl passwd -6. */
const crypted = '$6$patchbay$UdKKFZs6rYYg3Vr8OuYeOJ4T/hVB0hUM3WF1KBELTERsa25arDjYE4R4gvFiv7PjUy27lN2M/VmxD7V.4YHZT1';
const users = `[general]
enabled = yes
[asterisk]
type = user
password = asterisk
[reader]
type = user
read_only = yes
password = readerpw
[fenced]
type = user
password = fencedpw
deny = 0.0.0.0/0
permit = 192.0.2.0/24
[crypted]
type = user
password_format = crypt
password = ${crypted}
[colons]
type = user
password = a:b:c
[Ünal]
type = user
password = pässwörd
`;
const logger = '[general]\n[logfiles]\neverything.log => *\nmachine.log => [json]*\n';
const ping = '/ari/asterisk/ping';
const variable = '/ari/asterisk/variable';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('credentials', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({ 'ari.conf': users, 'logger.conf': logger });
  });
  afterAll(() => server.close());

  it.each<[string, Question, number]>([
    ['none', { path: ping, user: null }, 401],
    ['a wrong password', { path: ping, user: 'asterisk:wrong' }, 401],
    ['an unknown name', { path: ping, user: 'nobody:asterisk' }, 401],
    ['an empty password', { path: ping, user: 'asterisk:' }, 401],
    ['the name in another case', { path: ping, user: 'ASTERISK:asterisk' }, 401],
    ['the right ones', { path: ping }, 200],
    [
      'a scheme in lower case',
      { path: ping, user: null, headers: { Authorization: `basic ${b64('asterisk:asterisk')}` } },
      200,
    ],
    ['Basic and nothing else', { path: ping, user: null, headers: { Authorization: 'Basic' } }, 401],
    ['Basic and no base64', { path: ping, user: null, headers: { Authorization: 'Basic ???' } }, 401],
    [
      'Basic without a colon inside',
      { path: ping, user: null, headers: { Authorization: `Basic ${b64('asterisk')}` } },
      401,
    ],
    ['a password with colons', { path: ping, user: 'colons:a:b:c' }, 200],
    ['letters beyond ASCII', { path: ping, user: 'Ünal:pässwörd' }, 200],
    ['a key', { path: `${ping}?api_key=asterisk:asterisk`, user: null }, 200],
    ['a percent-encoded key', { path: `${ping}?x=1&api_key=asterisk%3Aasterisk&y=2`, user: null }, 200],
    ['a percent-encoded name of the key', { path: `${ping}?api%5Fkey=asterisk:asterisk`, user: null }, 200],
    ['a wrong key', { path: `${ping}?api_key=asterisk:bad`, user: null }, 401],
    ['a key without password', { path: `${ping}?api_key=asterisk`, user: null }, 401],
    ['an empty key', { path: `${ping}?api_key=`, user: null }, 401],
    ['a wrong header beside a good key', { path: `${ping}?api_key=asterisk:asterisk`, user: 'asterisk:wrong' }, 401],
    ['a good header beside a wrong key', { path: `${ping}?api_key=asterisk:wrong` }, 200],
    [
      'a header of another scheme beside a good key',
      { path: `${ping}?api_key=asterisk:asterisk`, user: null, headers: { Authorization: 'Bearer abc' } },
      200,
    ],
    ['a header of another scheme alone', { path: ping, user: null, headers: { Authorization: 'Bearer abc' } }, 401],
    ['a hashed password', { path: ping, user: 'crypted:crypt3d' }, 200],
    ['a wrong password for a hash', { path: ping, user: 'crypted:wrong' }, 401],
  ])('are judged when a request comes with %s', async (_, question, status) => {
    const answer = await ask(server.origin, question);

    expect(answer.status).toBe(status);
    if (status !== 401) return;
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Basic realm="Patchbay"',
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      server: 'Patchbay',
    });
    expect(jsonOf(answer)).toEqual(failure('unauthenticated', /credentials/));
  });

  it.each<[string, Question, number]>([
    [
      'its fields hold the key',
      { path: variable, body: 'api_key=asterisk:asterisk&variable=FORMKEY&value=1', headers: form },
      204,
    ],
    [
      'its fields hold a wrong key',
      { path: variable, body: 'api_key=asterisk:no&variable=FORMKEY&value=1', headers: form },
      401,
    ],
    ['it has no key', { path: variable, body: 'variable=FORMKEY&value=1', headers: form }, 401],
    [
      'it is JSON, where a key does not count',
      { path: variable, body: { api_key: 'asterisk:asterisk', variable: 'FORMKEY' } },
      401,
    ],
    ['it is far too large', { path: variable, body: `x=${'x'.repeat(1_100_000)}`, headers: form }, 401],
  ])('are looked for in a form as well: %s', async (_, question, status) => {
    expect((await ask(server.origin, { ...question, method: 'POST', user: null })).status).toBe(status);
  });

  it.each<[string, Question, number]>([
    [
      'a malformed body',
      { method: 'POST', path: variable, headers: { 'Content-Type': 'application/json' }, body: '{bad' },
      401,
    ],
    ['a body beyond the limit', { method: 'POST', path: variable, body: 'x'.repeat(1_100_000) }, 401],
    ['an unknown path', { path: '/ari/nosuchthing' }, 401],
    ['OPTIONS', { method: 'OPTIONS', path: '/ari/channels' }, 401],
    ['the published description', { path: '/ari/api-docs/resources.json' }, 401],
    ['the path of the event socket', { path: '/ari/events?app=x' }, 401],
  ])('are asked for before anything is said about %s', async (_, question, status) => {
    expect((await ask(server.origin, { ...question, user: null })).status).toBe(status);
  });

  it('keep a read-only user from changing anything, even where nothing is', async () => {
    const user = 'reader:readerpw';

    expect(
      await statusesOf(server.origin, [
        { path: ping, user },
        { method: 'HEAD', path: ping, user },
        { method: 'OPTIONS', path: '/ari/channels', user },
        { path: '/ari/nosuchthing', user },
        { method: 'POST', path: '/ari/channels?endpoint=Local/s@default&app=x', user },
        { method: 'DELETE', path: '/ari/channels/none', user },
        { method: 'PUT', path: '/ari/deviceStates/Stasis:x?deviceState=BUSY', user },
        { method: 'POST', path: '/ari/nosuchthing', user },
        { method: 'POST', path: '/ari/channels/', user },
      ]),
    ).toEqual([200, 200, 204, 404, 403, 403, 403, 403, 403]);
  });

  it('do not help a user whose address is denied, and there is no challenge', async () => {
    const user = 'fenced:fencedpw';
    const answer = await ask(server.origin, { path: ping, user });

    expect([answer.status, answer.headers['www-authenticate']]).toEqual([403, undefined]);
    expect(jsonOf(answer)).toEqual(failure('forbidden', /address/));
    expect((await ask(server.origin, { method: 'POST', path: '/ari/nosuchthing', user })).status).toBe(403);
    expect((await ask(server.origin, { path: ping, user: 'fenced:wrong' })).status).toBe(401);
  });

  it('work as a key on every path, the socket and the description included', async () => {
    const key = 'api_key=asterisk:asterisk';

    expect(
      await statusesOf(
        server.origin,
        [`/ari/api-docs/resources.json?${key}`, `/ari/applications?${key}`, `/ari/nosuchthing?${key}`].map((path) => ({
          path,
          user: null,
        })),
      ),
    ).toEqual([200, 200, 404]);
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ari/events?app=keyed&${key}`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
  });
});

describe('secrets', () => {
  it('are never written to a log, wherever in a request they stand', async () => {
    const server = await RunningServer.start({ 'ari.conf': users, 'logger.conf': logger });
    const secret = 's3cr3t-in-the-url';
    const keys = [`api_key=asterisk:${secret}`, `API_KEY=a:${secret}`, `x=1&api_key=b%3A${secret}&api_key=c:${secret}`];
    const paths = [
      ping,
      '/ari/nosuchthing',
      '/ari/channels/',
      '/ari/events',
      '/ari/api-docs/nosuch',
      '/nothing',
      '/docs/%E0%A4%A',
    ];
    try {
      for (const key of keys) {
        for (const path of paths) await ask(server.origin, { path: `${path}?${key}`, user: null });
        await ask(server.origin, { path: `http://user:${secret}@127.0.0.1${ping}?${key}`, user: null });
        await refusedSocket(`${server.origin.replace('http', 'ws')}/ari/events?app=x&${key}`);
      }
      await ask(server.origin, {
        method: 'POST',
        path: variable,
        user: null,
        headers: form,
        body: `api_key=d:${secret}`,
      });
      await ask(server.origin, { path: ping, user: `asterisk:${secret}` });
    } finally {
      await server.stop();
    }
    const folder = join(server.folder, 'state', 'log');
    const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    await server.close();

    expect(logs).toHaveLength(2);
    for (const log of logs) {
      expect(log).toContain('request refused');
      expect(log).not.toContain(secret);
    }
  });
});

describe('repeated failures', () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await RunningServer.start({ 'ari.conf': users });
  });
  afterEach(() => server.close());

  it('lead to 429 with a time to wait, for that user only, by every way to log in', async () => {
    const wrong = { path: ping, user: 'reader:wrong' };
    const first = await statusesOf(server.origin, Array<Question>(5).fill(wrong));

    const answer = await ask(server.origin, wrong);

    expect(first).toEqual([401, 401, 401, 401, 401]);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(jsonOf(answer)).toEqual(failure('too-many-failures', /again in \d+ s/));
    expect(
      await statusesOf(server.origin, [
        { path: ping, user: 'reader:readerpw' },
        { path: `${ping}?api_key=reader:readerpw`, user: null },
        { path: ping },
      ]),
    ).toEqual([429, 429, 200]);
    expect(await refusedSocket(`${server.origin.replace('http', 'ws')}/ari/events?app=x&api_key=reader:readerpw`)).toBe(
      429,
    );
  });

  it('do not touch who is in already', async () => {
    const right = { path: ping, user: 'reader:readerpw' };
    const wrong = { path: ping, user: 'reader:wrong' };

    expect(await statusesOf(server.origin, [right, ...Array<Question>(6).fill(wrong), right])).toEqual([
      200, 401, 401, 401, 401, 401, 429, 200,
    ]);
  });

  it('of many names count for the address', async () => {
    const guess = async (index: number): Promise<number> =>
      (await ask(server.origin, { path: ping, user: `user${index}:guess` })).status;
    const statuses: number[] = [];
    // Failures are forgotten after a while, so that it takes a few more where each takes long.
    while (!statuses.includes(429) && statuses.length < 1000) statuses.push(await guess(statuses.length));

    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses.at(-1)).toBe(429);
  });
});

function b64(text: string): string {
  return basic(text).slice('Basic '.length);
}

/** The status with which a socket was refused. */
function refusedSocket(url: string): Promise<number> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      request.destroy();
    });
    socket.once('open', () => reject(new Error('the socket was opened')));
    socket.on('error', () => undefined);
  });
}

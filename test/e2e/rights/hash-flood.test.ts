import { request } from 'node:http';
import { hashPassword } from '../../../src/server/auth/passwords';
import { basic } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';

let server: RunningServer;
beforeAll(async () => {
  const hash = await hashPassword('slow');
  server = await RunningServer.start({
    'ari.conf': [
      '[general]\nenabled = yes\n',
      '[plain]\ntype = user\npassword = plainpw\n',
      `[hashed]\ntype = user\npassword_format = scrypt\npassword = ${hash}\n`,
    ].join('\n'),
  });
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Opens a connection of its own that comes from this address. What it returns asks over it. */
async function open(path: string, user: string | undefined, localAddress: string): Promise<() => Promise<Answer>> {
  const headers = user === undefined ? {} : { authorization: basic(user) };
  const asked = request(`${server.origin}${path}`, { headers, agent: false, localAddress });
  const answer = new Promise<Answer>((resolve, reject) => {
    asked.once('error', reject).once('response', (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      );
    });
  });
  const connected = new Promise<void>((resolve) =>
    asked.once('socket', (socket) => socket.once('connect', () => resolve())),
  );
  await Promise.race([connected, answer]);
  return () => {
    asked.end();
    return answer;
  };
}

async function ask(path: string, user: string | undefined, localAddress: string): Promise<Answer> {
  return (await open(path, user, localAddress))();
}

describe('a flood of wrong passwords against a user whose password is hashed', () => {
  it('does not block other users', async () => {
    // All of them at once, however slow the machine is.
    const opened = await Promise.all([
      ...Array.from({ length: 40 }, (_, number) => open('/ari/server/ping', `hashed:wrong${number}`, '127.0.0.2')),
      ...Array.from({ length: 40 }, (_, number) => open('/ari/server/ping', `name${number}:x`, '127.0.0.4')),
    ]);
    const flood = opened.map((send) => send());
    const others = await Promise.all([
      ask('/healthz', undefined, '127.0.0.1'),
      ask('/ari/server/ping', 'plain:plainpw', '127.0.0.1'),
      ask('/ari/server/ping', 'hashed:slow', '127.0.0.3'),
    ]);

    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = await Promise.all(flood);
    for (const { status } of answers) expect([401, 429, 503]).toContain(status);
    const turnedAway = answers.filter(({ status }) => status === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const { retryAfter } of turnedAway) expect(Number(retryAfter)).toBeGreaterThan(0);
    // Guesses at one user are slowed down as before, and whoever came in stays in.
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await ask('/ari/server/ping', 'hashed:slow', '127.0.0.3')).status).toBe(200);
  });
});

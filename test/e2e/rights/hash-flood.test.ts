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

/** Asks on a connection of its own that comes from this address. */
function ask(path: string, user: string | undefined, localAddress: string): Promise<Answer> {
  const headers = user === undefined ? {} : { authorization: basic(user) };
  return new Promise((resolve, reject) => {
    request(`${server.origin}${path}`, { headers, agent: false, localAddress }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      );
    })
      .once('error', reject)
      .end();
  });
}

describe('a flood of wrong passwords against a user whose password is hashed', () => {
  it('does not block other users', async () => {
    let answered = 0;
    const flood = Array.from({ length: 40 }, async (_, number) => {
      const answer = await ask('/ari/server/ping', `hashed:wrong${number}`, '127.0.0.2');
      answered += 1;
      return answer;
    });
    const many = Array.from({ length: 40 }, async (_, number) =>
      ask('/ari/server/ping', `name${number}:x`, '127.0.0.4'),
    );
    const others = await Promise.all([
      ask('/healthz', undefined, '127.0.0.1'),
      ask('/ari/server/ping', 'plain:plainpw', '127.0.0.1'),
      ask('/ari/server/ping', 'hashed:slow', '127.0.0.3'),
    ]);

    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = [...(await Promise.all(flood)), ...(await Promise.all(many))];
    expect(answered).toBe(40);
    for (const { status } of answers) expect([401, 429, 503]).toContain(status);
    const turnedAway = answers.filter(({ status }) => status === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const { retryAfter } of turnedAway) expect(Number(retryAfter)).toBeGreaterThan(0);
    // Guesses at one user are slowed down as before, and whoever came in stays in.
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await ask('/ari/server/ping', 'hashed:slow', '127.0.0.3')).status).toBe(200);
  });
});

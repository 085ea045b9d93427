import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticatorOptions, AuthOutcome } from '../../../src/sip/digest/authenticator';
import { Authenticator } from '../../../src/sip/digest/authenticator';
import { ClientCredentials } from '../../../src/sip/digest/client-credentials';
import type { Account } from '../../../src/sip/digest/client-credentials';
import type { DigestSecret } from '../../../src/sip/digest/digest';
import { authorizationHeader, wwwAuthenticateHeader } from '../../../src/sip/message/headers/auth-headers';
import type { SipRequest } from '../../../src/sip/message/message';
import { SipResponse } from '../../../src/sip/message/message';
import { parseDatagram } from '../../../src/sip/message/parsing/parse-message';
import { writeMessage } from '../../../src/sip/message/write-message';
import { optionsWith, parsedRequest } from '../message/parsed';

const realm = 'example "com"';

function aServer(changes: Partial<AuthenticatorOptions> = {}, secret: DigestSecret = { password: 'sécret' }) {
  const time = { now: 1_700_000_000_000 };
  const authenticator = new Authenticator({
    secret: Buffer.from('key of the server'),
    clock: { now: () => time.now },
    lifetimeMs: 60_000,
    randomBytes,
    ...changes,
  });
  const secretOf = (username: string): DigestSecret | undefined => (username === 'alice' ? secret : undefined);
  return {
    authenticator,
    time,
    check: (request: SipRequest): AuthOutcome => authenticator.check(request, { realm, secretOf }),
    /** What the server says, over the wire and back. */
    challenge: (isStale = false): SipResponse => {
      const response = new SipResponse({ status: 401, headers: parsedRequest(optionsWith('X: 1')).headers });
      authenticator.challenge(response, { realm }, isStale);
      const read = parseDatagram(writeMessage(response)).message;
      if (!(read instanceof SipResponse)) throw new Error('expected a response');
      return read;
    },
  };
}

function aClient(account: Account | undefined = { username: 'alice', secret: { password: 'sécret' } }) {
  return new ClientCredentials({ accountFor: () => account, randomBytes });
}

const aRequest = (): SipRequest => parsedRequest(optionsWith('X: 1'));

/** The request as the server reads it. */
const received = (request: SipRequest): SipRequest => parsedRequest(writeMessage(request));

function authorized(server: ReturnType<typeof aServer>, client = aClient()): SipRequest {
  const next = aRequest();
  expect(client.answer(server.challenge(), aRequest(), next)).toEqual({ outcome: 'retry' });
  return received(next);
}

describe('digest authentication', () => {
  it.each([['SHA-512-256'], ['SHA-256'], ['MD5']] as const)('lets in who knows the password: %s', (algorithm) => {
    const server = aServer({ algorithms: [algorithm] });

    expect(server.check(aRequest())).toMatchObject({ outcome: 'challenge', isStale: false, reason: 'no-credentials' });
    expect(server.check(authorized(server))).toEqual({ outcome: 'accepted', username: 'alice' });
  });

  it('offers the best algorithm first, and who only has an MD5 hash takes MD5', () => {
    const server = aServer();
    const algorithms = server.challenge().headers.all(wwwAuthenticateHeader);
    const secret = { hashes: { MD5: md5(`alice:${realm}:sécret`) } };
    const request = authorized(server, aClient({ username: 'alice', secret }));

    expect(algorithms.map(({ params }) => params.get('algorithm'))).toEqual(['SHA-256', 'MD5']);
    expect(request.headers.get(authorizationHeader)?.params.get('algorithm')).toBe('MD5');
    expect(server.check(request)).toMatchObject({ outcome: 'accepted' });
  });

  it('compares with a stored hash', () => {
    const secret = { hashes: { MD5: md5(`alice:${realm}:sécret`) } };
    const server = aServer({ algorithms: ['MD5'] }, secret);

    expect(server.check(authorized(server))).toMatchObject({ outcome: 'accepted' });
  });

  it.each<[string, Account]>([
    ['a wrong password', { username: 'alice', secret: { password: 'guess' } }],
    ['an unknown name', { username: 'bob', secret: { password: 'sécret' } }],
    ['an unknown name without password', { username: 'bob', secret: { password: '' } }],
  ])('keeps out %s, and says no more than that', (_what, account) => {
    const server = aServer();

    expect(server.check(authorized(server, aClient(account)))).toMatchObject({
      outcome: 'challenge',
      isStale: false,
      reason: 'wrong-credentials',
    });
  });

  it('refuses reused credentials, but accepts the next count', () => {
    const server = aServer();
    const client = aClient();
    const first = authorized(server, client);
    const second = aRequest();
    client.authorize(second);

    expect(server.check(first)).toMatchObject({ outcome: 'accepted' });
    expect(server.check(first)).toMatchObject({ outcome: 'challenge', isStale: true, reason: 'replay' });
    expect(server.check(received(second))).toMatchObject({ outcome: 'accepted' });
  });

  it('takes counts that have overtaken each other', () => {
    const server = aServer();
    const client = aClient();
    const requests = [authorized(server, client)];
    for (let count = 0; count < 40; count += 1) {
      const next = aRequest();
      client.authorize(next);
      requests.push(received(next));
    }
    const outcomes = [20, 1, 19, 20, 40, 8, 30, 19].map((index) => server.check(requests[index] ?? aRequest()).outcome);

    expect(outcomes).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'challenge',
      'accepted',
      'challenge',
      'accepted',
      'challenge',
    ]);
  });

  it('says that a nonce is too old only to those who know the password', () => {
    const server = aServer();
    const [right, wrong] = [
      authorized(server),
      authorized(server, aClient({ username: 'bob', secret: { password: '' } })),
    ];
    server.time.now += 60_001;

    expect(server.check(right)).toMatchObject({ isStale: true, reason: 'old-nonce' });
    expect(server.check(wrong)).toMatchObject({ isStale: false, reason: 'wrong-credentials' });
  });

  it('takes no nonce of another server or another realm', () => {
    const request = authorized(aServer({ secret: Buffer.from('another key') }));

    expect(aServer().check(request)).toMatchObject({ isStale: false, reason: 'unknown-nonce' });
  });

  it('understands who ignores qop, for one request a nonce', () => {
    const server = aServer({ algorithms: ['MD5'] });
    const nonce = server.challenge().headers.get(wwwAuthenticateHeader)?.params.get('nonce') ?? '';
    const response = md5(`${md5(`alice:${realm}:sécret`)}:${nonce}:${md5('OPTIONS:sip:bob@example.com')}`);
    const request = parsedRequest(
      optionsWith(
        `Authorization: Digest username="alice",realm="example \\"com\\"",nonce="${nonce}",uri="sip:bob@example.com",response="${response}"`,
      ),
    );

    expect(server.check(request)).toMatchObject({ outcome: 'accepted' });
    expect(server.check(request)).toMatchObject({ reason: 'replay', isStale: true });
  });

  it('remembers a limited number of nonces, and no forgotten one is good again', () => {
    const server = aServer({ maxNonces: 3 });
    const requests = Array.from({ length: 5 }, () => {
      server.time.now += 1;
      return authorized(server);
    });
    const first = requests.map((request) => server.check(request).outcome);
    const again = requests.map((request) => server.check(request).outcome);

    expect(new Set(first)).toEqual(new Set(['accepted']));
    expect(new Set(again)).toEqual(new Set(['challenge']));
    expect(server.authenticator.rememberedNonces).toBe(3);
    server.time.now += 120_000;
    server.check(authorized(server));
    expect(server.authenticator.rememberedNonces).toBe(1);
  });
});

describe('a client that is asked for credentials', () => {
  it('gives up when they are rejected, and tries again when only the nonce was old', () => {
    const server = aServer();
    const client = aClient();
    const [first, second, third] = [aRequest(), aRequest(), aRequest()];

    expect(client.answer(server.challenge(), aRequest(), first)).toEqual({ outcome: 'retry' });
    expect(client.answer(server.challenge(true), first, second)).toEqual({ outcome: 'retry' });
    expect(client.answer(server.challenge(), second, third)).toEqual({ outcome: 'failed', reason: 'rejected', realm });
  });

  it('answers two requests that were challenged at the same time', () => {
    const server = aServer();
    const client = aClient();
    const [one, other] = [server.challenge(), server.challenge()];

    for (const challenge of [one, other]) {
      const next = aRequest();
      expect(client.answer(challenge, aRequest(), next)).toEqual({ outcome: 'retry' });
      expect(server.check(received(next))).toMatchObject({ outcome: 'accepted' });
    }
  });

  it('answers proxies and the server, each realm with its own account', () => {
    const accounts = new Map([
      ['a', { username: 'anna', secret: { password: '1' } }],
      ['b', { username: 'bert', secret: { password: '2' } }],
    ]);
    const client = new ClientCredentials({ accountFor: (name) => accounts.get(name), randomBytes });
    const response = new SipResponse({ status: 407 });
    response.headers
      .add('WWW-Authenticate', 'Digest realm="a", nonce="1", qop="auth-int, auth", opaque="o"')
      .add('Proxy-Authenticate', 'Basic realm="x"')
      .add('Proxy-Authenticate', 'Digest realm="b", nonce="2", algorithm=AKAv1-MD5')
      .add('Proxy-Authenticate', 'Digest realm="b", nonce="3"');
    const next = aRequest();

    expect(client.answer(response, aRequest(), next)).toEqual({ outcome: 'retry' });
    expect(next.headers.raw('Authorization')).toMatch(/^Digest username="anna", realm="a".*qop=auth.*opaque="o"$/);
    expect(next.headers.raw('Proxy-Authorization')).toMatch(/^Digest username="bert", realm="b", nonce="3"/);
  });

  it.each([
    ['Digest realm="nobody", nonce="1"', 'no-account'],
    ['Digest realm="a", nonce="1", algorithm=AKAv1-MD5', 'unsupported'],
    ['Digest realm="a", nonce="1", qop="auth-int"', 'unsupported'],
    ['Digest realm="a"', 'unsupported'],
    ['Bearer whatever', 'unsupported'],
  ])('says why it cannot answer %s', (challenge, reason) => {
    const client = new ClientCredentials({
      accountFor: (name) => (name === 'a' ? { username: 'a', secret: { password: '' } } : undefined),
      randomBytes,
    });
    const response = new SipResponse({ status: 401 });
    response.headers.add('WWW-Authenticate', challenge);

    expect(client.answer(response, aRequest(), aRequest())).toMatchObject({ outcome: 'failed', reason });
    expect(client.answer(new SipResponse({ status: 401 }), aRequest(), aRequest())).toMatchObject({
      reason: 'no-challenge',
    });
  });
});

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

import { hashPassword } from '../../../src/server/auth/passwords';
import { aGate, aUser, basic, crypted, here, sayAtOnce, told } from './gate';

const asterisk = aUser('asterisk', 'asterisk');
const reader = aUser('reader', 'readerpw', { readOnly: true });
const fenced = aUser('fenced', 'fencedpw', { rules: [{ action: 'deny', network: '0.0.0.0/0' }] });
const users = [asterisk, reader, fenced, crypted];

describe('who knocks', () => {
  // In the order of a session that was recorded with an existing server.
  it.each([
    ['nothing', {}, 'missing'],
    ['a wrong password', { authorization: basic('asterisk:wrong') }, 'wrong'],
    ['an unknown user', { authorization: basic('nobody:asterisk') }, 'wrong'],
    ['an empty password', { authorization: basic('asterisk:') }, 'missing'],
    ['a good key', { apiKey: 'asterisk:asterisk' }, 'ok:asterisk'],
    ['a bad key', { apiKey: 'asterisk:bad' }, 'wrong'],
    ['a key without a colon', { apiKey: 'asterisk' }, 'malformed'],
    ['a wrong header and a good key', { authorization: basic('asterisk:wrong'), apiKey: 'asterisk:asterisk' }, 'wrong'],
    ['a header of another scheme', { authorization: 'Bearer abc' }, 'missing'],
    ['another scheme and a good key', { authorization: 'Bearer abc', apiKey: 'asterisk:asterisk' }, 'ok:asterisk'],
    ['a good header and a bad key', { authorization: basic('reader:readerpw'), apiKey: 'asterisk:bad' }, 'ok:reader'],
    ['the right password from a wrong address', { authorization: basic('fenced:fencedpw') }, 'forbidden'],
    ['a wrong password from a wrong address', { authorization: basic('fenced:wrong') }, 'wrong'],
    ['a password that is kept as a hash', { authorization: basic('crypted:crypt3d') }, 'ok:crypted'],
    ['a wrong one for a hash', { authorization: basic('crypted:wrong') }, 'wrong'],
    ['the hash itself', { authorization: basic(`crypted:${crypted.password}`) }, 'wrong'],
    ['a user name in another case', { authorization: basic('Asterisk:asterisk') }, 'wrong'],
    ['a name of an object property', { apiKey: '__proto__:x' }, 'wrong'],
    ['no name', { apiKey: ':asterisk' }, 'wrong'],
    ['an empty key', { apiKey: '' }, 'missing'],
    ['an empty header', { authorization: '', apiKey: 'asterisk:asterisk' }, 'ok:asterisk'],
    ['a scheme in small letters', { authorization: `basic ${btoa('asterisk:asterisk')}` }, 'ok:asterisk'],
    ['a scheme without anything', { authorization: 'Basic', apiKey: 'asterisk:asterisk' }, 'missing'],
    ['a longer scheme', { authorization: 'Basically', apiKey: 'asterisk:asterisk' }, 'ok:asterisk'],
    ['base64 without padding', { authorization: 'Basic cmVhZGVyOnJlYWRlcnB3' }, 'ok:reader'],
    ['what is no base64', { authorization: 'Basic !!!!' }, 'malformed'],
    ['base64 with something behind', { authorization: `${basic('reader:readerpw')} x` }, 'malformed'],
    ['base64 that ends too early', { authorization: 'Basic cmVhZ' }, 'malformed'],
    ['base64 without a colon', { authorization: basic('asterisk') }, 'malformed'],
    ['a key in the place of a header', { authorization: 'asterisk:asterisk' }, 'missing'],
    ['a header in the place of a key', { apiKey: basic('asterisk:asterisk') }, 'malformed'],
  ])('with %s hears: %s %s', async (_, presented, expected) => {
    const { gate } = aGate(users);

    expect(await told(gate.authenticate({ ...presented, address: here }))).toBe(expected);
    expect(await told(gate.authenticate({ ...presented, address: here }))).toBe(expected);
  });

  it.each(['a:b:c', ':', '::', ' ', 'pässwörd', '\u{1f511}'])('may have the password %j', (password) => {
    const { gate, ask } = aGate([aUser('alice', password)]);

    expect(ask(`alice:${password}`)).toBe('ok:alice');
    expect(sayAtOnce(gate.authenticate({ apiKey: `alice:${password}`, address: here }))).toBe('ok:alice');
    expect(ask(`alice:${password}x`)).toBe('wrong');
  });

  it('may send a password in Latin-1, as older clients do', () => {
    const { gate } = aGate([aUser('alice', 'pässwörd')]);
    const authorization = `Basic ${Buffer.from('alice:pässwörd', 'latin1').toString('base64')}`;

    expect(sayAtOnce(gate.authenticate({ authorization, address: here }))).toBe('ok:alice');
  });

  it('brings the rights of the configuration along', () => {
    const { gate, knock } = aGate(users);
    const result = knock('reader:readerpw');

    expect(result).toMatchObject({ outcome: 'ok', user: { name: 'reader', config: reader } });
    expect(gate.find('reader')?.rights.mayCall('POST')).toBe(false);
    expect(gate.find('asterisk')?.rights.mayCall('POST')).toBe(true);
    expect(gate.find('nobody')).toBeUndefined();
  });

  it('is refused when there are no users at all', () => {
    expect(aGate([]).ask('asterisk:asterisk')).toBe('wrong');
  });

  it('passes the address rules by the address of each request', () => {
    const rules = [
      { action: 'deny', network: '0.0.0.0/0' },
      { action: 'permit', network: '192.0.2.0/24' },
    ] as const;
    const { gate, ask } = aGate([aUser('alice', 'pw', { rules })]);
    const from = (address: string) => ask('alice:pw', address);

    expect(['192.0.2.7', '198.51.100.1', '192.0.2.7', '::ffff:192.0.2.8', '198.51.100.1'].map(from)).toEqual([
      'ok:alice',
      'forbidden',
      'ok:alice',
      'ok:alice',
      'forbidden',
    ]);
    expect(sayAtOnce(gate.authenticate({ apiKey: 'alice:pw', address: undefined }))).toBe('forbidden');
  });
});

describe('remembered credentials', () => {
  it('are answered at once after the first time, with the same answer', async () => {
    const { knock, ask } = aGate(users);
    const first = knock('crypted:crypt3d');
    const result = await first;

    expect(first).toBeInstanceOf(Promise);
    expect(knock('crypted:crypt3d')).toBe(result);
    expect(ask('crypted:crypt3d', '198.51.100.9')).toBe('ok:crypted');
  });

  it('do not help a wrong password that begins like the right one', async () => {
    const { knock } = aGate(users);
    await knock('crypted:crypt3d');

    expect(await told(knock('crypted:crypt3'))).toBe('wrong');
    expect(await told(knock('crypted:crypt3d1'))).toBe('wrong');
  });

  it('are forgotten when the users change', async () => {
    const { gate, knock, ask } = aGate(users);
    await knock('crypted:crypt3d');

    gate.replace([{ ...crypted, password: 'crypt3d', passwordFormat: 'plain', readOnly: true }]);
    expect(ask('crypted:crypt3d')).toBe('ok:crypted');
    expect(gate.find('crypted')?.rights.mayCall('POST')).toBe(false);
    expect(ask('asterisk:asterisk')).toBe('wrong');

    gate.replace([]);
    expect(ask('crypted:crypt3d')).toBe('wrong');
  });

  it('are not made from a check that was under way when the users changed', async () => {
    const { gate, knock, ask } = aGate(users);
    const underWay = knock('crypted:crypt3d');

    gate.replace([{ ...crypted, password: 'other', passwordFormat: 'plain' }]);

    expect(await told(underWay)).toBe('wrong');
    expect(ask('crypted:crypt3d')).toBe('wrong');
    expect(ask('crypted:other')).toBe('ok:crypted');
  });

  it('are found out once when many requests bring them at the same moment', async () => {
    const alice = aUser('alice', await hashPassword('pw'), { passwordFormat: 'scrypt' });
    const { lines, knock } = aGate([alice]);
    const answers = await Promise.all(Array.from({ length: 200 }, async () => knock('alice:pw')));

    expect(new Set(answers).size).toBe(1);
    expect(lines.map(({ sentence }) => sentence)).toEqual(['user let in']);
  });

  it('may be longer than what is remembered', () => {
    const password = 'x'.repeat(5000);
    const { ask } = aGate([aUser('alice', password)]);

    expect([ask(`alice:${password}`), ask(`alice:${password}`)]).toEqual(['ok:alice', 'ok:alice']);
    expect(ask(`alice:${'x'.repeat(4999)}y`)).toBe('wrong');
  });
});

describe('an unknown name', () => {
  it('is checked as slowly as the names of users whose passwords are hashed', async () => {
    const { knock } = aGate([crypted]);
    const answer = knock('nobody:x');

    expect(sayAtOnce(answer)).toBe('later');
    expect(await told(answer)).toBe('wrong');
  });

  it('is never let in, even with the password of the user it is compared with', async () => {
    expect(aGate([asterisk]).ask('nobody:asterisk')).toBe('wrong');
    expect(await told(aGate([crypted]).knock('nobody:crypt3d'))).toBe('wrong');
  });

  it('imitates one and the same kind of user each time, and different names different kinds', async () => {
    const kindOf = async (name: string): Promise<string> => {
      const answer = aGate([asterisk, crypted]).knock(`${name}:x`);
      await answer;
      return sayAtOnce(answer);
    };
    const names = Array.from({ length: 12 }, (_, number) => `nobody${number}`);
    const [first, second] = [await Promise.all(names.map(kindOf)), await Promise.all(names.map(kindOf))];

    expect(second).toEqual(first);
    expect(new Set(first)).toEqual(new Set(['later', 'wrong']));
  });
});

describe('the log of who was let in', () => {
  it('has one line for each wrong password, with the name and the address but not the password', () => {
    const { gate, lines, ask } = aGate(users);
    ask('asterisk:hunter2');
    sayAtOnce(gate.authenticate({ apiKey: 'nobody:hunter3', address: here }));

    expect(lines).toEqual([
      { level: 'security', user: 'asterisk', address: here, sentence: 'user name or password refused' },
      { level: 'security', user: 'nobody', address: here, sentence: 'user name or password refused' },
    ]);
  });

  it('has one line for a user who comes in from an address, however often', () => {
    const { lines, ask } = aGate(users);
    for (let request = 0; request < 10; request += 1) ask('asterisk:asterisk');
    ask('asterisk:asterisk', '198.51.100.1');

    expect(lines.map(({ user, address, sentence }) => [user, address, sentence])).toEqual([
      ['asterisk', here, 'user let in'],
      ['asterisk', '198.51.100.1', 'user let in'],
    ]);
  });

  it('has one line a minute for what can be repeated without being slowed down', () => {
    const { gate, clock, lines, ask } = aGate(users);
    const repeat = (): void => {
      for (let request = 0; request < 100; request += 1) {
        sayAtOnce(gate.authenticate({ address: here }));
        sayAtOnce(gate.authenticate({ authorization: 'Basic ???', address: here }));
        ask('fenced:fencedpw');
      }
    };
    repeat();
    clock.advance(59_999);
    repeat();
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'request without credentials',
      'request with unreadable credentials',
      'user refused because of the address',
    ]);

    clock.advance(1);
    repeat();
    expect(lines).toHaveLength(6);
  });

  it('shortens names that are meant to fill it', () => {
    const { lines, ask } = aGate(users);
    ask(`${'x'.repeat(10_000)}:pw`);

    expect(JSON.stringify(lines).length).toBeLessThan(300);
  });
});

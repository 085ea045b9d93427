import fc from 'fast-check';
import { hashPassword, passwordProblem, verify } from '../../../src/server/auth/passwords';
import type { Secret } from '../../../src/server/auth/passwords';
import { crypted } from './gate';

const crypt = (password: string): Secret => ({ password, passwordFormat: 'crypt' });
const scrypt = (password: string): Secret => ({ password, passwordFormat: 'scrypt' });
const plain = (password: string): Secret => ({ password, passwordFormat: 'plain' });

const longText = 'a very much longer text to encrypt.  This one even stretches over morethan one line.';

describe('a plain password', () => {
  it('is compared at once, whole and exactly', () => {
    expect(['secret', 'Secret', 'secre', 'secrets', ''].map((given) => verify(given, plain('secret')))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a crypt(3) password', () => {
  // The vectors of the SHA-crypt specification; for $1$ what a system's own crypt(3) returned.
  it.each([
    ['Hello world!', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
    ['Hello world!', '$5$rounds=10000$saltstringsaltst$3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA'],
    ['This is just a test', '$5$rounds=5000$toolongsaltstrin$Un/5jzAHMgOGZ5.mWJpuVolil07guHPvOW8mGRcvxa5'],
    [longText, '$5$rounds=1400$anotherlongsalts$Rx.j8H.h8HjEDGomFU8bDkXm3XIUnzyxf12oP84Bnq1'],
    ['the minimum number is still observed', '$5$rounds=1000$roundstoolow$yfvwcWrQ8l/K0DAWyuPMDNHpIVlTQebY9l/gL972bIC'],
    [
      'Hello world!',
      '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    [
      'Hello world!',
      '$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
    ],
    [
      longText,
      '$6$rounds=1400$anotherlongsalts$POfYwTEok97VWcjxIiSOjiykti.o/pQs.wPvMxQ6Fm7I6IoYN3CmLs66x9t0oSwbtEW7o7UmJEiDwGqd8p4ur1',
    ],
    [
      'the minimum number is still observed',
      '$6$rounds=1000$roundstoolow$kUMsbe306n21p9R.FRkW3IGn.S9NPN0x50YhH1xhLsPuWGsUSklZt58jaTfF4ZEQpyUNGc0dqbpBYYBaHHrsX.',
    ],
    ['foo', '$6$$QMXjqd7rHQZPQ1yHsXkQqC1FBzDiVfTHXL.LaeDAeVV.IzMaV9VU4MQ8kPuZa2SOP1A0RPm772EaFYjpEJtdu.'],
    ['Hello world!', '$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1'],
    ['pässword', '$1$abcdefgh$6qENbeetgn0exf.OCTQaP0'],
    ['x', '$1$$LP5.V3ajGqHDdXW6XwZQy.'],
  ])('lets %j in by %s, and nothing similar', async (password, hash) => {
    expect(passwordProblem(crypt(hash))).toBeUndefined();
    expect(await verify(password, crypt(hash))).toBe(true);
    expect(await verify(`${password} `, crypt(hash))).toBe(false);
    expect(await verify(`${password}\0`, crypt(hash))).toBe(false);
  });

  it('lets in a user of an existing configuration', async () => {
    expect(await verify('crypt3d', crypted)).toBe(true);
    expect(await verify('wrong', crypted)).toBe(false);
  });

  it('yields to other work while it is checked', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);

    await verify('guess', crypt(`$6$rounds=20000$salt$${'a'.repeat(86)}`));
    isOver = true;

    expect(turns).toBeGreaterThan(100);
  });

  it('is not compared with more text than crypt(3) takes', async () => {
    expect(verify('x'.repeat(513), crypted)).toBe(false);
    expect(verify('ä'.repeat(257), crypted)).toBe(false);
    expect(await verify('x'.repeat(512), crypted)).toBe(false);
  });

  it.each([
    ['$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234', 'bcrypt'],
    ['$y$j9T$abcdefgh$ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg', 'yescrypt'],
    ['rl.3StKT.4T8M', 'DES'],
    ['_J9..rasmBYk8r9AiWNc', 'BSDi DES'],
    ['in clear', 'not a crypt(3) hash'],
    ['', 'not a crypt(3) hash'],
    ['$6$salt', 'not a crypt(3) hash'],
    ['$6$salt$tooshort', 'not a complete $6$ hash'],
    ['$1$rounds=2000$salt$YMyguxXMBpd2TEZ.vS/3q1', 'not a complete $1$ hash'],
    [`$6$rounds=10$salt$${'a'.repeat(86)}`, 'claims 10 rounds'],
    [`$6$rounds=500001$salt$${'a'.repeat(86)}`, 'asks for 500001 rounds'],
  ])('of the form %j is reported at start and never accepted', async (hash, problem) => {
    expect(passwordProblem(crypt(hash))).toEqual({
      message: expect.stringContaining(problem) as string,
      hint: expect.stringMatching(/\w/) as string,
    });
    expect(await verify(hash, crypt(hash))).toBe(false);
  });
});

describe('a scrypt password', () => {
  it('is made, checked and never the same twice', async () => {
    const [one, other] = await Promise.all([hashPassword('pässwörd:1'), hashPassword('pässwörd:1')]);

    expect(one).toMatch(/^scrypt\$32768\$8\$1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/);
    expect(one).not.toBe(other);
    expect(passwordProblem(scrypt(one))).toBeUndefined();
    expect(await verify('pässwörd:1', scrypt(one))).toBe(true);
    expect(await verify('pässwörd:2', scrypt(one))).toBe(false);
  });

  // A vector of RFC 7914 §12, written in our format.
  it('takes other costs than the usual ones', async () => {
    const salt = Buffer.from('SodiumChloride').toString('base64');
    const hash = Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    ).toString('base64');

    expect(await verify('pleaseletmein', scrypt(`scrypt$16384$8$1$${salt}$${hash}`))).toBe(true);
  });

  const salt = 'c2FsdHNhbHRzYWx0';
  const hash = 'A'.repeat(43);
  it.each([
    ['scrypt', 'does not look like'],
    [`scrypt$32768$8$1$${salt}`, 'does not look like'],
    [`scrypt$32767$8$1$${salt}$${hash}`, 'not a power of two'],
    [`scrypt$1$8$1$${salt}$${hash}`, 'not a power of two'],
    [`scrypt$32768$0$1$${salt}$${hash}`, 'begin at 1'],
    [`scrypt$4194304$8$1$${salt}$${hash}`, 'over 256 MiB'],
    [`scrypt$32768$8$99$${salt}$${hash}`, 'parallelization is above 16'],
    [`scrypt$32768$8$1$YQ$${hash}`, 'salt'],
    [`scrypt$32768$8$1$${salt}$YQ`, '16 to 64 bytes'],
  ])('of the form %j is reported at start and never accepted', async (text, problem) => {
    expect(passwordProblem(scrypt(text))?.message).toContain(problem);
    expect(await verify(text, scrypt(text))).toBe(false);
  });

  it('is not made of nothing, nor of more than can be checked', async () => {
    await expect(hashPassword('')).rejects.toThrow('empty');
    await expect(hashPassword('x'.repeat(513))).rejects.toThrow('512 bytes');
  });
});

describe('any configured password', () => {
  it('is usable, or reported in a sentence that does not show it', () => {
    const start = fc.constantFrom('', '$6$', '$5$rounds=', '$1$', '$2b$', 'scrypt$', 'scrypt$32768$8$1$', '$', '$$$$');
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary', minLength: 8 }), fc.boolean(), (head, tail, isCrypt) => {
        const secret = (isCrypt ? crypt : scrypt)(head + tail);
        const problem = passwordProblem(secret);

        if (problem !== undefined) expect(problem.message + problem.hint).not.toContain(tail);
      }),
    );
  });
});

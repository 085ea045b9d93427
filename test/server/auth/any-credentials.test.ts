import fc from 'fast-check';
import { RecentMap } from '../../../src/shared/limits/recent-map';
import { aGate, aUser, basic, sayAtOnce } from './gate';
import { cases } from '../../support/effort';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const anyHeader = fc.oneof(
  anyText,
  anyText.map((text) => `Basic ${text}`),
  anyText.map(basic),
  fc.base64String().map((text) => `basic ${text}`),
  fc.uint8Array().map((bytes) => `BASIC  ${Buffer.from(bytes).toString('base64')}`),
  fc.constantFrom('Basic', 'Basic ', 'Basic =', 'Basic Og==', 'Basic OjpbOg', 'Bearer x', '__proto__'),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyAddress = maybe(fc.oneof(fc.ipV4(), fc.ipV6(), anyText));

describe('any credentials', () => {
  it('are checked synchronously without an exception, and never accepted without the password', () => {
    const rules = [{ action: 'deny', network: '10.0.0.0/8' }] as const;
    const { gate } = aGate([aUser('alice', 'a password nobody guesses'), aUser('', 'another one', { rules })]);
    fc.assert(
      fc.property(maybe(anyHeader), maybe(anyText), anyAddress, (authorization, apiKey, address) => {
        expect(sayAtOnce(gate.authenticate({ authorization, apiKey, address }))).toMatch(
          /^(missing|malformed|wrong|wait \d+)$/,
        );
      }),
      { numRuns: cases({ few: 400, many: 2000 }) },
    );
  });

  it('let in who has the password, whatever it is, by header and by key', () => {
    const anyName = anyText.filter((name) => !name.includes(':'));
    const anyPassword = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(anyName, anyPassword, (name, password) => {
        const { gate, ask } = aGate([aUser(name, password)]);

        expect(ask(`${name}:${password}`)).toBe(`ok:${name}`);
        expect(sayAtOnce(gate.authenticate({ apiKey: `${name}:${password}`, address: '::1' }))).toBe(`ok:${name}`);
        expect(ask(`${name}:${password}${password}`)).toBe('wrong');
      }),
    );
  });

  it('never appear in the log', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 9, maxLength: 20 }), (password) => {
        const { gate, lines, ask } = aGate([aUser('alice', 'right')]);
        ask(`alice:${password}`);
        sayAtOnce(gate.authenticate({ apiKey: `alice:${password}`, address: undefined }));
        sayAtOnce(gate.authenticate({ authorization: `Basic ${password}`, apiKey: password, address: undefined }));

        for (const line of lines) expect(Object.values(line)).not.toContainEqual(expect.stringContaining(password));
      }),
    );
  });
});

describe('a map of recent things', () => {
  it('keeps the newest, forgets something of the rest, and never grows beyond twice its capacity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.array(fc.nat({ max: 30 })), (capacity, keys) => {
        const map = new RecentMap<number>(capacity);
        for (const [index, key] of keys.entries()) {
          map.set(String(key), index);
          expect(map.size).toBeLessThan(2 * capacity);
        }
        const newest = [...new Set([...keys].reverse())].slice(0, capacity - 1);
        for (const key of newest) expect(map.get(String(key))).toBe(keys.lastIndexOf(key));
      }),
    );
  });

  it('keeps what is asked for again and again', () => {
    const map = new RecentMap<string>(4);
    map.set('wanted', 'yes');
    for (let number = 0; number < 100; number += 1) {
      map.set(`other${number}`, 'no');
      expect(map.get('wanted')).toBe('yes');
    }
    map.delete('wanted');
    expect(map.get('wanted')).toBeUndefined();
  });
});

import { FailureMeter } from '../../../src/shared/limits/failure-meter';
import { sourceOf, Throttle } from '../../../src/shared/limits/throttle';
import { ManualClock } from '../../support/client/client-clock';
import { aGate, aUser, crypted, here, sayAtOnce, told } from './gate';

const alice = aUser('alice', 'right');
const bob = aUser('bob', 'right');
const elsewhere = '198.51.100.1';

/** Different wrong passwords for one user, one after the other. */
const fail = (ask: (credentials: string) => string, times: number): void => {
  for (let time = 0; time < times; time += 1) ask(`alice:wrong${time}`);
};

describe('who fails too often', () => {
  it('has to wait after the fifth failure, and longer after each further one', () => {
    const { clock, ask } = aGate([alice]);
    const answers = Array.from({ length: 5 }, () => ask('alice:wrong'));
    expect(answers).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong']);

    for (const seconds of [1, 2, 4, 8, 16]) {
      expect(ask('alice:wrong')).toBe(`wait ${seconds}`);
      clock.advance(seconds * 1000 - 1);
      expect(ask('alice:wrong')).toBe('wait 1');
      clock.advance(1);
      expect(ask('alice:wrong')).toBe('wrong');
    }
  });

  it('never waits longer than a minute', () => {
    const { clock, ask } = aGate([alice]);
    for (let attempt = 0; attempt < 200; attempt += 1) {
      ask('alice:wrong');
      clock.advance(60_000);
      expect(ask('alice:wrong')).toBe('wrong');
    }
  });

  it('is not even told about the right password while waiting', () => {
    const { clock, ask } = aGate([alice]);
    fail(ask, 5);

    expect(ask('alice:right')).toBe('wait 1');
    clock.advance(1000);
    expect(ask('alice:right')).toBe('ok:alice');
  });

  it('starts afresh after a success', () => {
    const { ask } = aGate([alice]);
    fail(ask, 4);
    ask('alice:right');
    fail(ask, 4);

    expect(ask('alice:wrong')).toBe('wrong');
    expect(ask('alice:wrong')).toBe('wait 1');
  });

  it('is forgiven after five quiet minutes', () => {
    const { clock, ask } = aGate([alice]);
    fail(ask, 5);
    clock.advance(5 * 60_000);
    fail(ask, 4);

    expect(ask('alice:wrong')).toBe('wrong');
  });

  it('does not keep others at the same address from logging in', () => {
    const { ask } = aGate([alice, bob]);
    fail(ask, 20);

    expect(ask('bob:right')).toBe('ok:bob');
  });

  it('does not keep the same user from logging in at another address', () => {
    const { ask } = aGate([alice]);
    fail(ask, 20);

    expect(ask('alice:right', elsewhere)).toBe('ok:alice');
  });

  it('never spoils the address, however long one client goes on with an old password', () => {
    const { clock, ask } = aGate([alice, bob]);
    for (let second = 0; second < 2 * 60 * 60; second += 1) {
      ask('alice:old');
      clock.advance(1000);
    }

    expect(ask('bob:right')).toBe('ok:bob');
  });

  it('has to wait at the whole address after going through thirty names', () => {
    const { ask } = aGate([alice, bob]);
    for (let name = 0; name < 30; name += 1) ask(`nobody${name}:x`);

    expect(ask('bob:right')).toBe('wait 1');
    expect(ask('bob:right', elsewhere)).toBe('ok:bob');
  });

  it('cannot wipe out guesses at others by logging in to an own account', () => {
    const { gate, ask } = aGate([alice, bob]);
    for (let name = 0; name < 29; name += 1) {
      ask(`nobody${name}:x`);
      gate.replace([alice, bob]); // makes the gate forget bob, so that his password is checked again
      ask('bob:right');
    }
    ask('nobody29:x');

    expect(ask('alice:right')).toBe('wait 1');
  });

  it('cannot get around it by trying many at the same moment', async () => {
    const { knock } = aGate([crypted]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, guess) => told(knock(`crypted:guess${guess}`))));

    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer.startsWith('wait'))).toHaveLength(15);
  });

  it('is one host to us with all its addresses of a /64', () => {
    const { ask } = aGate([alice]);
    for (let host = 0; host < 5; host += 1) ask('alice:wrong', `2001:db8:0:1::${host}`);

    expect(ask('alice:right', '2001:db8:0:1:ffff::1')).toBe('wait 1');
    expect(ask('alice:right', '2001:db8:0:2::1')).toBe('ok:alice');
  });

  it('stays slowed down when the users change', () => {
    const { gate, ask } = aGate([alice]);
    fail(ask, 5);
    gate.replace([alice]);

    expect(ask('alice:right')).toBe('wait 1');
  });

  it('is logged once a minute while waiting', () => {
    const { lines, ask } = aGate([alice]);
    fail(ask, 100);

    expect(lines.map(({ sentence }) => sentence)).toEqual([
      ...Array<string>(5).fill('user name or password refused'),
      'login attempt refused after too many failures',
    ]);
  });
});

describe('who is already in', () => {
  it('stays in, whatever a neighbour at the same address does', () => {
    const { ask } = aGate([alice, bob]);
    ask('bob:right');
    for (let name = 0; name < 50; name += 1) ask(`nobody${name}:x`);

    expect(ask('alice:right')).toMatch('wait');
    expect(ask('bob:right')).toBe('ok:bob');
  });

  it('does not help guesses from another address', () => {
    const { ask } = aGate([alice]);
    ask('alice:right', elsewhere);
    fail(ask, 5);

    expect(ask('alice:right')).toBe('wait 1');
    expect(ask('alice:right', elsewhere)).toBe('ok:alice');
  });
});

describe('checking passwords that are kept as hashes', () => {
  it('is put off when too many are waiting, without counting as a failure', async () => {
    const { lines, knock } = aGate([crypted]);
    const address = (number: number): string => `10.0.0.${number}`;
    const answers = Array.from({ length: 66 }, (_, number) => knock('crypted:crypt3d', address(number)));

    expect(sayAtOnce(answers[64] ?? knock(''))).toBe('later');
    expect(sayAtOnce(answers[65] ?? knock(''))).toBe('busy 1');
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'login attempt refused because too many passwords are being checked',
    ]);
    expect(new Set(await Promise.all(answers.slice(0, 65).map(told)))).toEqual(new Set(['ok:crypted']));
    expect(await told(knock('crypted:crypt3d', address(65)))).toBe('ok:crypted');
  });
});

describe('addresses that wait for the check of a password', () => {
  it('take turns, and have no more than their share of the places', async () => {
    const { knock } = aGate([crypted]);
    const order: string[] = [];
    const wait = async (name: string, address: string): Promise<string> => {
      const answer = await told(knock(name, address));
      order.push(address);
      return answer;
    };
    const flood = Array.from({ length: 20 }, (_, number) => wait(`nobody${number}:x`, '10.0.0.1'));
    const other = wait('crypted:crypt3d', '10.0.0.2');

    expect(await other).toBe('ok:crypted');
    expect(order.filter((address) => address === '10.0.0.1').length).toBeLessThan(20);
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === 'busy 1').length).toBeGreaterThan(0);
  });
});

describe('the counts of failures', () => {
  it('are kept for a bounded number of addresses and names', () => {
    const throttle = new Throttle(new ManualClock());
    for (let number = 0; number < 100_000; number += 1) throttle.charge(`10.${number}`, `user${number}`);

    expect(throttle.size).toBeLessThanOrEqual(40_000);
  });

  it('survive a clock that is set back', () => {
    let now = 1_000_000;
    const clock = { now: () => now, after: () => () => undefined };
    const meter = new FailureMeter({
      clock,
      failures: 1,
      window: 10_000,
      firstDelay: 500,
      longestDelay: 2000,
      capacity: 10,
    });
    meter.charge('k');
    now = 0;

    expect(meter.waitOf('k')).toBe(2000);
    now = 2000;
    expect(meter.waitOf('k')).toBe(0);
  });

  it.each([
    [here, here],
    ['::ffff:192.0.2.1', here],
    ['2001:db8::1', sourceOf('2001:db8::ffff:1')],
    ['fe80::1%eth0', sourceOf('fe80::2%eth1')],
    [undefined, 'nowhere'],
    ['no:address', 'no:address'],
  ])('take %s for %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });
});

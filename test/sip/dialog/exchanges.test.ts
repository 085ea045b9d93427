import { glareDelay } from '../../../src/sip/dialog/glare';
import { OfferAnswer } from '../../../src/sip/dialog/offer-answer';
import { nameAddr } from '../../../src/sip/message/headers/name-addr';
import { parseUri } from '../../../src/sip/message/uri/uri';
import { answeredCall, loses, twoParties } from './parties';
import type { Party } from './parties';

/** Lets promises that have been fulfilled go on. */
const settled = (): Promise<void> => new Promise(setImmediate);

const descriptions = ({ session }: Party): readonly (string | undefined)[] => [
  session.exchange.local,
  session.exchange.remote,
];

describe('reliable provisional answers (RFC 3262)', () => {
  it('carry the answer, and the 200 does not repeat it', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => {
      call.progress(183, { description: 'bob answers early', reliable: true });
      call.accept('not needed');
    };
    alice.call('bob');
    network.pass(1000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 183 INVITE +sdp',
      'alice PRACK',
      'bob 200 PRACK',
      'bob 200 INVITE',
      'alice ACK',
    ]);
    expect(alice.happened).toEqual(['answer: bob answers early', 'progress 183', 'answered']);
    expect(descriptions(alice)).toEqual(['alice offers', 'bob answers early']);
    expect(descriptions(bob)).toEqual(['bob answers early', 'alice offers']);
  });

  it('carry the offer where the INVITE has none, and the PRACK the answer', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.progress(183, { description: 'bob offers', reliable: true });
    alice.call('bob', false);
    network.pass(1000);
    bob.incoming[0]?.accept('not needed');
    network.pass(1000);

    expect(network.since()).toEqual([
      'alice INVITE',
      'bob 183 INVITE +sdp',
      'alice PRACK +sdp',
      'bob 200 PRACK',
      'bob 200 INVITE',
      'alice ACK',
    ]);
    expect(bob.happened).toEqual(['call', 'answer: alice to bob offers']);
  });

  it('come one after the other and are repeated until they are acknowledged', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('PRACK', 1);
    bob.onCall = (call) => {
      call.progress(180, { reliable: true });
      call.progress(183, { description: 'bob answers', reliable: true });
    };
    alice.call('bob');
    network.pass(5000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 180 INVITE',
      'alice PRACK',
      'bob 180 INVITE',
      'alice PRACK',
      'bob 200 PRACK',
      'bob 183 INVITE +sdp',
      'alice PRACK',
      'bob 200 PRACK',
    ]);
    expect(alice.happened).toEqual(['progress 180', 'answer: bob answers', 'progress 183']);
  });

  it('that are not acknowledged end the call with 504', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('PRACK');
    bob.onCall = (call) => {
      call.progress(183, { description: 'bob answers', reliable: true });
      call.accept();
    };
    alice.call('bob');
    network.pass(33_000);

    expect(alice.happened.at(-1)).toBe('failed 504');
    expect(bob.happened.at(-1)).toBe('ended: local');
  });

  it('lets both sides offer again before the call is answered, by UPDATE (RFC 3311)', async () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.progress(183, { description: 'bob answers', reliable: true });
    alice.call('bob');
    network.pass(1000);
    network.since();
    const outcome = bob.session.offer('bob offers', { method: 'UPDATE' });
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'answered' });
    expect(network.since()).toEqual(['bob UPDATE +sdp', 'alice 200 UPDATE +sdp']);
    expect(descriptions(bob)).toEqual(['bob offers', 'alice to bob offers']);
  });

  it('may be cancelled while the 200 waits for a PRACK', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('PRACK');
    bob.onCall = (call) => {
      call.progress(183, { description: 'bob answers', reliable: true });
      call.accept();
    };
    const call = alice.call('bob');
    network.pass(100);
    call.cancel();
    network.pass(1000);

    expect(alice.happened.at(-1)).toBe('failed 487');
    expect(bob.happened.slice(1)).toEqual(['ended: remote', 'cancelled']);
  });
});

describe('a session', () => {
  it.each(['INVITE', 'UPDATE'] as const)('takes a new offer by %s', async (method) => {
    const { network, alice, bob } = answeredCall();
    const outcome = bob.session.offer('hold', { method });
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'answered' });
    expect(network.since()).toEqual([
      `bob ${method} +sdp`,
      `alice 200 ${method} +sdp`,
      ...(method === 'INVITE' ? ['bob ACK'] : []),
    ]);
    expect([alice.happened, bob.happened]).toEqual([['offer: hold'], ['answer: alice to hold']]);
    expect(descriptions(alice)).toEqual(['alice to hold', 'hold']);
  });

  it('asks the far end to offer', async () => {
    const { network, alice, bob } = answeredCall();
    const outcome = alice.session.askForOffer();
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'answered' });
    expect(network.since()).toEqual(['alice INVITE', 'bob 200 INVITE +sdp', 'alice ACK +sdp']);
    expect(bob.happened).toEqual(['answer: alice to bob offers instead']);
  });

  it.each(['INVITE', 'UPDATE'] as const)('stays as it was when an offer by %s is refused', async (method) => {
    const { network, alice, bob } = answeredCall();
    const before = [descriptions(alice), descriptions(bob)];
    bob.answer = () => undefined;
    const outcome = alice.session.offer('video', { method });
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'refused', status: 488 });
    expect([descriptions(alice), descriptions(bob)]).toEqual(before);
    bob.answer = () => 'well';
    const again = alice.session.offer('audio', { method });
    network.pass(1000);
    expect(await again).toEqual({ outcome: 'answered' });
  });

  it('refuses with 500 when our own answer fails', async () => {
    const { network, alice, bob } = answeredCall();
    bob.answer = () => Promise.reject(new Error('no ports left'));
    const outcome = alice.session.offer('more');
    network.pass(100);
    await settled();
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'refused', status: 500 });
  });

  it('offers one after the other, in the order they were asked for', async () => {
    const { network, alice, bob } = answeredCall();
    const outcomes = ['one', 'two', 'three'].map((description) => alice.session.offer(description));
    network.pass(1000);

    expect(await Promise.all(outcomes)).toEqual(Array(3).fill({ outcome: 'answered' }));
    expect(bob.happened).toEqual(['offer: one', 'offer: two', 'offer: three']);
  });

  it('solves glare: both are refused, both try again, the caller later', async () => {
    const { network, alice, bob } = answeredCall();
    const outcomes = [alice.session.offer('from alice'), bob.session.offer('from bob')];
    network.pass(50);
    expect(network.since().sort()).toEqual([
      'alice 491 INVITE',
      'alice ACK',
      'alice INVITE +sdp',
      'bob 491 INVITE',
      'bob ACK',
      'bob INVITE +sdp',
    ]);
    network.pass(10_000);

    expect(await Promise.all(outcomes)).toEqual([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect(network.since()).toEqual([
      'bob INVITE +sdp',
      'alice 200 INVITE +sdp',
      'bob ACK',
      'alice INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
    ]);
    expect(descriptions(bob)).toEqual(['bob to from alice', 'from alice']);
  });

  it('answers 500 with Retry-After to a second INVITE while the first one waits', async () => {
    const { network, alice, bob } = answeredCall();
    let decide: (answer: string) => void = () => undefined;
    bob.answer = () => new Promise((resolve) => (decide = resolve));
    const outcome = alice.session.offer('first');
    network.pass(100);
    const statuses: string[] = [];
    const ignored = (): void => undefined;
    alice.session.request(() => alice.session.dialog.request('INVITE'), {
      onResponse: ({ status, headers }) => statuses.push(`${status} ${headers.raw('Retry-After')}`),
      onTimeout: ignored,
      onTransportFailure: ignored,
    });
    network.pass(150);
    expect(statuses).toEqual([expect.stringMatching(/^500 ([0-9]|10)$/)]);
    decide('done');
    await settled();
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'answered' });
  });

  it('ends when the far end has forgotten it', async () => {
    const { network, alice, bob } = answeredCall();
    bob.session.drop({ cause: 'local' });
    const outcome = alice.session.offer('hello?');
    network.pass(1000);

    expect(await outcome).toEqual({ outcome: 'ended' });
    expect(alice.happened).toEqual(['ended: lost']);
  });

  it('tells those who wait when it ends', async () => {
    const { alice } = answeredCall();
    const outcomes = [alice.session.offer('one'), alice.session.offer('two')];
    alice.session.hangUp();

    expect(await Promise.all([...outcomes, alice.session.offer('three')])).toEqual(Array(3).fill({ outcome: 'ended' }));
  });

  it('follows the far end to a new contact', async () => {
    const { network, alice, bob } = answeredCall();
    bob.session.dialog.contact = nameAddr(parseUri('sip:bob-elsewhere@bob.invalid', 'Contact'));
    const outcome = bob.session.offer('moved');
    network.pass(1000);
    await outcome;

    expect(alice.session.dialog.request('BYE').uriText).toBe('sip:bob-elsewhere@bob.invalid');
  });
});

describe('session timers (RFC 4028)', () => {
  const long = { interval: 1800, minimum: 90 };

  it('let the caller refresh at half time, by UPDATE where the far end knows it', () => {
    const { network, alice, bob } = answeredCall({ alice: long, bob: long });
    network.pass(899_000);
    expect(network.since()).toEqual([]);
    network.pass(2000);

    expect(network.since()).toEqual(['alice UPDATE', 'bob 200 UPDATE']);
    network.pass(10_000_000);
    expect([alice.session.isOver, bob.session.isOver]).toEqual([false, false]);
  });

  it('end the session on both sides when it cannot be refreshed', () => {
    const { network, alice, bob } = answeredCall({ alice: long, bob: long });
    network.delivers = () => false;
    network.pass(1_800_000);

    expect(alice.happened).toEqual(['ended: lost']);
    expect(bob.happened).toEqual(['ended: expired']);
  });

  it('make the called one refresh, when the caller knows nothing of timers', () => {
    const { network, bob } = answeredCall({ bob: { interval: 200, minimum: 90 } });
    network.pass(150_000);

    expect(network.since()).toEqual(['bob UPDATE', 'alice 200 UPDATE']);
    expect(bob.session.isOver).toBe(false);
  });

  it('are lengthened when the far end demands it: 422', () => {
    const { network, alice, bob } = twoParties({
      alice: { interval: 100, minimum: 90 },
      bob: { interval: 600, minimum: 300 },
    });
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(1000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 422 INVITE',
      'alice ACK',
      'alice INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
    ]);
    expect(alice.happened).toEqual(['answer: bob answers', 'answered']);
    expect(bob.happened).toContain('ended: lost');
    network.pass(149_500);
    expect(network.since()).toEqual(['alice UPDATE', 'bob 200 UPDATE']);
  });

  it('are refreshed by INVITE with what was agreed on, where the far end does not know UPDATE', () => {
    const { network, alice, bob } = twoParties({ alice: long, bob: long });
    bob.onCall = (call) => call.accept('bob answers');
    const original = alice.receive.bind(alice);
    alice.receive = (message, from) => {
      message.headers.delete('Allow');
      original(message, from);
    };
    alice.call('bob');
    network.pass(100);
    network.since();
    network.pass(900_000);

    expect(network.since()).toEqual(['alice INVITE +sdp', 'bob 200 INVITE +sdp', 'alice ACK']);
    expect(bob.happened.at(-1)).toBe('offer: alice offers');
  });
});

describe('the delay after glare (RFC 3261 §14.1)', () => {
  it.each([
    [true, 2100, 4000],
    [false, 0, 2000],
  ])('lies for the one who called (%s) between %i and %i ms, in steps of 10', (isInitiator, least, most) => {
    const delays = [0, 0.25, 0.5, 0.75, 0.999999].map((random) => glareDelay(isInitiator, () => random));

    expect([Math.min(...delays), Math.max(...delays)]).toEqual([least, most]);
    expect(delays.filter((delay) => delay % 10 !== 0)).toEqual([]);
  });
});

describe('offer and answer', () => {
  it('go one exchange at a time', () => {
    const exchange = new OfferAnswer();
    exchange.offer('us', 'a');

    expect(() => exchange.offer('them', 'b')).toThrow('an offer is pending');
    exchange.answer('c');
    expect([exchange.local, exchange.remote, exchange.phase]).toEqual(['a', 'c', 'idle']);
    expect(() => exchange.answer('d')).toThrow('no offer');
    exchange.offer('them', 'e');
    exchange.rollBack();
    expect([exchange.local, exchange.remote, exchange.isAgreed]).toEqual(['a', 'c', true]);
  });
});

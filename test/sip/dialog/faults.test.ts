import { answeredCall, twoParties } from './parties';

const bug = (): never => {
  throw new Error('a bug');
};

describe('a handler that throws', () => {
  it('while a request of the call is handled: the far end gets 500 and a BYE, and nothing is left', () => {
    const { network, alice, bob } = answeredCall();
    bob.onOther = bug;
    const ignored = (): void => undefined;
    alice.session.request(() => alice.session.dialog.request('INFO'), {
      onResponse: ignored,
      onTimeout: ignored,
      onTransportFailure: ignored,
    });
    network.pass(100_000);

    expect(network.since()).toEqual(['alice INFO', 'bob 500 INFO', 'bob BYE', 'alice 200 BYE']);
    expect(bob.happened).toEqual(['INFO', 'fault: a bug', 'ended: lost']);
    expect(alice.happened).toEqual(['ended: remote']);
    expect([bob.dialogs.size, bob.transactions.size, bob.wheel.size]).toEqual([0, 0, 0]);
  });

  it('does not harm another call', () => {
    const { network, alice, bob } = answeredCall();
    const carol = network.party('carol');
    carol.call('bob');
    network.pass(100);
    bob.onOther = bug;
    const ignored = (): void => undefined;
    carol.session.request(() => carol.session.dialog.request('INFO'), {
      onResponse: ignored,
      onTimeout: ignored,
      onTransportFailure: ignored,
    });
    network.pass(100_000);

    expect(carol.happened).toEqual(['answer: bob answers', 'answered', 'ended: remote']);
    expect(alice.session.isOver).toBe(false);
    expect(bob.dialogs.size).toBe(1);
  });

  it('while the answer to our INVITE is handled: the call fails, or is hung up again', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept('bob answers');
    const push = alice.happened.push.bind(alice.happened);
    alice.happened.push = (what: string) => (what === 'answered' ? bug() : push(what));
    alice.call('bob');
    network.pass(100_000);

    expect([...alice.happened]).toEqual(['answer: bob answers', 'fault: a bug', 'ended: lost']);
    expect(bob.happened.at(-1)).toBe('ended: remote');
    for (const party of [alice, bob])
      expect([party.dialogs.size, party.transactions.size, party.wheel.size]).toEqual([0, 0, 0]);
  });

  it('while the answer to our offer is handled: the call ends', async () => {
    const { network, alice, bob } = answeredCall();
    const push = alice.happened.push.bind(alice.happened);
    alice.happened.push = (what: string) => (what.startsWith('answer: ') ? bug() : push(what));
    const offered = alice.session.offer('alice offers again');
    network.pass(100_000);

    expect(await offered).toEqual({ outcome: 'ended' });
    expect([...alice.happened]).toEqual(['fault: a bug', 'ended: lost']);
    expect(bob.happened.at(-1)).toBe('ended: remote');
  });
});

describe('a malformed header field', () => {
  it.each(['Session-Expires', 'Min-SE', 'Supported', 'Record-Route'])(
    '%s of an INVITE refuses it and leaves no dialog',
    (name) => {
      const { network, alice, bob } = twoParties();
      network.edit = (request) => void (request.method === 'INVITE' && request.headers.setRaw(name, '<<;;'));
      alice.call('bob');
      network.pass(100_000);

      expect(alice.happened).toEqual(['failed 400']);
      expect([bob.happened, bob.dialogs.size, bob.transactions.size]).toEqual([[], 0, 0]);
    },
  );

  it('of a further INVITE refuses it, and the next one is taken', async () => {
    const { network, alice, bob } = answeredCall();
    network.edit = (request) => void (request.method === 'INVITE' && request.headers.setRaw('Session-Expires', '<<;;'));
    const refused = alice.session.offer('once more');
    network.pass(1000);
    network.edit = undefined;
    const taken = alice.session.offer('and again');
    network.pass(1000);

    expect([await refused, await taken]).toEqual([{ outcome: 'refused', status: 400 }, { outcome: 'answered' }]);
    expect(bob.happened).toEqual(['offer: and again']);
  });
});

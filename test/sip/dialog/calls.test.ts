import { answeredCall, loses, Network, twoParties } from './parties';

describe('a call', () => {
  it('rings, is answered and hung up', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => {
      call.progress(180);
      call.accept('bob answers');
    };
    alice.call('bob');
    network.pass(100);
    alice.session.hangUp();
    network.pass(100_000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 180 INVITE',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'alice BYE',
      'bob 200 BYE',
    ]);
    expect(alice.happened).toEqual(['progress 180', 'answer: bob answers', 'answered', 'ended: local']);
    expect(bob.happened).toEqual(['call: alice offers', 'ended: remote']);
    expect(
      [alice, bob].map(({ dialogs, transactions, wheel }) => [dialogs.size, transactions.size, wheel.size]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('without an offer gets one in the 200 and answers it in the ACK', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept('bob offers');
    alice.call('bob', false);
    network.pass(100);

    expect(network.since()).toEqual(['alice INVITE', 'bob 200 INVITE +sdp', 'alice ACK +sdp']);
    expect(alice.happened).toEqual(['offer: bob offers', 'answered']);
    expect(bob.happened).toEqual(['call', 'answer: alice to bob offers']);
  });

  it('waits with the ACK for an answer that takes its time', async () => {
    const { network, alice, bob } = twoParties();
    let decide: (answer: string) => void = () => undefined;
    alice.answer = () => new Promise((resolve) => (decide = resolve));
    bob.onCall = (call) => call.accept('bob offers');
    alice.call('bob', false);
    network.pass(600);
    expect(network.since()).toEqual(['alice INVITE', 'bob 200 INVITE +sdp', 'bob 200 INVITE +sdp']);
    decide('at last');
    await new Promise(setImmediate);
    network.pass(1000);

    expect(network.since()).toEqual(['alice ACK +sdp']);
    expect(bob.happened).toEqual(['call', 'answer: at last']);
  });

  it('is refused', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.reject(486);
    alice.call('bob');
    network.pass(100_000);

    expect(network.since()).toEqual(['alice INVITE +sdp', 'bob 486 INVITE', 'alice ACK']);
    expect([alice.happened, bob.happened]).toEqual([['failed 486'], ['call: alice offers', 'ended: local']]);
  });

  it('goes on when the 200 has no answer to its offer: it is hung up', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept();
    alice.call('bob');
    network.pass(100);

    expect(network.since()).toEqual(['alice INVITE +sdp', 'bob 200 INVITE', 'alice ACK', 'alice BYE', 'bob 200 BYE']);
    expect(alice.happened).toEqual(['answered', 'ended: local']);
  });

  it('is tried again with credentials, also when it is hung up', () => {
    const { network, alice, bob } = twoParties();
    const challenged: string[] = [];
    const original = bob.receive.bind(bob);
    bob.receive = (message, from) => {
      const method = message.kind === 'request' ? message.method : '';
      const isNew = /^(INVITE|BYE)$/.test(method) && !message.headers.has('Authorization');
      if (!isNew || message.kind !== 'request') return original(message, from);
      challenged.push(method);
      bob.transactions.respondStateless(message, bob.flowTo(from), { status: 401 });
    };
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(100);
    alice.session.hangUp();
    network.pass(100);

    expect(challenged).toEqual(['INVITE', 'BYE']);
    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 401 INVITE',
      'alice ACK',
      'alice INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'alice BYE',
      'bob 401 BYE',
      'alice BYE',
      'bob 200 BYE',
    ]);
  });
});

describe('a phone of RFC 2543', () => {
  it('is understood although its answers have no tag', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept('bob answers');
    const [toAlice, toBob] = [alice.receive.bind(alice), bob.receive.bind(bob)];
    alice.receive = (message, from) => {
      if (message.kind === 'response') message.headers.setRaw('To', '<sip:bob@example.com>');
      toAlice(message, from);
    };
    bob.receive = (message, from) => {
      if (message.kind === 'request' && message.method !== 'INVITE') {
        message.headers.setRaw('To', `<sip:bob@example.com>;tag=${bob.session.dialog.localTag}`);
      }
      toBob(message, from);
    };
    alice.call('bob');
    network.pass(100);
    alice.session.hangUp();
    network.pass(100);

    expect(alice.happened).toEqual(['answer: bob answers', 'answered', 'ended: local']);
    expect(bob.happened).toEqual(['call: alice offers', 'ended: remote']);
  });
});

describe('the ACK', () => {
  it('is sent again for a 200 that comes again', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('ACK', 2);
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(10_000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'bob 200 INVITE +sdp',
      'alice ACK',
    ]);
    expect(alice.happened).toEqual(['answer: bob answers', 'answered']);
  });

  it('that never comes ends the call after 64 T1', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('ACK');
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(32_000);
    expect(bob.happened).toEqual(['call: alice offers']);
    network.pass(100);

    expect(bob.happened).toEqual(['call: alice offers', 'ended: no-ack']);
    expect(network.since().slice(-2)).toEqual(['bob BYE', 'alice 200 BYE']);
    expect(alice.happened.at(-1)).toBe('ended: remote');
  });

  it('is not overtaken by our BYE', () => {
    const { network, alice, bob } = twoParties();
    network.delivers = loses('ACK', 1);
    bob.onCall = (call) => {
      call.accept('bob answers');
      call.session.hangUp();
    };
    alice.call('bob');
    network.pass(5000);

    expect(bob.happened).toEqual(['call: alice offers', 'ended: local']);
    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'bob BYE',
      'alice 200 BYE',
    ]);
  });
});

describe('a call that is given up', () => {
  it('is cancelled while it rings', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.progress(180);
    const call = alice.call('bob');
    network.pass(100);
    call.cancel();
    call.cancel();
    network.pass(100_000);

    expect(network.since()).toEqual([
      'alice INVITE +sdp',
      'bob 180 INVITE',
      'alice CANCEL',
      'bob 200 CANCEL',
      'bob 487 INVITE',
      'alice ACK',
    ]);
    expect(alice.happened).toEqual(['progress 180', 'ended: not-chosen', 'failed 487']);
    expect(bob.happened).toEqual(['call: alice offers', 'ended: remote', 'cancelled']);
    expect([alice, bob].map(({ dialogs, transactions }) => [dialogs.size, transactions.size])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('and answered at the same moment is hung up again', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.progress(180);
    const call = alice.call('bob');
    network.pass(100);
    call.cancel();
    bob.incoming[0]?.accept('bob answers');
    network.pass(1000);

    expect(network.since().slice(2)).toEqual([
      'alice CANCEL',
      'bob 200 INVITE +sdp',
      'bob 200 CANCEL',
      'alice ACK',
      'alice BYE',
      'bob 200 BYE',
    ]);
    expect(alice.happened).toEqual(['progress 180', 'ended: local', 'failed cancelled']);
    expect(bob.happened).toEqual(['call: alice offers', 'ended: remote']);
  });

  it('fails when the target is unreachable', () => {
    const { network, alice } = twoParties();
    network.delivers = () => false;
    alice.call('bob');
    network.pass(32_000);

    expect(alice.happened).toEqual(['failed timeout']);
  });
});

describe('a call that reaches several phones', () => {
  function forked() {
    const network = new Network();
    const [alice, bob, carol] = [network.party('alice'), network.party('bob'), network.party('carol')];
    network.route = ({ name, to }) => (name.startsWith('INVITE') ? ['bob', 'carol'] : [to]);
    for (const phone of [bob, carol]) phone.onCall = (call) => call.progress(180);
    const call = alice.call('bob');
    network.pass(100);
    return { network, alice, bob, carol, call };
  }

  it('is a session with each of them while they ring', () => {
    const { alice } = forked();

    expect([alice.happened, alice.dialogs.size]).toEqual([['progress 180', 'progress 180'], 2]);
  });

  it('goes to the first one that answers; one that answers later is hung up', () => {
    const { network, alice, bob, carol } = forked();
    network.since();
    carol.incoming[0]?.accept('carol answers');
    bob.incoming[0]?.accept('bob answers');
    network.pass(1000);

    expect(network.since()).toEqual([
      'carol 200 INVITE +sdp',
      'bob 200 INVITE +sdp',
      'alice ACK',
      'alice ACK',
      'alice BYE',
      'bob 200 BYE',
    ]);
    expect(alice.happened.filter((what) => !what.startsWith('progress'))).toEqual([
      'ended: not-chosen',
      'answer: carol answers',
      'answered',
      'ended: local',
    ]);
    expect([bob.happened.at(-1), carol.happened]).toEqual(['ended: remote', ['call: alice offers']]);
    expect(alice.dialogs.size).toBe(1);
  });
});

describe('requests of a dialog', () => {
  it('may arrive before the response that creates it', () => {
    const { network, alice, bob } = answeredCall();
    const { callId } = alice.session.dialog;
    const stop = bob.dialogs.expect(
      { callId, localTag: 'not-yet' },
      { onRequest: (transaction) => transaction.reply(202) },
    );
    const statuses: number[] = [];
    const notify = (): void => {
      const make = () => {
        const request = alice.session.dialog.request('NOTIFY');
        request.headers.setRaw('To', '<sip:bob@example.com>;tag=not-yet');
        return request;
      };
      const ignored = (): void => undefined;
      const onResponse = ({ status }: { status: number }): void => void statuses.push(status);
      alice.session.request(make, { onResponse, onTimeout: ignored, onTransportFailure: ignored });
      network.pass(100);
    };
    notify();
    stop();
    notify();

    expect(statuses).toEqual([202, 481]);
  });

  it('that belong to none are answered 481, and those out of order 500', () => {
    const { network, alice, bob } = answeredCall();
    const send = (make: () => ReturnType<typeof alice.session.dialog.request>): void => {
      const ignored = (): void => undefined;
      const onResponse = ({ status }: { status: number }): void => void alice.happened.push(`got ${status}`);
      alice.session.request(make, { onResponse, onTimeout: ignored, onTransportFailure: ignored });
      network.pass(100);
    };
    send(() => alice.session.dialog.request('INFO'));
    send(() => {
      const old = alice.session.dialog.request('INFO');
      old.headers.setRaw('CSeq', '1 INFO');
      return old;
    });
    send(() => {
      const foreign = alice.session.dialog.request('INFO');
      foreign.headers.setRaw('From', '<sip:alice@example.com>;tag=stranger');
      return foreign;
    });

    expect(alice.happened).toEqual(['got 200', 'got 500', 'got 481']);
    expect(bob.happened).toEqual(['INFO']);
  });
});

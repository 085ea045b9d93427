import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SipMessage } from '../../../src/sip/message/message';
import type { InviteSession } from '../../../src/sip/dialog/invite-session';
import type { Party } from './parties';
import { Network, twoParties } from './parties';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('an outgoing call that has ended', () => {
  it('acknowledges a 200 that comes again', () => {
    const { network, alice, bob } = twoParties();
    const answers: SipMessage[] = [];
    network.delivers = ({ name, message }) => {
      if (name === '200 INVITE +sdp') answers.push(message);
      return true;
    };
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(100);
    alice.session.hangUp();
    network.pass(100);
    network.since();
    for (const answer of answers) alice.receive(answer, 'bob');

    expect(network.since()).toEqual(['alice ACK']);
  });

  it('acknowledges it with the answer that it has given to the offer in it', () => {
    const { network, alice, bob } = twoParties();
    const answers: SipMessage[] = [];
    const sent: string[] = [];
    network.delivers = ({ name, message }) => {
      if (name === '200 INVITE +sdp') answers.push(message);
      if (name.startsWith('ACK')) sent.push(message.body.toString());
      return true;
    };
    bob.onCall = (call) => call.accept('bob offers');
    alice.call('bob', false);
    network.pass(100);
    alice.session.hangUp();
    network.pass(100);
    for (const answer of answers) alice.receive(answer, 'bob');
    network.pass(100);

    expect(sent).toEqual(['alice to bob offers', 'alice to bob offers']);
  });

  it('is forgotten half a minute after its answer, however late in it the call ended', () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(20_000);
    alice.session.hangUp();
    network.pass(11_000);
    const before = alice.transactions.size;
    network.pass(1100);

    expect([before, alice.transactions.size]).toEqual([1, 0]);
  });

  it('hangs a phone up that answers only now', () => {
    const network = new Network();
    const [alice, bob, carol] = [network.party('alice'), network.party('bob'), network.party('carol')];
    network.route = ({ name, to }) => (name.startsWith('INVITE') ? ['bob', 'carol'] : [to]);
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(100);
    alice.session.hangUp();
    network.pass(100);
    network.since();
    carol.incoming[0]?.accept('carol answers');
    network.pass(1000);

    expect(network.since()).toEqual(['carol 200 INVITE +sdp', 'alice ACK', 'alice BYE', 'carol 200 BYE']);
    expect([alice.happened.at(-1), carol.happened.at(-1), alice.dialogs.size]).toEqual([
      'ended: local',
      'ended: remote',
      0,
    ]);
  });

  it('does not stay in memory while answers may come', async () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.accept('bob answers');
    alice.call('bob');
    network.pass(100);
    const session = hungUp(alice);
    network.pass(1000);
    // What a turn has read of a WeakRef lives until the turn ends.
    await new Promise(setImmediate);
    collectGarbage();

    expect([alice.transactions.size, session.deref()]).toEqual([1, undefined]);
  });

  it('that was refused does not stay either', async () => {
    const { network, alice, bob } = twoParties();
    bob.onCall = (call) => call.reject(486);
    const call = new WeakRef(alice.call('bob'));
    network.pass(1000);
    await new Promise(setImmediate);
    collectGarbage();

    expect([alice.happened, alice.transactions.size, call.deref()]).toEqual([['failed 486'], 1, undefined]);
  });
});

function hungUp(party: Party): WeakRef<InviteSession> {
  const session = new WeakRef(party.session);
  party.session.hangUp();
  party.sessions.length = 0;
  return session;
}

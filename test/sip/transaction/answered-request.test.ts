import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseDatagram } from '../../../src/sip/message/parsing/parse-message';
import type { SipRequest } from '../../../src/sip/message/message';
import type { Sending } from '../../../src/sip/transaction/transaction-observer';
import { defaultTimers } from '../../../src/sip/transaction/timer-settings';
import { TimerWheel } from '../../../src/sip/transaction/timer-wheel';
import { TransactionLayer } from '../../../src/sip/transaction/transaction-layer';
import { ManualClock } from '../../support/client/client-clock';
import { peerRequest } from './transaction-rig';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Answers every request with 200, and keeps nothing of it. */
function anAnsweringRig() {
  const sendings: Sending[] = [];
  const requests: WeakRef<SipRequest>[] = [];
  const channel = {
    isReliable: false,
    transport: 'UDP',
    sentBy: { host: '192.0.2.1', port: 5060 },
    send: () => undefined,
  };
  const layer = new TransactionLayer({
    wheel: new TimerWheel(new ManualClock(), (error) => {
      throw error;
    }),
    timers: defaultTimers,
    randomText: (length) => 'a'.repeat(length),
    maxTransactions: 10,
    user: {
      onRequest: (transaction) => {
        requests.push(new WeakRef(transaction.request));
        transaction.reply(200);
      },
      onAck: () => undefined,
    },
    observer: {
      onSent: (_message, sending) => void sendings.push(sending),
      onRepeated: () => undefined,
      onFinal: () => undefined,
    },
  });
  const receive = (bytes: Buffer): void => {
    const { message } = parseDatagram(bytes);
    if (message !== undefined) layer.receive(message, channel);
  };
  return { layer, receive, requests, sendings };
}

describe('an answered request', () => {
  it.each(['INVITE', 'OPTIONS'])('%s does not stay in memory while copies of it may come', async (method) => {
    const { layer, receive, requests } = anAnsweringRig();
    receive(peerRequest(method));
    // What a turn has read of a WeakRef lives until the turn ends.
    await new Promise(setImmediate);
    collectGarbage();

    expect([layer.size, requests.map((request) => request.deref())]).toEqual([1, [undefined]]);
  });

  it('shows its answer to observers again when it is repeated', () => {
    const { receive, sendings } = anAnsweringRig();
    receive(peerRequest('OPTIONS'));
    receive(peerRequest('OPTIONS'));

    expect(sendings.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
    expect(sendings[1]?.bytes.equals(sendings[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

import { viaHeader } from '../../../src/sip/message/headers/address-headers';
import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipMessage, SipResponse } from '../../../src/sip/message/message';
import { SipRequest } from '../../../src/sip/message/message';
import { startLine } from '../../../src/sip/message/write-message';
import type { MessageChannel } from '../../../src/sip/transaction/message-channel';
import type { ServerTransaction } from '../../../src/sip/transaction/server-transaction';
import type { TimerSettings } from '../../../src/sip/transaction/timer-settings';
import { defaultTimers } from '../../../src/sip/transaction/timer-settings';
import { TimerWheel } from '../../../src/sip/transaction/timer-wheel';
import { TransactionLayer } from '../../../src/sip/transaction/transaction-layer';
import { ManualClock } from '../../support/client/client-clock';
import { SeededRandom } from '../../support/seeded-random';
import { parsed, wire } from '../message/parsed';
import { wordOf } from '../../../src/shared/pooled-random';

export type Sent = readonly [time: number, line: string];

interface RigOptions {
  readonly isReliable?: boolean;
  readonly timers?: Partial<TimerSettings>;
  readonly maxTransactions?: number;
}

/** Transactions on a virtual clock, with a peer that does what the test says. */
export function aRig({ isReliable = false, timers = {}, maxTransactions = 1000 }: RigOptions = {}) {
  const clock = new ManualClock();
  const sent: Sent[] = [];
  const messages: SipMessage[] = [];
  const happened: Sent[] = [];
  const faults: unknown[] = [];
  const state = { failure: undefined as Error | undefined };
  const channel: MessageChannel = {
    isReliable,
    transport: isReliable ? 'TCP' : 'UDP',
    sentBy: { host: '192.0.2.10', port: 5060 },
    send: (bytes, onFailure) => {
      if (state.failure !== undefined) return onFailure?.(state.failure);
      const message = parsed(bytes);
      messages.push(message);
      sent.push([
        clock.now(),
        startLine(message)
          .replace(/ sip:.*| SIP\/2.0/, '')
          .replace('SIP/2.0 ', ''),
      ]);
    },
  };
  const happens = (what: string): void => void happened.push([clock.now(), what]);
  const servers: ServerTransaction[] = [];
  const wheel = new TimerWheel(clock, (error) => faults.push(error));
  const random = new SeededRandom(1);
  const layer = new TransactionLayer({
    wheel,
    timers: { ...defaultTimers, ...timers },
    randomText: (length) => wordOf(Buffer.from(Array.from({ length: (length / 4) * 3 }, () => random.below(256)))),
    maxTransactions,
    user: {
      onRequest: (transaction) => {
        servers.push(transaction);
        happens(`request ${transaction.request.method}`);
        transaction.listen({
          onCancel: () => happens('cancel'),
          onAck: () => happens('ack'),
          onTimeout: () => happens('timeout'),
          onTransportFailure: () => happens('failure'),
          onTerminated: () => happens('terminated'),
        });
      },
      onAck: () => happens('ack for 2xx'),
    },
  });
  return {
    clock,
    wheel,
    layer,
    channel,
    sent,
    messages,
    happened,
    faults,
    state,
    servers,
    /** The peer sends something. */
    receive: (bytes: Buffer) => layer.receive(parsed(bytes), channel),
    /** Sends a request of ours and reports what becomes of it. */
    send: (method: string) =>
      layer.sendRequest(request(method), channel, {
        onResponse: ({ status }) => happens(`response ${status}`),
        onTimeout: () => happens('timeout'),
        onTransportFailure: () => happens('failure'),
      }),
    /** The peer answers the last request of ours of that method. */
    answer: (status: number, method: string): void => {
      const found = messages.findLast((message) => message instanceof SipRequest && message.method === method);
      if (!(found instanceof SipRequest)) throw new Error(`no ${method} was sent`);
      layer.receive(makeResponse(found, status, { toTag: 'peer' }), channel);
    },
  };
}

/** A request of ours, without Via. */
export function request(method: string): SipRequest {
  const made = parsed(peerRequest(method));
  if (!(made instanceof SipRequest)) throw new Error('expected a request');
  made.headers.delete('Via');
  return made;
}

/** A request of the peer. */
export function peerRequest(
  method: string,
  { branch = 'z9hG4bKpeer1', toTag = '', sequence = 1, via = '192.0.2.1:5062', callId = 'call-1' } = {},
): Buffer {
  const branchParameter = branch === '' ? '' : `;branch=${branch}`;
  return wire(`${method} sip:bob@192.0.2.10 SIP/2.0
Via: SIP/2.0/UDP ${via}${branchParameter}
Max-Forwards: 70
From: <sip:alice@example.com>;tag=a1
To: <sip:bob@example.com>${toTag === '' ? '' : `;tag=${toTag}`}
Call-ID: ${callId}
CSeq: ${sequence} ${method}
Content-Length: 0`);
}

export function tagOfAnswer(response: SipResponse): string | undefined {
  return /tag=([^;]+)/.exec(response.headers.raw('To') ?? '')?.[1];
}

export function topBranch(message: SipMessage): string | undefined {
  return message.headers.get(viaHeader)?.params.get('branch');
}

import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipRequest, SipResponse } from '../../../src/sip/message/message';
import { InviteClientTransaction } from '../../../src/sip/transaction/invite-client-transaction';
import { hopsAfterThis } from '../../../src/sip/transaction/max-forwards';
import { defaultTimers } from '../../../src/sip/transaction/timer-settings';
import { parsedRequest, tortureMessage } from '../message/parsed';
import { aRig, peerRequest, request, tagOfAnswer, topBranch } from './transaction-rig';

const whats = (entries: readonly (readonly [number, string])[]): string[] => entries.map(([, what]) => what);

describe('a server transaction', () => {
  it('answers repeated requests by itself', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(180);
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(486);
    rig.receive(peerRequest('INVITE'));
    rig.receive(peerRequest('ACK'));
    rig.receive(peerRequest('INVITE'));

    expect(whats(rig.sent)).toEqual(['180 Ringing', '180 Ringing', '486 Busy Here', '486 Busy Here']);
    expect(whats(rig.happened)).toEqual(['request INVITE', 'ack']);
  });

  it('keeps silent towards a repeated request as long as there is no answer', () => {
    const rig = aRig();
    rig.receive(peerRequest('OPTIONS'));
    rig.receive(peerRequest('OPTIONS'));

    expect([rig.sent, whats(rig.happened)]).toEqual([[], ['request OPTIONS']]);
  });

  it('takes one final answer; a 2xx to an INVITE may be repeated', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.receive(peerRequest('OPTIONS', { branch: 'z9hG4bK2', sequence: 2 }));
    for (const server of rig.servers) for (const status of [200, 486, 200, 180]) server.reply(status);

    expect(whats(rig.sent)).toEqual(['200 OK', '200 OK', '200 OK']);
  });

  it.each([
    ['another branch', { branch: 'z9hG4bKother' }, { callId: 'call-2' }],
    ['another sender', { via: '192.0.2.2:5062' }, { callId: 'call-2' }],
    ['another port of the sender', { via: '192.0.2.1:5063' }, { callId: 'call-2' }],
  ])('is another one for %s', (_what, other, identity) => {
    const rig = aRig();
    rig.receive(peerRequest('OPTIONS'));
    rig.receive(peerRequest('OPTIONS', { ...other, ...identity }));

    expect(rig.servers).toHaveLength(2);
  });

  it.each(['', 'z9hG4bK', 'old-style'])('without a branch of the new kind (%j) is found as RFC 2543 says', (branch) => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE', { branch }));
    rig.receive(peerRequest('INVITE', { branch }));
    rig.servers[0]?.reply(404);
    rig.receive(peerRequest('ACK', { branch, toTag: 'ours' }));
    rig.receive(peerRequest('INVITE', { branch, sequence: 2 }));

    expect(whats(rig.happened)).toEqual(['request INVITE', 'ack', 'request INVITE']);
  });

  it('gets the ACK for its refusal; the one for a 2xx goes to the user', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(200);
    rig.receive(peerRequest('ACK', { branch: 'z9hG4bKack', toTag: 'x' }));

    expect(whats(rig.happened)).toEqual(['request INVITE', 'ack for 2xx']);
  });

  it('hears of a CANCEL, which is answered at once and under the same tag', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.receive(peerRequest('CANCEL'));
    rig.receive(peerRequest('CANCEL'));
    rig.servers[0]?.reply(487);
    rig.receive(peerRequest('CANCEL'));

    expect(whats(rig.happened)).toEqual(['request INVITE', 'cancel']);
    expect(whats(rig.sent)).toEqual(['200 OK', '200 OK', '487 Request Terminated', '200 OK']);
    const tags = rig.messages.map((message) => tagOfAnswer(message as SipResponse));
    expect(new Set(tags).size).toBe(1);
  });

  it('does not hear of a CANCEL after its final answer', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(200);
    rig.receive(peerRequest('CANCEL'));

    expect([whats(rig.happened), whats(rig.sent)]).toEqual([['request INVITE'], ['200 OK', '200 OK']]);
  });

  it('does not exist for a stray CANCEL: 481', () => {
    const rig = aRig();
    rig.receive(peerRequest('CANCEL'));
    rig.receive(peerRequest('CANCEL'));

    const line = '481 Call/Transaction Does Not Exist';
    expect([whats(rig.sent), rig.happened]).toEqual([[line, line], []]);
  });

  it.each([false, true])(
    'leaves the ACK to a 2xx to the user, with whatever branch (another call was refused: %j)',
    (isRefused) => {
      const rig = aRig();
      if (isRefused) rig.receive(peerRequest('INVITE', { branch: 'z9hG4bKother', toTag: 'other' }));
      rig.servers[0]?.reply(486);
      rig.receive(peerRequest('INVITE'));
      rig.servers.at(-1)?.reply(200);
      rig.happened.length = 0;
      rig.receive(peerRequest('ACK'));

      expect(whats(rig.happened)).toEqual(['ack for 2xx']);
    },
  );

  it('ends when its answer cannot be sent', () => {
    const rig = aRig({ isReliable: true });
    rig.receive(peerRequest('INVITE'));
    rig.state.failure = new Error('gone');
    rig.servers[0]?.reply(200);

    expect(whats(rig.happened)).toEqual(['request INVITE', 'failure', 'terminated']);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });

  it('ends when its answer cannot be sent as a datagram, and not when it is repeated either', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.state.failure = new Error('gone');
    rig.servers[0]?.reply(486);
    const atFirst = whats(rig.happened);
    rig.clock.advance(2 * defaultTimers.t1);

    expect(atFirst).toEqual(['request INVITE']);
    expect(whats(rig.happened)).toEqual(['request INVITE', 'failure', 'terminated']);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });
});

describe('the transaction layer', () => {
  it('refuses a copy of a request that has come another way: 482', () => {
    const rig = aRig();
    rig.receive(peerRequest('INVITE'));
    rig.receive(peerRequest('INVITE', { branch: 'z9hG4bKother' }));
    rig.receive(peerRequest('INVITE', { branch: 'z9hG4bKthird', toTag: 'x' }));

    expect([whats(rig.sent), whats(rig.happened)]).toEqual([
      ['482 Loop Detected'],
      ['request INVITE', 'request INVITE'],
    ]);
  });

  it('takes the same request again once the first one is over', () => {
    const rig = aRig({ isReliable: true });
    rig.receive(peerRequest('OPTIONS'));
    rig.servers[0]?.reply(200);
    rig.receive(peerRequest('OPTIONS', { branch: 'z9hG4bKother' }));

    expect(rig.servers).toHaveLength(2);
  });

  it('gives stateless answers that are always the same', () => {
    const rig = aRig();
    const request = parsedRequest(peerRequest('OPTIONS'));
    for (let count = 0; count < 2; count += 1) rig.layer.respondStateless(request, rig.channel, { status: 404 });
    const [one, other] = rig.messages.map((message) => tagOfAnswer(message as SipResponse));

    expect(one).toBeDefined();
    expect(one).toBe(other);
    expect(rig.layer.size).toBe(0);
  });

  it('answers 503 and remembers nothing beyond its limit, but serves what it has', () => {
    const rig = aRig({ maxTransactions: 1 });
    rig.receive(peerRequest('INVITE'));
    rig.receive(peerRequest('OPTIONS', { branch: 'z9hG4bK2', callId: '2' }));
    rig.servers[0]?.reply(486);
    rig.receive(peerRequest('ACK'));

    expect(whats(rig.sent)).toEqual(['503 Service Unavailable', '486 Busy Here']);
    expect(rig.messages[0]?.headers.raw('Retry-After')).toBe('5');
    expect([rig.layer.size, whats(rig.happened)]).toEqual([1, ['request INVITE', 'ack']]);
  });

  it('ends everything when it is closed', () => {
    const rig = aRig();
    rig.send('INVITE');
    rig.receive(peerRequest('INVITE'));
    rig.layer.close();
    rig.clock.advance(100_000);

    expect([rig.layer.size, rig.wheel.size, rig.clock.running]).toEqual([0, 0, 0]);
  });

  it.each([
    ['zeromf', undefined],
    ['inv2543', 69],
    ['intmeth', 254],
  ])('knows how many hops %s has left', (name, hops) => {
    expect(hopsAfterThis(parsedRequest(tortureMessage(name)))).toBe(hops);
  });
});

describe('a client transaction', () => {
  it('puts a Via of its own on top, with a branch that no other has', () => {
    const rig = aRig();
    rig.send('OPTIONS');
    rig.send('OPTIONS');
    const branches = rig.messages.map(topBranch);

    expect(rig.messages[0]?.headers.raw('Via')).toMatch(/^SIP\/2\.0\/UDP 192\.0\.2\.10:5060;rport;branch=z9hG4bK.+/);
    expect(new Set(branches).size).toBe(2);
  });

  it('hears only answers that are meant for it', () => {
    const rig = aRig();
    const { request } = rig.send('OPTIONS');
    const answer = (change: (response: SipResponse) => unknown): void => {
      const response = makeResponse(request, 200, { toTag: 'x' });
      change(response);
      rig.layer.receive(response, rig.channel);
    };
    const via = request.headers.raw('Via') ?? '';
    answer(({ headers }) => headers.add('Via', 'SIP/2.0/UDP 192.0.2.99'));
    answer(({ headers }) => headers.setRaw('Via', via.replace('192.0.2.10', '192.0.2.11')));
    answer(({ headers }) => headers.setRaw('Via', via.replace('z9hG4bK', 'z9hG4bKx')));
    answer(({ headers }) => headers.setRaw('CSeq', '1 INVITE'));
    answer(({ headers }) => headers.setRaw('CSeq', '2 OPTIONS'));

    expect(rig.happened).toEqual([]);
    answer(() => undefined);
    expect(whats(rig.happened)).toEqual(['response 200']);
  });

  it('acknowledges a refusal with the branch, route and tag that belong to it', () => {
    const rig = aRig();
    rig.send('INVITE').request.headers.add('Route', '<sip:proxy.example.com;lr>');
    rig.answer(404, 'INVITE');
    const [invite, ack] = rig.messages as [SipRequest, SipRequest];

    expect(ack.method).toBe('ACK');
    expect(ack.uriText).toBe(invite.uriText);
    expect(topBranch(ack)).toBe(topBranch(invite));
    expect(ack.headers.raw('To')).toBe('<sip:bob@example.com>;tag=peer');
    expect(ack.headers.raw('CSeq')).toBe('1 ACK');
    expect(ack.headers.raw('Route')).toBe('<sip:proxy.example.com;lr>');
    expect(ack.headers.raw('Max-Forwards')).toBe('70');
  });

  it.each([
    ['before a provisional answer: it waits for one', ['cancel', 100], ['INVITE', 'CANCEL']],
    ['after a provisional answer: at once', [180, 'cancel', 'cancel'], ['INVITE', 'CANCEL']],
    ['overtaken by the final answer: never', ['cancel', 486], ['INVITE', 'ACK']],
    ['after the final answer: never', [200, 'cancel'], ['INVITE']],
  ] as const)('is cancelled %s', (_what, steps, sent) => {
    const rig = aRig();
    const invite = rig.send('INVITE');
    if (!(invite instanceof InviteClientTransaction)) throw new Error('expected an INVITE');
    for (const step of steps) {
      if (step === 'cancel') rig.layer.cancel(invite);
      else rig.answer(step, 'INVITE');
    }

    expect(whats(rig.sent)).toEqual(sent);
  });

  it('has a CANCEL with its own branch, and a 2xx may still win', () => {
    const rig = aRig();
    const invite = rig.send('INVITE');
    rig.answer(180, 'INVITE');
    rig.layer.cancel(invite as InviteClientTransaction);
    const [sent, cancel] = rig.messages as [SipRequest, SipRequest];
    rig.answer(200, 'CANCEL');
    rig.answer(200, 'INVITE');

    expect([topBranch(cancel), cancel.headers.raw('CSeq')]).toEqual([topBranch(sent), '1 CANCEL']);
    expect(whats(rig.happened)).toEqual(['response 180', 'response 200']);
  });

  it.each(['INVITE', 'OPTIONS'])('says when its %s does not leave, and ends', (method) => {
    const rig = aRig();
    rig.state.failure = new Error('unreachable');
    rig.send(method);
    rig.clock.advance(100_000);

    expect(whats(rig.happened)).toEqual(['failure']);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });

  it.each(['INVITE', 'OPTIONS'])('ends although the handler of the answer to its %s throws', (method) => {
    const rig = aRig();
    rig.layer.sendRequest(request(method), rig.channel, {
      onResponse: () => {
        throw new Error('the handler failed');
      },
      onTimeout: () => undefined,
      onTransportFailure: () => undefined,
    });

    expect(() => rig.answer(486, method)).toThrow('the handler failed');
    rig.clock.advance(100_000);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });
});

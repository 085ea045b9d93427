import type { InviteClientTransaction } from '../../../src/sip/transaction/invite-client-transaction';
import type { Sent } from './transaction-rig';
import { aRig, peerRequest } from './transaction-rig';

/** Moments at which a line goes out or something happens, in milliseconds since the beginning. */
const times = (entries: readonly Sent[], what: string): number[] =>
  entries.filter(([, each]) => each === what).map(([time]) => time);

const minute = 60_000;

describe.each([
  ['unreliable', false],
  ['reliable', true],
])('timers of RFC 3261 §17 over an %s transport', (_name, isReliable) => {
  const onlyUnreliable = <Value>(values: Value[]): Value[] => (isReliable ? values.slice(0, 1) : values);

  it('A: the INVITE is repeated with doubled pauses; B: and given up after 64 T1', () => {
    const rig = aRig({ isReliable });
    rig.send('INVITE');
    rig.clock.advance(minute);

    expect(times(rig.sent, 'INVITE')).toEqual(onlyUnreliable([0, 500, 1500, 3500, 7500, 15_500, 31_500]));
    expect(rig.happened).toEqual([[32_000, 'timeout']]);
    expect([rig.layer.size, rig.wheel.size, rig.clock.running]).toEqual([0, 0, 0]);
  });

  it('A, B: a provisional answer stops both timers', () => {
    const rig = aRig({ isReliable });
    rig.send('INVITE');
    rig.clock.advance(600);
    rig.answer(180, 'INVITE');
    rig.clock.advance(10 * minute);

    expect(times(rig.sent, 'INVITE')).toEqual(onlyUnreliable([0, 500]));
    expect(rig.happened).toEqual([[600, 'response 180']]);
    expect(rig.layer.size).toBe(1);
  });

  it('D: after a refusal, repeated ones are acknowledged for 32 s where they can come', () => {
    const rig = aRig({ isReliable });
    rig.send('INVITE');
    for (const pause of [100, 500, 31_400]) {
      rig.clock.advance(pause);
      rig.answer(486, 'INVITE');
    }
    rig.clock.advance(minute);
    rig.answer(486, 'INVITE');

    expect(times(rig.sent, 'ACK')).toEqual(onlyUnreliable([100, 600, 32_000]));
    expect(rig.happened).toEqual([[100, 'response 486']]);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });

  it('M: every 2xx is passed on for 64 T1 after the first one', () => {
    const rig = aRig({ isReliable });
    rig.send('INVITE');
    rig.answer(200, 'INVITE');
    rig.clock.advance(31_999);
    rig.answer(200, 'INVITE');
    rig.answer(486, 'INVITE');
    rig.answer(180, 'INVITE');
    rig.clock.advance(1);
    rig.answer(200, 'INVITE');

    expect(rig.happened).toEqual([
      [0, 'response 200'],
      [31_999, 'response 200'],
    ]);
    expect([times(rig.sent, 'ACK'), rig.layer.size]).toEqual([[], 0]);
  });

  it('E: other requests are repeated up to every T2; F: and given up after 64 T1', () => {
    const rig = aRig({ isReliable });
    rig.send('OPTIONS');
    rig.clock.advance(minute);

    expect(times(rig.sent, 'OPTIONS')).toEqual(
      onlyUnreliable([0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]),
    );
    expect(rig.happened).toEqual([[32_000, 'timeout']]);
  });

  it('E, F: after a provisional answer every T2, and F still counts', () => {
    const rig = aRig({ isReliable });
    rig.send('OPTIONS');
    rig.clock.advance(600);
    rig.answer(100, 'OPTIONS');
    rig.clock.advance(minute);

    expect(times(rig.sent, 'OPTIONS')).toEqual(
      onlyUnreliable([0, 500, 4600, 8600, 12_600, 16_600, 20_600, 24_600, 28_600]),
    );
    expect(rig.happened.at(-1)).toEqual([32_000, 'timeout']);
  });

  it('K: repeated answers are dropped, and nothing is kept for them', () => {
    const rig = aRig({ isReliable });
    rig.send('OPTIONS');
    rig.answer(200, 'OPTIONS');
    const left = [rig.layer.size, rig.wheel.size];
    rig.clock.advance(4999);
    rig.answer(200, 'OPTIONS');

    expect([left, rig.happened]).toEqual([[0, 0], [[0, 'response 200']]]);
  });

  it('G: a refusal is repeated up to every T2; H: and given up after 64 T1', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(486);
    rig.clock.advance(minute);

    expect(times(rig.sent, '486 Busy Here')).toEqual(
      onlyUnreliable([0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]),
    );
    expect(rig.happened.slice(1)).toEqual([
      [32_000, 'timeout'],
      [32_000, 'terminated'],
    ]);
  });

  it('I: after the ACK, repeated ones are swallowed for T4 where they can come', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(486);
    rig.clock.advance(600);
    rig.receive(peerRequest('ACK'));
    const end = isReliable ? 600 : 5600;
    if (!isReliable) rig.receive(peerRequest('ACK'));
    rig.clock.advance(minute);

    expect(times(rig.sent, '486 Busy Here')).toEqual(onlyUnreliable([0, 500]));
    expect(rig.happened).toEqual([
      [0, 'request INVITE'],
      [600, 'ack'],
      [end, 'terminated'],
    ]);
  });

  it('L: after a 2xx, repeated INVITEs are swallowed for 64 T1', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('INVITE'));
    rig.servers[0]?.reply(200);
    rig.clock.advance(31_999);
    rig.receive(peerRequest('INVITE'));

    expect([rig.sent, rig.happened]).toEqual([[[0, '200 OK']], [[0, 'request INVITE']]]);
    rig.clock.advance(1);
    expect(rig.happened).toContainEqual([32_000, 'terminated']);
  });

  it('J: other requests get their answer again for 64 T1 where they can come again', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('OPTIONS'));
    rig.servers[0]?.reply(200);
    if (!isReliable) {
      rig.clock.advance(31_999);
      rig.receive(peerRequest('OPTIONS'));
      rig.clock.advance(1);
    }

    expect(times(rig.sent, '200 OK')).toEqual(onlyUnreliable([0, 31_999]));
    expect(rig.happened).toEqual([
      [0, 'request OPTIONS'],
      [isReliable ? 0 : 32_000, 'terminated'],
    ]);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });

  it('100 goes out when an INVITE has no other answer within 200 ms', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('INVITE'));
    rig.clock.advance(minute);

    expect(rig.sent).toEqual([[200, '100 Trying']]);
  });

  it('100 does not go out when there is another answer', () => {
    const rig = aRig({ isReliable });
    rig.receive(peerRequest('INVITE'));
    rig.clock.advance(100);
    rig.servers[0]?.reply(180);
    rig.clock.advance(minute);

    expect(rig.sent).toEqual([[100, '180 Ringing']]);
  });

  it('CANCEL: an INVITE that never ends is given up 64 T1 after it', () => {
    const rig = aRig({ isReliable });
    const invite = rig.send('INVITE');
    rig.answer(180, 'INVITE');
    rig.clock.advance(1000);
    rig.layer.cancel(invite as InviteClientTransaction);
    rig.answer(200, 'CANCEL');
    rig.clock.advance(minute);

    expect(times(rig.happened, 'timeout')).toEqual([33_000]);
    expect(rig.layer.size).toBe(0);
  });

  it('B, D: a shorter time that is configured counts for both', () => {
    const rig = aRig({ isReliable, timers: { t1: 100, timeoutMs: 6400 } });
    rig.send('INVITE');
    rig.answer(486, 'INVITE');
    rig.clock.advance(6500);
    rig.send('INVITE');
    rig.clock.advance(6500);

    expect(times(rig.happened, 'timeout')).toEqual([12_900]);
    expect([rig.layer.size, rig.wheel.size]).toEqual([0, 0]);
  });
});

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { RestingSockets } from '../../../../src/media/rtp/sockets/resting-sockets';
import { isOwnPlace, SocketPair } from '../../../../src/media/rtp/sockets/socket-pair';

const host = '127.0.0.1';
const ports = { first: 30_000, last: 39_999 };
const restMs = 500;
const busyCalls = 8;

async function aPair(): Promise<SocketPair> {
  for (;;) {
    const pair = await SocketPair.bind({ host, port: 30_000 + 2 * Math.floor(Math.random() * 4999) }, 'udp4');
    if (pair !== undefined) return pair;
  }
}

/** A packet of the call that has ended. */
async function latePacket({ audio, local }: SocketPair): Promise<void> {
  const phone = createSocket('udp4');
  const heard = once(audio, 'message');
  phone.send('late', local.port, local.host);
  await heard;
  phone.close();
}

describe('sockets of calls that have ended', () => {
  let now: number;
  let resting: RestingSockets;
  const taken: SocketPair[] = [];
  beforeEach(() => {
    now = 1000;
    resting = new RestingSockets(() => now);
    for (let call = 0; call < busyCalls; call += 1) resting.take(host, ports);
  });
  afterEach(() => {
    resting.close();
    for (const pair of taken.splice(0)) pair.close();
  });
  const take = (...args: Parameters<RestingSockets['take']>): SocketPair | undefined => {
    const pair = resting.take(...args);
    if (pair !== undefined) taken.push(pair);
    return pair;
  };

  it('serve another call, the longest resting first, when they have rested', async () => {
    const [one, other] = [await aPair(), await aPair()];
    resting.put(one);
    now += restMs - 1;
    resting.put(other);
    const tooEarly = take(host, ports);
    now += 1;

    expect([tooEarly, take(host, ports), take(host, ports)]).toEqual([undefined, one, undefined]);
    now += restMs;
    expect(take(host, ports)).toBe(other);
  });

  it('are closed at once while few calls come', async () => {
    now += 1000;
    const pair = await aPair();
    const closed = Promise.all([once(pair.audio, 'close'), once(pair.reports, 'close')]);
    resting.put(pair);
    await closed;

    expect(take(host, ports, true)).toBeUndefined();
  });

  it('rest on while packets of the last call come, which reach no other call', async () => {
    const pair = await aPair();
    resting.put(pair);
    now += restMs - 1;
    await latePacket(pair);
    now += 1;
    const whileTheyCome = take(host, ports);
    now += restMs;

    expect([whileTheyCome, take(host, ports)]).toEqual([undefined, pair]);
    expect([pair.onAudio, pair.onReport]).toEqual([undefined, undefined]);
  });

  it('serve only calls with their address and ports, and any of these when no other port is free', async () => {
    const pair = await aPair();
    const { port } = pair.local;
    resting.put(pair);

    expect(take(host, { first: port + 1, last: 65_535 }, true)).toBeUndefined();
    expect(take('127.0.0.2', ports, true)).toBeUndefined();
    expect(take(host, { first: port, last: port }, true)).toBe(pair);
  });

  it('are closed when no call has needed them for a while', async () => {
    const pair = await aPair();
    const closed = Promise.all([once(pair.audio, 'close'), once(pair.reports, 'close')]);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    try {
      resting.put(pair);
      now += 5000;
      jest.advanceTimersByTime(1000);
    } finally {
      jest.useRealTimers();
    }
    await closed;

    expect(take(host, ports, true)).toBeUndefined();
  });

  it('are closed with their owner, and at once afterwards', async () => {
    const [one, other] = [await aPair(), await aPair()];
    resting.put(one);
    const closed = [one, other].flatMap(({ audio, reports }) => [once(audio, 'close'), once(reports, 'close')]);
    resting.close();
    resting.put(other);
    await Promise.all(closed);

    expect([one, other].map(({ local }) => isOwnPlace(local))).toEqual([false, false]);
  });
});

import { ask, jsonOf } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';

type Request = Readonly<Record<'method' | 'uri', string>>;

describe('what clients can make at will', () => {
  let server: RunningServer;
  let socket: AppSocket;
  beforeEach(async () => {
    server = await RunningServer.start({
      'extensions.conf': '[default]\nexten => 100,1,Answer()\nsame => n,Wait(600)\n',
    });
    socket = await AppSocket.open(server.origin, 'app=limits');
  });
  afterEach(async () => {
    await socket.close();
    await server.close();
  });

  /** Sends all of them and gives the statuses, in the same order. */
  async function statusesOf(requests: readonly Request[]): Promise<number[]> {
    for (const request of requests) socket.send(request);
    const statuses: number[] = [];
    while (statuses.length < requests.length) {
      const { type, status_code: status } = await socket.next();
      if (type === 'RESTResponse') statuses.push(Number(status));
    }
    return statuses;
  }

  const times = (count: number, uri: (at: number) => string): Request[] =>
    Array.from({ length: count }, (_, at) => ({ method: 'POST', uri: uri(at) }));

  it.each([
    ['bridges', 409, (at: number) => `bridges?bridgeId=b${at}`],
    ['global variables', 204, (at: number) => `server/variable?variable=V${at}&value=x`],
  ])('is limited: %s', async (_kind, again, uri) => {
    const most = 10_000;
    await statusesOf(times(most, uri));

    const [refused, known] = [
      await statusesOf(times(1, () => uri(most + 1))),
      await statusesOf(times(1, () => uri(1))),
    ];

    expect(refused).toEqual([503]);
    expect(known).toEqual([again]);
  });

  it('is limited: subscriptions of an application', async () => {
    const sources = (from: number): string =>
      Array.from({ length: 100 }, (_, at) => `deviceState:Stasis:d${from + at}`).join(',');

    const statuses = await statusesOf(
      times(101, (at) => `applications/limits/subscription?eventSource=${sources(100 * at)}`),
    );

    expect([new Set(statuses.slice(0, 100)), statuses[100]]).toEqual([new Set([200]), 503]);
  });

  it('is limited: orders that wait for a channel', async () => {
    socket.send({ method: 'POST', uri: 'channels?endpoint=Local/100@default&app=limits&channelId=c' });
    while ((await socket.next()).type !== 'StasisStart');

    const statuses = await statusesOf(times(1002, (at) => `channels/c/play?media=tone:dial&playbackId=p${at}`));

    expect([new Set(statuses.slice(0, 1000)), statuses.at(-1)]).toEqual([new Set([201]), 503]);
    const refused = await ask(server.origin, { method: 'POST', path: '/ari/channels/c/play?media=tone:dial' });
    expect(jsonOf(refused)).toMatchObject({ message: expect.stringMatching(/at most 1000/) as string });
  });
});

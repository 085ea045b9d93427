import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { TestBay } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';
import { basic } from '../support/server/http-client';

const dialplan = `
exten => 200,1,Answer(,i)
 same => n,Log(WARNING,the call is answered)
 same => n,Wait(60)
 same => n,Log(WARNING,a minute has passed)
exten => h,1,Wait(5)
`;

describe('virtual time', () => {
  let bay: TestBay;
  beforeEach(async () => {
    bay = await startPatchbay({ dialplan, clock: 'virtual' });
  });
  afterEach(() => bay.close());

  it('lets sixty seconds of a call pass with a fraction of the work', async () => {
    const alice = bay.phone('alice');
    await alice.calls('200');
    const before = process.cpuUsage();
    await bay.advance('60s');
    const { user, system } = process.cpuUsage(before);

    // In microseconds. Of the machine's own time it takes less than a second when nothing else runs.
    expect((user + system) / 60_000_000).toBeLessThan(0.1);
    expect(bay.log.events(alice.channelId)).toContain('ChannelDialplan Log(WARNING,a minute has passed)');
  });

  it('is the time of the log', async () => {
    const alice = bay.phone('alice');
    await alice.calls('200');
    await bay.advance('61s');
    await bay.settle();
    const log = readFileSync(join(bay.state, 'log', 'messages.log'), 'utf8').split('\n');
    const timeOf = (text: string): number =>
      Date.parse((log.find((line) => line.includes(text)) ?? '').replace(/^.*?(\d{4}-\d\d-\d\dT[\d:.]+Z?).*$/, '$1'));

    expect(timeOf('a minute has passed') - timeOf('the call is answered')).toBe(60_000);
  });

  it('is the time of the pings that keep sockets alive', async () => {
    const url = bay.url.replace('http', 'ws');
    const headers = { authorization: basic(`${bay.user}:${bay.password}`) };
    const socket = new WebSocket(`${url}/ari/events?app=ivr`, { headers });
    let pings = 0;
    socket.on('ping', () => (pings += 1));
    await once(socket, 'open');
    await bay.settle();
    await bay.advance('59s');
    expect(pings).toBe(2);
    await bay.advance('1s');

    expect([pings, socket.readyState]).toEqual([3, WebSocket.OPEN]);
    socket.terminate();
  });

  it('passes while the server closes, so that it waits for nothing', async () => {
    const alice = bay.phone('alice');
    await alice.calls('200');
    const before = bay.now();

    await bay.close();

    // Its extension h takes five seconds.
    expect(bay.now() - before).toBeGreaterThanOrEqual(5000);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BusySocket } from '../../support/sockets/busy-socket';
import { CallRig } from '../../support/calls/call-rig';
import { cases } from '../../support/effort';
import { LegalEvents, LegalVisits } from '../../support/calls/legal-events';
import { SeededRandom } from '../../support/seeded-random';

const dialplan = `
exten => short,1,Answer(,i)
 same => n,Hangup(18)
exten => enters,1,Stasis(one,in)
 same => n,Goto(up,1)
exten => offered,1,Answer(,i)
 same => n,StasisBroadcast(20)
 same => n,Wait(600)
exten => dialler,1,Dial(Local/up@default,1)
exten => diallers,1,Dial(Local/ringing@default&Local/up@default&Local/busy@default,1)
exten => limited,1,Set(TIMEOUT(absolute)=1)
 same => n,Answer(,i)
 same => n,Wait(600)
`;
const extensions =
  'up ringing silent busy congestion rejects short enters offered dialler diallers limited nosuch'.split(' ');

const operations = cases({ few: 400, many: 3000 });
const workers = 16;

describe('calls that race', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  afterAll(() => rig.close());

  /** The log is written out when the server stops. */
  const errors = async (): Promise<string[]> => {
    await rig.server.stop();
    const text = readFileSync(join(rig.server.folder, 'state/log/messages'), 'utf8');
    return text.split('\n').filter((line) => line.includes('ERROR'));
  };

  it.each([1, 2026])('leave nothing behind, whatever happens to them at once (seed %i)', async (seed) => {
    const random = new SeededRandom(seed);
    const all = await BusySocket.open(rig.server.origin, 'app=all&subscribeAll=yes');
    const one = await BusySocket.open(rig.server.origin, 'app=one');
    let two = await BusySocket.open(rig.server.origin, 'app=two');
    const statuses = new Map<number, number>();
    const ask = async ([method, target]: Request): Promise<void> => {
      const overSocket = random.below(2) === 0;
      const { status } = await (overSocket ? one.ask(method, target) : rig.rest.call(method, target));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    let left = operations;
    const work = async (): Promise<void> => {
      for (; left > 0; left -= 1) await ask(anything(random));
    };
    const comeAndGo = async (): Promise<void> => {
      while (left > 0) {
        await two.close();
        two = await BusySocket.open(rig.server.origin, 'app=two');
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      }
    };

    await Promise.all([...Array.from({ length: workers }, work), comeAndGo()]);
    await Promise.all([one.close(), two.close()]);
    await hangUpAll(rig);

    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(operations / 20);
    expect(statuses.get(204)).toBeGreaterThan(operations / 20);
    await lastsOf(rig, all);
    const order = new LegalEvents();
    for (const event of all.events) order.take(event);
    expect(order.finish()).toEqual([]);
    const visits = new LegalVisits(true);
    for (const event of one.events) visits.take(event);
    expect(visits.violations).toEqual([]);
    await all.close();
    await rig.quiet();
  });

  it('end with the server, and never surprise it', async () => {
    const random = new SeededRandom(7);
    const one = await BusySocket.open(rig.server.origin, 'app=one');
    await Promise.all(Array.from({ length: 200 }, () => rig.rest.call(...anything(random))));
    expect(rig.server.counts().channels).toBeGreaterThan(0);

    expect(await errors()).toEqual([]);

    const { channels, sessions, broadcasts, dialplanRuns, timers } = rig.server.counts();
    expect({ channels, sessions, broadcasts, dialplanRuns, timers }).toEqual({
      channels: 0,
      sessions: 0,
      broadcasts: 0,
      dialplanRuns: 0,
      timers: 0,
    });
    await one.close();
  });
});

type Request = readonly [method: string, target: string];

/** Few names, so that most of what is done concerns something that is there. */
function anything(random: SeededRandom): Request {
  const channel = `c${random.below(16)}`;
  const either = random.below(4) === 0 ? `${channel};2` : channel;
  const bridge = `b${random.below(4)}`;
  const app = random.oneOf(['one', 'one', 'two', 'nobody']);
  const extension = random.oneOf(extensions);
  const endpoint = `endpoint=Local/${extension}@default`;
  const many = Array.from({ length: 1 + random.below(3) }, () => `c${random.below(16)}`).join();
  const requests: readonly Request[] = [
    ['POST', `/channels/${channel}?${endpoint}&app=${app}&timeout=1`],
    ['POST', `/channels/${channel}?${endpoint}&app=${app}&callerId=10${random.below(3)}`],
    ['POST', `/channels/${channel}?${endpoint}&extension=${random.oneOf(extensions)}`],
    ['POST', `/channels?${endpoint}&app=${app}&timeout=1&originator=${channel}`],
    ['POST', `/channels/create?${endpoint}&app=${app}&channelId=${channel}`],
    ['POST', `/channels/create?${endpoint}&app=one&channelId=${channel}`],
    ['POST', `/channels/${channel}/dial?timeout=1`],
    ['POST', `/channels/${channel}/dial?caller=c${random.below(16)}`],
    ['DELETE', `/channels/${either}`],
    ['DELETE', `/channels/${either}?reason=busy`],
    ['POST', `/channels/${either}/move?app=${app}`],
    ['POST', `/channels/${either}/continue`],
    ['POST', `/channels/${either}/continue?context=default&extension=${extension}&priority=1`],
    ['POST', `/channels/${either}/answer`],
    ['POST', `/channels/${either}/ring`],
    ['POST', `/channels/${either}/variable?variable=CALLERID(num)&value=${random.below(9)}`],
    ['POST', `/bridges/${bridge}?type=${random.oneOf(['mixing', 'holding', 'video_sfu'])}`],
    ['POST', `/bridges/${bridge}/addChannel?channel=${many}`],
    ['POST', `/bridges/${bridge}/addChannel?channel=${channel}`],
    ['POST', `/bridges/${bridge}/addChannel?channel=${either}`],
    ['POST', `/bridges/${bridge}/removeChannel?channel=${channel}`],
    ['POST', `/bridges/${bridge}/videoSource/${channel}`],
    ['DELETE', `/bridges/${bridge}`],
    ['POST', `/applications/two/subscription?eventSource=channel:${either}`],
    ['DELETE', `/applications/two/subscription?eventSource=channel:${either}`],
    ['POST', `/applications/one/subscription?eventSource=bridge:${bridge}`],
    ['POST', `/events/claim?channelId=${either}&application=${app}`],
  ];
  return random.oneOf(requests);
}

/** Calls may place further calls while they are being ended. */
async function hangUpAll({ rest, server }: CallRig): Promise<void> {
  while (server.counts().channels + server.counts().bridges > 0)
    for (const kind of ['channels', 'bridges'])
      for (const { id } of (await rest.get(`/${kind}`)).body as readonly { readonly id: string }[])
        await rest.delete(`/${kind}/${encodeURIComponent(id)}`);
}

/** An answer comes behind all events that were sent before it was asked for. */
async function lastsOf(rig: CallRig, socket: BusySocket): Promise<void> {
  expect(await socket.ask('GET', '/channels')).toEqual({ status: 200, body: [] });
  expect(await socket.ask('GET', '/bridges')).toEqual({ status: 200, body: [] });
  const whole = { channel_ids: ['__AST_CHANNEL_ALL_TOPIC'], bridge_ids: ['__AST_BRIDGE_ALL_TOPIC'] };
  expect((await rig.rest.get('/applications')).body).toMatchObject([{ name: 'all', ...whole }]);
}

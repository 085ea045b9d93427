import type { JsonObject } from '../../../src/contract/json';
import { notRedirected } from '../../../src/engine/calls/channel/redirecting';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import { Phones } from '../../support/calls/phones';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => app,1,Stasis(hello)
 same => n,Hangup()
`;
const alice = { name: 'Alice A', number: '1001', presentation: 0 };
const carol = { name: 'Carol', number: '1003', presentation: 0 };

describe('a call that a technology brings', () => {
  let rig: CallRig;
  let phones: Phones;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {}, { technologies: (kit) => [(phones = new Phones(kit))] });
  });
  beforeEach(async () => {
    app = await rig.open('hello&subscribeAll=yes');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it('is announced with its parties before anything else, and runs through the dialplan', async () => {
    const redirecting = {
      ...notRedirected,
      parties: { ...notRedirected.parties, from: carol },
      reason: 'cfu',
      count: 1,
    };
    const { channel } = await phones.calling('alice', 'app', {
      parties: { caller: alice, redirecting, dialledNumber: '5550' },
      protocolId: 'abc@phone',
      variables: { PHONEDOMAIN: '127.0.0.1' },
    });

    const created = await app.next();
    expect(created).toMatchObject({
      type: 'ChannelCreated',
      channel: {
        id: channel.id,
        name: expect.stringMatching(/^Phone\/alice-[0-9a-f]{8}$/) as unknown,
        state: 'Ring',
        protocol_id: 'abc@phone',
        caller: { name: 'Alice A', number: '1001' },
        caller_rdnis: '1003',
        dialplan: { context: 'default', exten: 'app', priority: 1 },
      },
    });
    expect(await until(app, `StasisStart ${channel.id}`)).toEqual(
      expect.arrayContaining([`ChannelVarset ${channel.id} PHONEDOMAIN=127.0.0.1`]),
    );
    expect((await rig.rest.get('/endpoints/Phone/alice')).body).toMatchObject({ channel_ids: [channel.id] });
    const reason = `/channels/${channel.id}/variable?variable=REDIRECTING(reason)`;
    expect((await rig.rest.get(reason)).body).toEqual({ value: 'cfu' });
    const dialled = `/channels/${channel.id}/variable?variable=CALLERID(dnid)`;
    expect((await rig.rest.get(dialled)).body).toEqual({ value: '5550' });
  });

  it('is refused, and not reported, when its extension does not exist', async () => {
    expect(await phones.calls('alice', 'nowhere')).toEqual({ outcome: 'no-extension' });

    expect(await app.sofar()).toEqual([]);
  });

  it('is answered by the application', async () => {
    const line = await phones.calling('alice', 'app');
    const { id } = line.channel;
    await until(app, `StasisStart ${id}`);

    expect(await rig.status('post', `/channels/${id}/answer`)).toBe(204);

    expect(line.told).toEqual(['answer']);
    await until(app, `ChannelStateChange ${id} Up`);
  });

  it.each([
    ['reason=busy', { cause: 17, tech_cause: 486 }],
    ['reason_code=19', { cause: 19, tech_cause: 480 }],
    ['', { cause: 16 }],
  ])('tells its far end why the application ends it: DELETE ?%s', async (query, ending) => {
    const line = await phones.calling('alice', 'app');
    const { id } = line.channel;
    await until(app, `StasisStart ${id}`);

    expect(await rig.status('delete', `/channels/${id}?${query}`)).toBe(204);

    const destroyed = await nextOf(app, 'ChannelDestroyed');
    expect(line.ending).toEqual({ cause: ending.cause });
    expect(destroyed).toMatchObject(ending);
    expect('tech_cause' in destroyed).toBe('tech_cause' in ending);
  });

  it('tells its far end the number of its technology that was asked for', async () => {
    const line = await phones.calling('alice', 'app');
    await until(app, `StasisStart ${line.channel.id}`);

    line.channel.hangUp({ cause: 17, technologyCause: 600 });

    expect(await nextOf(app, 'ChannelDestroyed')).toMatchObject({ cause: 17, tech_cause: 600 });
    expect(line.ending).toEqual({ cause: 17, technologyCause: 600 });
  });

  it('tells what its far end has said with every request to hang up', async () => {
    const { channel } = await phones.calling('alice', 'app');
    await until(app, `StasisStart ${channel.id}`);

    channel.farEndHungUp({ cause: 127, technologyCause: 487 });
    channel.hangUp();

    expect(await nextOf(app, 'ChannelHangupRequest')).toMatchObject({ cause: 127, tech_cause: 487 });
    expect(await nextOf(app, 'ChannelHangupRequest')).toMatchObject({ cause: 32, soft: true, tech_cause: 487 });
  });

  it('ends without a cause when its far end gives none', async () => {
    const { channel } = await phones.calling('alice', 'app');
    await until(app, `StasisStart ${channel.id}`);

    channel.farEndHungUp({});

    expect(await nextOf(app, 'ChannelHangupRequest')).not.toHaveProperty('cause');
    expect(await nextOf(app, 'ChannelDestroyed')).toMatchObject({ cause: 0 });
  });

  it('ends with normal clearing when its far end gives no cause and it was in a bridge', async () => {
    const { channel } = await phones.calling('alice', 'app');
    await until(app, `StasisStart ${channel.id}`);
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post(`/bridges/b1/addChannel?channel=${channel.id}`);

    channel.farEndHungUp({});

    expect(await nextOf(app, 'ChannelHangupRequest')).not.toHaveProperty('cause');
    expect(await nextOf(app, 'ChannelDestroyed')).toMatchObject({ cause: 16 });
  });

  it('reports hold with its music class, and holds the other one in the bridge', async () => {
    const lines = [await phones.calling('alice', 'app'), await phones.calling('bob', 'app')] as const;
    for (const { channel } of lines) {
      await until(app, `StasisStart ${channel.id}`);
      await rig.rest.post(`/channels/${channel.id}/answer`);
    }
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post(`/bridges/b1/addChannel?channel=${lines.map(({ channel }) => channel.id).join(',')}`);

    lines[0].channel.receive({ type: 'hold', musicClass: 'second' });

    expect(await nextOf(app, 'ChannelHold')).toMatchObject({ musicclass: 'second' });
    expect(lines[1].sent.at(-1)).toEqual({ type: 'hold', musicClass: 'second' });
    lines[0].channel.receive({ type: 'unhold' });
    await nextOf(app, 'ChannelUnhold');
  });

  it('is told of the other one in the bridge, also when that one changes', async () => {
    const lines = [await phones.calling('alice', 'app'), await phones.calling('bob', 'app')] as const;
    const [first, second] = lines.map(({ channel }) => channel.id);
    for (const { channel } of lines) await until(app, `StasisStart ${channel.id}`);
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post(`/bridges/b1/addChannel?channel=${first},${second}`);

    lines[1].channel.receive({ type: 'connected-line', party: carol });

    await until(app, `ChannelCallerId ${second} 1003`);
    expect(lines[0].sent.at(-1)).toEqual({ type: 'connected-line', party: carol });
    await until(app, `ChannelConnectedLine ${first} 1003`);
  });
});

describe('a call that comes while there may be no more', () => {
  it('is refused with the reason', async () => {
    let phones: Phones | undefined;
    const files = { 'asterisk.conf': '[options]\nmaxcalls = 1\n' };
    const rig = await CallRig.start(dialplan, files, { technologies: (kit) => [(phones = new Phones(kit))] });
    try {
      expect(await phones?.calls('alice', 'up')).toMatchObject({ outcome: 'taken' });
      expect(await phones?.calls('bob', 'up')).toEqual({
        outcome: 'unavailable',
        reason: expect.stringContaining('maxcalls') as unknown,
      });
      await rig.clear();
    } finally {
      await rig.close();
    }
    await eventually(
      () => phones?.isStopped === true,
      () => 'the technology was not stopped',
    );
  });
});

/** The next event of a type. */
async function nextOf(socket: AppSocket, type: string): Promise<JsonObject> {
  for (;;) {
    const message = await socket.next();
    if (message.type === type) return message as unknown as JsonObject;
  }
}

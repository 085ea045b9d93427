import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import { Phones } from '../../support/calls/phones';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => bob,1,Dial(Phone/bob)
 same => n,Set(AFTER=\${DIALSTATUS} \${HANGUPCAUSE})
 same => n,Hangup()
exten => app,1,Stasis(hello)
exten => 100,1,Answer(,i)
 same => n,Wait(600)
`;
const carol = { name: 'Carol', number: '1003', presentation: 0 };

describe('a call to a phone', () => {
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

  const originate = async (id: string): Promise<void> => {
    expect(await rig.status('post', `/channels/${id}?endpoint=Phone/bob&app=hello`)).toBe(200);
  };

  it.each([
    [{ cause: 17, technologyCause: 486 }, 'BUSY'],
    [{ cause: 34, technologyCause: 503 }, 'CONGESTION'],
    [{ cause: 21, technologyCause: 603 }, 'NOANSWER'],
    [{ cause: 19, technologyCause: 480 }, 'NOANSWER'],
    [{ cause: 38, technologyCause: 500 }, 'NOANSWER'],
    [{ cause: 127, technologyCause: 487 }, 'NOANSWER'],
  ])('that hangs up with %j is %s, in every event', async (ending, status) => {
    await originate('o1');
    const { channel } = await phones.ringing('bob');

    channel.farEndHungUp(ending);

    const causes = { cause: ending.cause, tech_cause: ending.technologyCause };
    await until(app, 'Dial o1 begins');
    expect(await app.next()).toMatchObject({ type: 'ChannelHangupRequest', ...causes });
    expect(await app.next()).toMatchObject({ type: 'Dial', dialstatus: status });
    expect(await app.next()).toMatchObject({ type: 'ChannelDestroyed', ...causes });
  });

  it('that is busy makes Dial say so, and its cause is known to the dialplan', async () => {
    const { channel: caller } = await phones.calling('alice', 'bob');
    const { channel } = await phones.ringing('bob');

    channel.farEndHungUp({ cause: 17, technologyCause: 486 });

    await until(app, `ChannelVarset ${caller.id} AFTER=BUSY 17`);
  });

  it('that sends the call elsewhere is followed by originate', async () => {
    await originate('o1');
    const { channel, ...line } = await phones.ringing('bob');
    await until(app, 'Dial o1 begins');

    channel.receive({ type: 'redirect', forward: '100', ending: { cause: 23, technologyCause: 302 } });

    const created = await app.next();
    const { id } = created['channel'] as { readonly id: string };
    const lines = await until(app, `StasisStart ${id}`);
    expect(line.isDialled).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining([
        `ChannelVarset ${id} FORWARDERNAME=${channel.name}`,
        `Dial ${id} begins`,
        'Dial o1 CANCEL',
        'ChannelDestroyed o1 0',
        `Dial ${id} ANSWER`,
      ]),
    );
    expect(lines.indexOf(`Dial ${id} begins`)).toBeLessThan(lines.indexOf('Dial o1 CANCEL'));
    expect(lines.some((text) => text.startsWith('ChannelHangupRequest o1'))).toBe(false);
  });

  it('that sends the call elsewhere is followed by Dial', async () => {
    const { channel: caller } = await phones.calling('alice', 'bob');
    const { channel } = await phones.ringing('bob');

    channel.receive({ type: 'redirect', forward: '100', ending: { cause: 23, technologyCause: 302 } });

    await until(app, `Dial ${channel.id} CANCEL`);
    await until(app, `ChannelStateChange ${caller.id} Up`);
    expect(phones.lineOf(caller).told).toContain('answer');
  });

  it('that sends the call elsewhere ends a channel that was created and dialled', async () => {
    await rig.rest.post('/channels/create?endpoint=Phone/bob&app=hello&channelId=c1');
    await until(app, 'StasisStart c1');
    expect(await rig.status('post', '/channels/c1/dial')).toBe(204);
    const { channel } = await phones.ringing('bob');
    await until(app, 'Dial c1 begins');

    channel.receive({ type: 'redirect', forward: '100', ending: { cause: 23, technologyCause: 302 } });

    expect(await app.next()).toMatchObject({ type: 'Dial', dialstatus: 'CANCEL', forward: '100' });
    expect(await app.next()).toMatchObject({ type: 'ChannelHangupRequest', cause: 23, tech_cause: 302 });
    await until(app, 'ChannelDestroyed c1 23');
  });

  it('that would be sent on for ever ends', async () => {
    await originate('o1');
    for (let sent = 0; sent <= 20; sent += 1) {
      const { channel } = await phones.ringing('bob');
      channel.receive({ type: 'redirect', forward: 'Phone/bob', ending: { cause: 23, technologyCause: 302 } });
      await eventually(
        () => channel.isGone,
        () => `${channel.name} is still there`,
      );
    }

    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });

  it('tells the caller who is there before the answer', async () => {
    const line = await phones.calling('alice', 'bob');
    const { channel } = await phones.ringing('bob');

    channel.receive({ type: 'connected-line', party: carol });

    await until(app, `ChannelCallerId ${channel.id} 1003`);
    await until(app, `ChannelConnectedLine ${line.channel.id} 1003`);
    expect(line.sent).toContainEqual({ type: 'connected-line', party: carol });
  });

  it('asked to transfer its call elsewhere is asked by its technology', async () => {
    await originate('o1');
    const line = await phones.ringing('bob');
    line.channel.receive({ type: 'answer' });
    await until(app, 'StasisStart o1');

    expect(await rig.status('post', '/channels/o1/redirect?endpoint=Phone/carol')).toBe(204);

    expect(line.transfers.map(({ destination }) => destination)).toEqual(['carol']);
  });

  it('that asks for a transfer hears how far the application is with it', async () => {
    await originate('o1');
    const { channel } = await phones.ringing('bob');
    channel.receive({ type: 'answer' });
    await until(app, 'StasisStart o1');
    const reports: string[] = [];
    phones.asksForTransfer(channel, { handledBy: 'application', report: (progress) => void reports.push(progress) });

    for (const state of ['channel_progress', 'channel_progress', 'channel_answered', 'channel_declined'])
      expect(await rig.status('post', `/channels/o1/transfer_progress?states=${state}`)).toBe(204);

    expect(reports).toEqual(['trying', 'trying', 'transferred']);
    const facts = {
      refer_to: { requested_destination: { destination: '100' } },
      referred_by: { source_channel: { id: 'o1' } },
    };
    const told = (await app.sofar()).filter(({ type }) => type === 'ChannelTransfer');
    expect(told).toMatchObject(Array(4).fill(facts));
    expect(told.map(({ state }) => state)).toEqual([
      undefined,
      'channel_progress',
      'channel_progress',
      'channel_answered',
    ]);
  });

  it('that asks for a transfer and hangs up hears that nothing came of it', async () => {
    await originate('o1');
    const { channel } = await phones.ringing('bob');
    channel.receive({ type: 'answer' });
    await until(app, 'StasisStart o1');
    const reports: string[] = [];
    phones.asksForTransfer(channel, { handledBy: 'application', report: (progress) => void reports.push(progress) });

    channel.farEndHungUp({ cause: 16 });

    const lines = await until(app, 'ChannelDestroyed o1 16');
    expect(reports).toEqual(['unavailable']);
    expect(lines.filter((text) => text.startsWith('ChannelTransfer'))).toHaveLength(2);
  });

  it.each([
    ['100', 'invalid', ['Invalid']],
    ['nowhere', 'no-target', []],
  ])('that asks for a transfer to %s without a partner hears %s', async (extension, progress, results) => {
    await originate('o1');
    const { channel } = await phones.ringing('bob');
    channel.receive({ type: 'answer' });
    await until(app, 'StasisStart o1');
    const reports: string[] = [];

    const report = (heard: string): void => void reports.push(heard);
    phones.asksForTransfer(channel, { target: { context: 'default', extension }, report });

    expect(reports).toEqual([progress]);
    const told = (await app.sofar()).filter(({ type }) => type === 'BridgeBlindTransfer');
    expect(told.map(({ result }) => result)).toEqual(results);
  });
});

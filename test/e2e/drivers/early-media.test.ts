import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { within } from '../../support/eventually';
import type { PhoneLine } from '../../support/calls/phones';
import { Phones } from '../../support/calls/phones';
import { RtpPeer } from '../../support/media/rtp-peer';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => bob,1,Dial(Phone/bob)
 same => n,Hangup()
exten => early,1,Dial(Local/tone@default)
exten => tone,1,Progress()
 same => n,PlayTones(!440/60000)
 same => n,Wait(600)
exten => app,1,Stasis(hello)
`;
const aLaw = { type: 8, format: 'alaw', clockRate: 8000 } as const;

describe('the audio of a call that a technology brings', () => {
  let rig: CallRig;
  let phones: Phones;
  let app: AppSocket;
  let alice: RtpPeer;
  let bob: RtpPeer;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {}, { technologies: (kit) => [(phones = new Phones(kit))] });
  });
  beforeEach(async () => {
    app = await rig.open('hello&subscribeAll=yes');
    [alice, bob] = [await RtpPeer.open(), await RtpPeer.open()];
  });
  afterEach(async () => {
    await rig.clear();
    alice.close();
    bob.close();
  });
  afterAll(() => rig.close());

  /** Speaks until enough packets of just these bytes have come to the other one. */
  async function isHeard(from: { peer: RtpPeer; line: PhoneLine }, by: RtpPeer, byte: number): Promise<void> {
    let isOver = false;
    const speaking = (async () => {
      while (!isOver) await from.peer.speak(from.line.port, 5, () => Buffer.alloc(160, byte));
    })();
    const heard = by.until(5, ({ payload }) => payload.length === 160 && payload.every((one) => one === byte));
    await within(heard, () => `${byte} was not heard`).finally(() => (isOver = true));
    await speaking;
  }

  it('is heard by a caller in Dial before the answer, in both directions, and afterwards', async () => {
    const caller = await phones.calling('alice', 'bob');
    const called = await phones.ringing('bob');
    caller.agreeOn(alice.port);
    called.agreeOn(bob.port);

    called.channel.receive({ type: 'progress' });

    await isHeard({ peer: bob, line: called }, alice, 0x20);
    await isHeard({ peer: alice, line: caller }, bob, 0x21);
    expect(caller.channel.state).toBe('Ring');
    expect(caller.told).toEqual(['progress']);
    called.channel.receive({ type: 'answer' });
    await isHeard({ peer: bob, line: called }, alice, 0x22);
    expect(caller.channel.state).toBe('Up');
  });

  it('is heard by a caller in Dial whose audio is agreed upon only after it is told of progress', async () => {
    const caller = await phones.calling('alice', 'bob');
    const called = await phones.ringing('bob');
    called.agreeOn(bob.port);
    called.channel.receive({ type: 'progress' });

    caller.agreeOn(alice.port);

    await isHeard({ peer: bob, line: called }, alice, 0x20);
  });

  it('comes from a Local channel before the answer too', async () => {
    const caller = await phones.calling('alice', 'early');
    caller.agreeOn(alice.port);

    const heard = alice.until(5, ({ payload }) => payload.length === 160 && new Set(payload).size > 20);

    await within(heard, () => 'the tone was not heard');
    expect([caller.channel.state, caller.told]).toEqual(['Ring', ['progress']]);
  });

  it('is not kept when the call is not answered', async () => {
    const caller = await phones.calling('alice', 'bob');
    const called = await phones.ringing('bob');
    caller.agreeOn(alice.port);
    called.agreeOn(bob.port);
    called.channel.receive({ type: 'progress' });

    called.channel.farEndHungUp({ cause: 17, technologyCause: 486 });

    await until(app, `ChannelDestroyed ${caller.channel.id} 17`);
    expect(caller.ending).toEqual({ cause: 17 });
  });

  it('is heard in a bridge before the answer, and the answer is passed on to the caller', async () => {
    const caller = await phones.calling('alice', 'app');
    const { id } = caller.channel;
    await until(app, `StasisStart ${id}`);
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post(`/channels/create?endpoint=Phone/bob&app=hello&channelId=c1&originator=${id}`);
    await until(app, 'StasisStart c1');
    await rig.rest.post(`/bridges/b1/addChannel?channel=${id},c1`);
    await rig.rest.post(`/channels/c1/dial?caller=${id}&timeout=60`);
    const called = await phones.ringing('bob');
    expect(caller.channel.variables.get('BRIDGEPVTCALLID')).toBe('call-c1');

    called.channel.receive({ type: 'ringing' });
    called.agreeOn(bob.port);
    called.channel.receive({ type: 'progress' });
    caller.agreeOn(alice.port);

    await isHeard({ peer: bob, line: called }, alice, 0x20);
    expect([caller.told.filter((type) => type !== 'connected-line'), caller.channel.state]).toEqual([
      ['ringing', 'progress'],
      'Ring',
    ]);
    called.channel.receive({ type: 'answer' });
    const lines = await until(app, `ChannelStateChange ${id} Up`);
    expect(lines.slice(-3)).toEqual(['ChannelStateChange c1 Up', 'Dial c1 ANSWER', `ChannelStateChange ${id} Up`]);
    expect(caller.told.at(-1)).toBe('answer');
  });

  it('goes on when another format or direction is agreed upon', async () => {
    const caller = await phones.calling('alice', 'bob');
    const called = await phones.ringing('bob');
    caller.agreeOn(alice.port);
    called.agreeOn(bob.port);
    called.channel.receive({ type: 'answer' });
    await isHeard({ peer: bob, line: called }, alice, 0x20);

    caller.agreeOn(alice.port, { send: { audio: aLaw, events: undefined }, receive: { audio: [aLaw], events: [] } });
    const speaking = bob.speak(called.port, 25, () => Buffer.alloc(160, 0x30));
    await within(
      alice.until(5, ({ payloadType }) => payloadType === aLaw.type),
      () => 'nothing came in the new format',
    );
    await speaking;
    // A codec that a call has come to need counts as used.
    expect((await rig.rest.get('/server/modules/codec_alaw')).body).toMatchObject({ use_count: 1 });

    caller.agreeOn(alice.port, { direction: 'inactive' });
    await bob.speak(called.port, 25, () => Buffer.alloc(160, 0x40));
    caller.agreeOn(alice.port);
    await isHeard({ peer: bob, line: called }, alice, 0x50);
    expect((await rig.rest.get('/server/modules/codec_alaw')).body).toMatchObject({ use_count: 0 });
    const meanwhile = alice.heard.filter(({ payload }) => payload.every((one) => one === 0x40));
    expect(meanwhile.length).toBeLessThan(13);
  });
});

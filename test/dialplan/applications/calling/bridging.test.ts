import { getEventListeners } from 'node:events';
import { BridgeMemberships } from '../../../../src/dialplan/applications/calling/bridge-memberships';
import { causes } from '../../../../src/engine/calls/channel/hangup-cause';
import { soon } from '../../../../src/shared/scheduling/soon';
import { listenerCount } from '../../../../src/shared/scheduling/stop-signal';
import { aDialplanRig, nothingLeft, record, rest, value } from './dial-rig';
import { noSound } from '../../run-rig';

const plan = `[default]
exten => wait,1,BridgeWait(lobby)
 same => n,Note(on)
 same => n,Wait(60)
exten => announcer,1,BridgeWait(lobby,announcer,n)
exten => usher,1,BridgeWait(lobby,usher)
 same => n,Note(on)
exten => brief,1,BridgeWait(,,S(2))
 same => n,Note(on)
exten => join,1,Bridge(%{TARGET})
 same => n,Note(%{BRIDGERESULT})
 same => n,Wait(60)
exten => limited,1,Bridge(%{TARGET},L(2000))
 same => n,Note(%{BRIDGERESULT})
exten => add,1,BridgeAdd(%{TARGET})
 same => n,Note(%{BRIDGERESULT})
exten => dial,1,Dial(Local/now@called,10,g)
 same => n,Note(%{DIALSTATUS})
 same => n,Wait(60)
`;

async function aMeeting() {
  const rig = aDialplanRig(plan);
  const enters = async (extension: string, id: string, target = '') => {
    const channel = rig.aChannel(id);
    channel.variables.set('TARGET', target);
    void rig.calls.run(channel, () => rig.runner.run(channel, { context: 'default', extension, priority: 1 }));
    await rest();
    return channel;
  };
  return { ...rig, enters };
}

describe('BridgeWait', () => {
  it('keeps one holding bridge per name while it has members', async () => {
    const { enters, bridges, leftOvers } = await aMeeting();
    const one = await enters('wait', 'c1');
    const other = await enters('announcer', 'c2');

    expect(bridges.list().map((bridge) => bridge.snapshot())).toEqual([
      expect.objectContaining({
        kind: 'holding',
        technology: 'holding_bridge',
        governedBy: 'basic',
        creator: 'BridgeWait',
        name: 'lobby',
        channels: ['c1', 'c2'],
      }),
    ]);
    expect([one.state, other.state]).toEqual(['Up', 'Ring']);
    one.hangUp(causes.normal);
    await rest();
    expect(bridges.size).toBe(1);
    other.hangUp(causes.normal);
    await rest();
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('goes on with the plan after its time', async () => {
    const { enters, notes, pass, leftOvers } = await aMeeting();
    await enters('brief', 'c1');
    await pass(1_900);
    expect(notes).toEqual([]);
    await pass(200);

    expect(notes).toEqual(['c1: on']);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('ignores an unknown role', async () => {
    const { enters, notes, lines } = await aMeeting();
    await enters('usher', 'c1');

    expect(notes).toEqual(['c1: on']);
    expect(lines.join()).toContain('BridgeWait: unknown role');
  });
});

describe('Bridge', () => {
  it('joins a channel that waits in a bridge, and lets both go on afterwards', async () => {
    const { enters, bridges, notes, happened } = await aMeeting();
    const waiting = await enters('wait', 'c1');
    const joining = await enters('join', 'c2', 'Test/c1-00000001');

    expect(bridges.list().map((bridge) => bridge.members())).toEqual([[waiting, joining]]);
    expect([value(waiting, 'BRIDGEPEER'), value(joining, 'BRIDGEPEER')]).toEqual([joining.name, waiting.name]);
    expect(notes).toEqual([]);
    bridges.leave(joining);
    await rest();
    expect([...notes].sort()).toEqual(['c1: on', 'c2: SUCCESS']);
    expect(record(happened).filter((line) => line.startsWith('bridge-'))).toEqual([
      'bridge-created holding_bridge none',
      'bridge-created simple_bridge none',
      'bridge-destroyed holding_bridge none',
      'bridge-destroyed simple_bridge none',
    ]);
  });

  it('takes the callee away from a Dial, whose caller goes on', async () => {
    const { enters, bridges, channels, notes } = await aMeeting();
    await enters('dial', 'c1');
    const joining = await enters('join', 'c2', 'Local/now@called');
    const callee = channels.find('0.1');

    expect(notes).toEqual(['c1: ANSWER']);
    expect(bridges.list().map((bridge) => bridge.members())).toEqual([[callee, joining]]);
    joining.hangUp(causes.normal);
    await rest();
    expect(callee?.isGone).toBe(true);
    expect(bridges.size).toBe(0);
  });

  it('ends when its time is over', async () => {
    const { enters, notes, pass } = await aMeeting();
    await enters('wait', 'c1');
    await enters('limited', 'c2', 'c1');
    await pass(2_100);

    expect([...notes].sort()).toEqual(['c1: on', 'c2: SUCCESS']);
  });

  it.each([
    ['join', 'nobody', 'NONEXISTENT'],
    ['join', '', 'NONEXISTENT'],
    ['join', 'c2', 'LOOP'],
    ['join', 'c1', 'FAILURE'],
    ['add', 'nobody', 'NONEXISTENT'],
    ['add', 'c2', 'LOOP'],
    ['add', 'c1', 'FAILURE'],
  ])('or BridgeAdd: %s with %j is a %s', async (extension, target, result) => {
    const { enters, aChannel, notes, bridges } = await aMeeting();
    aChannel('c1');
    await enters(extension, 'c2', target);

    expect(notes).toEqual([`c2: ${result}`]);
    expect(bridges.size).toBe(0);
  });
});

describe('BridgeAdd', () => {
  it('makes a pair a conference, which lasts as long as two are in it', async () => {
    const { enters, bridges, notes, leftOvers } = await aMeeting();
    const caller = await enters('dial', 'c1');
    const third = await enters('add', 'c2', 'c1');

    expect(bridges.list().map((bridge) => bridge.size)).toEqual([3]);
    caller.hangUp(causes.normal);
    await rest();
    expect(bridges.list().map((bridge) => bridge.size)).toEqual([2]);
    third.hangUp(causes.normal);
    await rest();
    expect(notes).toEqual([]);
    expect(leftOvers()).toEqual(nothingLeft);
  });
});

describe('stays in bridges', () => {
  it('are forgotten when they end, however they do', async () => {
    const { aChannel, bridges, events } = await aMeeting();
    const memberships = new BridgeMemberships({ bridges, events, soon, sound: () => noSound });
    const [one, other] = [aChannel('c1'), aChannel('c2')];
    const ending = new AbortController();
    for (const end of [() => bridges.leave(one), () => ending.abort(), () => other.destroy()]) {
      const bridge = memberships.makeForTwo();
      for (const channel of [one, other]) if (!channel.isGone) memberships.enter(channel, bridge);
      const over = [memberships.waitUntilLeft(one, ending.signal), memberships.waitUntilLeft(other, other.signal)];
      end();
      await Promise.all(over);
      await rest();
    }

    expect(memberships.size).toEqual({ bridges: 0, guests: 0 });
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
    expect(listenerCount(other.signal)).toBe(0);
  });
});

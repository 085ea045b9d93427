import { bridgeId } from '../../../src/shared/ids';
import { CommandQueue } from '../../../src/engine/audio/legs/command-queue';
import { readBridgeType } from '../../../src/engine/calls/bridge/bridge-type';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import type { ControlledChannel } from '../../../src/engine/calls/use-cases/bridge-membership';
import { addToBridge, removeFromBridge } from '../../../src/engine/calls/use-cases/bridge-membership';
import { aDialplanRig } from '../../dialplan/applications/calling/dial-rig';

const stay = { role: undefined, absorbsDigits: false, isMuted: false, inhibitsConnectedLine: false };
const caller = '[default]\nexten => wait,1,Answer()\n same => n,Wait(600)\n';

/** Two calls and a bridge, as a door without applications has them. */
async function aStage() {
  const rig = aDialplanRig(caller);
  const recorded = new Set<Channel>();
  const { bridges } = rig;
  const type = readBridgeType('mixing');
  if (type.outcome !== 'read') throw new Error('mixing is not a type of bridges');
  const features = { absorbsDigits: false, isMuted: false };
  const bridge = bridges.make({
    id: bridgeId('b'),
    name: '',
    type: type.type,
    governedBy: 'stasis',
    creator: '',
    features,
  });
  if (bridge === undefined) throw new Error('the bridge exists already');
  const controlled = (id: string): ControlledChannel & { readonly queue: CommandQueue; readonly entered: string[] } => {
    const { channel } = rig.comesIn('wait', id);
    const entered: string[] = [];
    return {
      channel,
      queue: new CommandQueue(),
      entered,
      get isRecorded() {
        return recorded.has(channel);
      },
      enteredBridge: ({ id }) => void entered.push(id),
    };
  };
  const members = [controlled('c1'), controlled('c2')] as const;
  await rig.pass(10);
  const deps = { bridges };
  return { bridge, members, recorded, deps };
}

describe('members of a bridge', () => {
  it('enter it and leave it without an application', async () => {
    const { bridge, members, deps } = await aStage();

    expect(await addToBridge(bridge, { members, stay }, deps)).toEqual({ outcome: 'done' });
    expect(bridge.members()).toEqual(members.map(({ channel }) => channel));
    expect(members.map(({ entered }) => entered)).toEqual([['b'], ['b']]);

    expect(await removeFromBridge(bridge, members, deps)).toEqual({ outcome: 'done' });
    expect(bridge.members()).toEqual([]);
  });

  it('stay where they are when one of them is recorded, or is not inside', async () => {
    const { bridge, members, recorded, deps } = await aStage();
    const [first, second] = members;
    recorded.add(second.channel);

    expect(await addToBridge(bridge, { members, stay }, deps)).toEqual({
      outcome: 'recorded',
      channel: second.channel,
    });
    expect(await addToBridge(bridge, { members: [first], stay }, deps)).toEqual({ outcome: 'done' });
    expect(await removeFromBridge(bridge, members, deps)).toEqual({ outcome: 'not-inside', channel: second.channel });
    expect(bridge.members()).toEqual([first.channel]);
  });

  it('that wait for their turn find that the bridge is gone, or that they were released', async () => {
    const { bridge, members, deps } = await aStage();
    const [first, second] = members;
    let isOver = (): void => undefined;
    first.queue.add({ start: (over) => (isOver = over), abandon: () => undefined });
    void second.queue.close();

    const entering = addToBridge(bridge, { members: [first], stay }, deps);
    const released = addToBridge(bridge, { members: [second], stay }, deps);
    expect(await released).toEqual({ outcome: 'released', channel: second.channel });

    bridge.destroy();
    isOver();
    expect(await entering).toEqual({ outcome: 'bridge-gone' });
    expect(first.entered).toEqual([]);
  });
});

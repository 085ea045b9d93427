import { channelId } from '../../../../src/shared/ids';
import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { NewSnoop, SnoopResult } from '../../../../src/engine/audio/legs/snoops';
import { Snoops } from '../../../../src/engine/audio/legs/snoops';
import { MediaRig } from '../media-rig';
import { noUses } from '../../../support/provided';
import { openAdmission } from '../../../support/calls/open-admission';

/** Snoops whose channels do nothing until they end. */
function aRig() {
  const rig = new MediaRig();
  const runs: Promise<void>[] = [];
  const calls = {
    run: async (channel: Channel): Promise<void> => {
      const ended = new Promise<void>((resolve) => channel.signal.addEventListener('abort', resolve));
      runs.push(ended);
      await ended;
      channel.destroy();
    },
  };
  const snoops = new Snoops({
    admission: openAdmission,
    channels: rig.channels,
    calls,
    legs: rig.core.legs,
    soon: (action) => action(),
    uses: noUses,
  });
  const snoop = (spied: Channel, request: Partial<NewSnoop> = {}): SnoopResult =>
    snoops.start({
      spied,
      id: channelId('s1'),
      spy: 'both',
      whisper: 'none',
      program: async () => undefined,
      ...request,
    });
  const made = (spied: Channel, request: Partial<NewSnoop> = {}): Channel => {
    const result = snoop(spied, request);
    if (result.outcome !== 'made') throw new Error(result.outcome);
    return result.channel;
  };
  const settled = (): Promise<unknown> => Promise.all(runs).then(() => Promise.resolve());
  return { rig, snoop, made, settled };
}

describe('a channel that listens in on another', () => {
  it('is up from the beginning, and named after the one it listens to', () => {
    const { rig, made } = aRig();
    const channel = made(rig.channel('c1'), { spy: 'in', whisper: 'out' });

    expect(channel.snapshot()).toMatchObject({ id: 's1', state: 'Up', language: 'fr' });
    expect(channel.endpoint.technology).toBe('Snoop');
    expect(channel.name).toMatch(/^Snoop\/c1-[0-9a-f]{8}$/);
    expect(channel.line.read?.('audionativeformat')).toBe('(slin16)');
    expect(rig.media.commands).toEqual([
      { do: 'open-pair', legs: ['c1', 'c1;2'], form: { format: 'slin16', rate: 16_000 } },
      { do: 'open-tap', leg: 's1', spied: 'c1', spy: 'in', whisper: 'out' },
    ]);
  });

  it('is not made under an id that is taken', () => {
    const { rig, snoop } = aRig();
    const spied = rig.channel('c1');

    expect(snoop(spied, { id: channelId('c1;2') })).toEqual({ outcome: 'id-taken', id: 'c1;2' });
    expect(rig.channels.size).toBe(2);
    expect(rig.media.commands).toEqual([]);
  });

  it('ends with the one it listens to, and so does who listens to it', async () => {
    const { rig, made, settled } = aRig();
    const spied = rig.channel('c1');
    const far = rig.farEnd(spied);
    const first = made(spied);
    made(first, { id: channelId('s2') });
    spied.destroy();
    far.destroy();
    await settled();

    const ends = rig.engine.happened.flatMap((event) =>
      event.type === 'channel-destroyed' ? [`${event.channel.id} ${event.cause}`] : [],
    );
    expect(ends).toEqual(expect.arrayContaining(['s1 0', 's2 0']));
    expect([rig.channels.size, rig.core.legs.size]).toEqual([0, 0]);
  });

  it('leaves the one it listened to alone when it ends', async () => {
    const { rig, made, settled } = aRig();
    const spied = rig.channel('c1');
    made(spied).hangUp(16);
    await settled();

    expect(spied.isEnding).toBe(false);
    expect(rig.media.take().at(-1)).toBe('close-leg s1');
  });

  it('is heard in a bridge', () => {
    const { rig, made } = aRig();
    const channel = made(rig.channel('c1'));
    rig.media.take();
    const bridge = rig.bridge('b1');
    bridge.add(rig.channel('c2'));
    bridge.add(channel);

    expect(rig.media.take()).toEqual([
      'open-bridge b1 all',
      'open-pair c2 c2;2',
      'join-bridge b1 c2',
      'join-bridge b1 s1',
    ]);
  });

  it('is made known again after what it listens to when the audio side was lost', () => {
    const { rig, made } = aRig();
    made(made(rig.channel('c1')), { id: channelId('s2') });
    rig.media.take();
    rig.media.lose('a fault');

    expect(rig.media.commands.map((command) => [command.do, 'leg' in command ? command.leg : ''])).toEqual([
      ['open-pair', ''],
      ['open-tap', 's1'],
      ['open-tap', 's2'],
    ]);
  });
});

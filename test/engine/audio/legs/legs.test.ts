import { bridgeId, channelId, legId } from '../../../../src/shared/ids';
import { someRtpMedia } from '../../../support/media/rtp-media';
import { MediaRig } from '../media-rig';

describe('the audio side', () => {
  it('hears nothing of calls on which nothing is heard', () => {
    const rig = new MediaRig();
    const [one, other] = [rig.channel('c1'), rig.channel('c2')];
    const bridge = rig.bridge('b1');
    for (const channel of [one, other]) bridge.add(channel);
    one.audio.mute('both', true);
    bridge.remove(one);
    bridge.destroy();
    other.destroy();

    expect(rig.media.take()).toEqual([]);
  });

  it('hears of a pair when something is played, and of its end', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a']);
    await rig.settle();
    const far = rig.farEnd(channel);
    channel.destroy();
    far.destroy();

    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 a', 'close-leg c1', 'close-leg c1;2']);
    expect(rig.core.legs.size).toBe(0);
  });

  it('is told of every channel that is connected to a channel with audio', async () => {
    const rig = new MediaRig();
    const [one, other, far] = [rig.channel('c1'), rig.channel('c2'), rig.channel('c3')];
    const [bridge, next] = [rig.bridge('b1'), rig.bridge('b2')];
    bridge.add(one);
    bridge.add(other, { isMuted: true });
    next.add(rig.farEnd(other));
    next.add(far);
    rig.play(one, ['sound:a']);
    await rig.settle();

    expect(rig.media.take()).toEqual([
      'open-pair c1 c1;2',
      'open-bridge b1 all',
      'join-bridge b1 c1',
      'open-pair c2 c2;2',
      'open-bridge b2 all',
      'join-bridge b2 c2;2',
      'open-pair c3 c3;2',
      'join-bridge b2 c3',
      'join-bridge b1 c2 muted',
      'play c1 a',
    ]);
  });

  it('follows who comes and goes', async () => {
    const rig = new MediaRig();
    const [one, other] = [rig.channel('c1'), rig.channel('c2')];
    const bridge = rig.bridge('b1', 'holding');
    rig.play(one, ['sound:a']);
    await rig.settle();
    rig.media.take();
    bridge.add(one, { role: 'announcer' });
    bridge.add(other);
    bridge.remove(one);
    bridge.destroy();

    expect(rig.media.take()).toEqual([
      'open-bridge b1 announcers',
      'join-bridge b1 c1 announcer',
      'open-pair c2 c2;2',
      'join-bridge b1 c2',
      'leave-bridge b1 c1',
      'leave-bridge b1 c2',
      'close-bridge b1',
    ]);
  });

  it('hears what is muted, also what was before it knew the channel', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    channel.audio.mute('in', true);
    rig.play(channel, ['sound:a']);
    await rig.settle();
    channel.audio.mute('out', true);
    channel.audio.mute('both', false);

    expect(rig.media.take()).toEqual([
      ...['open-pair c1 c1;2', 'mute-leg c1 in', 'play c1 a', 'mute-leg c1 both', 'mute-leg c1 none'],
    ]);
  });

  it('hears what gain there is and whether digits are looked for, and again after it was lost', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    channel.audio.findDigits(true);
    channel.audio.amplify('out', -6);
    rig.play(channel, ['sound:a']);
    await rig.settle();
    channel.audio.amplify('in', 99);
    rig.media.lose('it crashed');
    channel.audio.findDigits(false);
    const gain = (inward: number) => ({ do: 'gain-leg', leg: 'c1', decibels: { in: inward, out: -6 } });

    expect(rig.media.commands.filter((command) => 'leg' in command)).toEqual([
      ...[gain(0), { do: 'detect-digits', leg: 'c1' }, gain(40), gain(40), { do: 'detect-digits', leg: 'c1' }],
      { do: 'stop-detecting', leg: 'c1', what: 'digits' },
    ]);
  });

  it('is told everything again after it was lost', async () => {
    const rig = new MediaRig();
    const [one, other] = [rig.channel('c1'), rig.channel('c2')];
    const bridge = rig.bridge('b1');
    for (const channel of [one, other]) bridge.add(channel);
    rig.core.backgrounds.startBridgeMusic(bridge, undefined);
    await rig.settle();
    const first = rig.media.take();
    rig.media.lose('it crashed');

    expect(rig.media.take().sort()).toEqual([...first].sort());
  });

  it('opens a leg that leads outside anew, where the far end knows it, and puts it back into its bridge', () => {
    const rig = new MediaRig();
    const leg = legId('x1');
    const local = { kind: 'address', address: '192.0.2.2' } as const;
    const again = [
      { do: 'reserve-rtp', leg, rate: 8000, local, ports: { first: 10_000, last: 10_000 } },
      { do: 'configure-rtp', leg, media: someRtpMedia({ remote: { host: '192.0.2.1', port: 4000 } }) },
    ] as const;
    const channel = rig.outside('x1', again);
    rig.core.legs.ofChannel(channel);
    rig.bridge('b1').add(channel);
    const before = rig.media.commands.length;
    rig.media.lose('it crashed');

    expect(rig.media.commands.slice(before)).toEqual([
      ...again,
      { do: 'open-bridge', bridge: 'b1', mixes: 'all' },
      { do: 'join-bridge', bridge: 'b1', leg: 'x1', role: { isMuted: false, isAnnouncer: false } },
    ]);
  });

  it('is closed with the media core, and nothing listens any more', async () => {
    const rig = new MediaRig();
    const before = rig.engine.events.size;
    rig.play(rig.channel('c1'), ['sound:a'], { id: 'p1' });
    await rig.settle();

    await rig.core.close();
    await rig.core.close();

    expect(rig.heard().at(-1)).toBe('playback-finished p1 sound:a failed');
    expect([rig.media.isClosed, rig.media.listeners, before - rig.engine.events.size]).toEqual([true, 0, 7]);
  });
});

describe('music on hold and generated silence', () => {
  it('are heard in the background until they are stopped', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    const { backgrounds } = rig.core;
    backgrounds.startMusic(channel, 'jazz');
    await rig.settle();
    const wasSilence = backgrounds.stop({ kind: 'channel', id: channelId('c1') }, 'silence');
    const wasMusic = backgrounds.stop({ kind: 'channel', id: channelId('c1') }, 'music');

    expect([wasSilence, wasMusic]).toEqual([false, true]);
    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 jazz in background', 'stop-play']);
  });

  it('are of another class as soon as the caller presses its digit, and only while there is music', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    channel.setAttributes({ musicClass: 'own' });
    const { backgrounds } = rig.core;
    const press = async (digit: string): Promise<void> => {
      channel.receive({ type: 'digit', digit, milliseconds: 80 });
      await rig.settle();
    };
    await press('5');
    backgrounds.startMusic(channel, undefined);
    await rig.settle();
    for (const digit of '955') await press(digit);
    backgrounds.startSilence(channel);
    await press('5');

    expect(rig.media.take()).toEqual([
      ...['open-pair c1 c1;2', 'play c1 own in background', 'stop-play', 'play c1 jazz in background'],
      ...['stop-play', 'play c1 jazz in background', 'stop-play', 'play c1 silence in background'],
    ]);
  });

  it('are kept from channels that are not answered where the class says so', async () => {
    const rig = new MediaRig();
    const [ringing, answered] = [rig.channel('c1', 'Ring'), rig.channel('c2')];
    const { backgrounds } = rig.core;
    for (const channel of [ringing, answered]) backgrounds.startMusic(channel, 'answered');
    await rig.settle();
    backgrounds.startMusic(ringing, 'jazz');
    await rig.settle();
    ringing.receive({ type: 'digit', digit: '6', milliseconds: 80 });
    await rig.settle();

    expect(rig.media.take()).toEqual([
      ...['open-pair c2 c2;2', 'play c2 answered in background'],
      ...['open-pair c1 c1;2', 'play c1 jazz in background'],
    ]);
  });

  it('replace one another', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    const { backgrounds } = rig.core;
    backgrounds.startMusic(channel, undefined);
    await rig.settle();
    backgrounds.startSilence(channel);

    expect(rig.media.take().slice(1)).toEqual([
      'play c1 default in background',
      'stop-play',
      'play c1 silence in background',
    ]);
    expect(backgrounds.size).toBe(1);
  });

  it('end when something is played to the channel, and do not resume', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.core.backgrounds.startMusic(channel, undefined);
    await rig.settle();
    rig.play(channel, ['sound:a']);
    await rig.settle();
    rig.media.finishPlay();

    expect(rig.media.take().slice(1)).toEqual(['play c1 default in background', 'stop-play', 'play c1 a']);
    expect(rig.core.backgrounds.size).toBe(0);
  });

  it('go with the channel or the bridge', async () => {
    const rig = new MediaRig();
    const [channel, bridge] = [rig.channel('c1'), rig.bridge('b1')];
    rig.core.backgrounds.startMusic(channel, undefined);
    rig.core.backgrounds.startBridgeMusic(bridge, undefined);
    await rig.settle();
    channel.destroy();
    bridge.destroy();

    expect([rig.core.backgrounds.size, rig.media.plays.size]).toEqual([0, 0]);
  });

  it('are not heard when they are stopped before they have been found', async () => {
    const rig = new MediaRig();
    rig.core.backgrounds.startMusic(rig.channel('c1'), undefined);
    rig.core.backgrounds.stop({ kind: 'channel', id: channelId('c1') }, 'music');
    await rig.settle();

    expect(rig.media.take()).toEqual([]);
  });

  it('are on where there is only silence to be heard', async () => {
    const rig = new MediaRig();
    const bridge = rig.bridge('b1');
    rig.core.backgrounds.startBridgeMusic(bridge, 'unknown');
    await rig.settle();

    expect(rig.media.take()).toEqual(['open-bridge b1 all', 'play b1 silence in background']);
    expect(rig.core.backgrounds.stop({ kind: 'bridge', id: bridgeId('b1') }, 'music')).toBe(true);
  });
});

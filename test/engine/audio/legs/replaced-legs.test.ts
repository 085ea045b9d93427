import { MediaLegs } from '../../../../src/engine/audio/legs/media-legs';
import { ChannelLevels } from '../../../../src/engine/audio/legs/channel-levels';
import { legId } from '../../../../src/shared/ids';
import { MediaRig } from '../media-rig';

describe('the legs of channels', () => {
  it('have ids of their own, and no id twice', () => {
    const rig = new MediaRig();
    const legs = new MediaLegs({ send: rig.media.send, bridges: rig.bridges, events: rig.engine.events });
    const channel = rig.channel('c1');
    const first = legs.open(channel);

    const ids = [channel.id, first, legs.idOf(rig.farEnd(channel)), legs.nextId('c1'), legs.nextId('c1')];
    expect(new Set(ids).size).toBe(ids.length);
    expect(first === undefined ? undefined : legs.channelOf(first)).toBe(channel);
    legs.close();
  });

  it('can be replaced, and the new one is where the old one was, with all that was set and looked for', () => {
    const rig = new MediaRig();
    let leg = legId('first');
    const channel = rig.outside('x1', [], () => leg);
    const { legs, detection } = rig.core;
    legs.ofChannel(channel);
    channel.audio.mute('in', true);
    rig.bridge('b1').add(channel);
    detection.start(channel, { what: 'talk', silence: 1000, threshold: 256 });
    rig.media.take();

    leg = legId('second');
    legs.replace(channel);

    expect(rig.media.take()).toEqual(['close-leg first', 'mute-leg second in', 'join-bridge b1 second', 'detect-talk']);
    expect([legs.idOf(channel), legs.channelOf(legId('first')), legs.size]).toEqual([leg, undefined, 1]);
  });
});

describe('how loud a channel is', () => {
  it('is measured while there is a listener, also after the media thread was lost', () => {
    const rig = new MediaRig();
    const levels = new ChannelLevels({ link: rig.media, legs: rig.core.legs });
    const channel = rig.channel('c1');
    const heard: unknown[] = [];
    const stops = [1, 2].map(() => levels.watch(channel, (level) => heard.push(level)));
    rig.media.lose('it crashed');
    levels.tell({ tell: 'leg-level', leg: legId('c1'), in: -20, out: -127 });
    for (const stop of stops) stop?.();
    for (const stop of stops) stop?.();
    levels.tell({ tell: 'leg-level', leg: legId('c1'), in: -20, out: -127 });

    const metered = rig.media.commands.flatMap((command) => (command.do === 'meter-leg' ? [command.on] : []));
    expect(metered).toEqual([true, true, false]);
    expect(heard).toEqual(Array(2).fill({ in: -20, out: -127 }));
    levels.close();
  });

  it('is of no channel that is gone or carries no audio', () => {
    const rig = new MediaRig();
    const levels = new ChannelLevels({ link: rig.media, legs: rig.core.legs });
    const channel = rig.channel('c1');
    const heard: unknown[] = [];
    levels.watch(channel, (level) => heard.push(level));
    channel.destroy();
    levels.tell({ tell: 'leg-level', leg: legId('c1'), in: -20, out: -127 });

    expect(heard).toEqual([]);
    expect(levels.watch(channel, () => undefined)).toBeUndefined();
    levels.close();
  });
});

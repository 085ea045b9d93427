import { playbackId } from '../../../../src/shared/ids';
import { MediaRig } from '../media-rig';

describe('playbacks', () => {
  it('wait behind one another on a channel', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a'], { id: 'p1' });
    rig.play(channel, ['sound:b'], { id: 'p2' });
    await rig.settle();
    rig.media.finishPlay();
    await rig.settle();
    rig.media.finishPlay();

    expect(rig.heard()).toEqual([
      'playback-started p1 sound:a playing',
      'playback-finished p1 sound:a done',
      'playback-started p2 sound:b playing',
      'playback-finished p2 sound:b done',
    ]);
    expect(rig.core.playbacks.size).toBe(0);
  });

  it('are told of with the answer before they begin', () => {
    const rig = new MediaRig();

    const playback = rig.play(rig.channel('c1'), ['sound:a', 'sound:b'], { id: 'p1' });

    expect(playback.snapshot()).toEqual({
      id: 'p1',
      media: 'sound:a',
      nextMedia: 'sound:b',
      target: { kind: 'channel', id: 'c1', endpoint: { technology: 'Local', resource: undefined } },
      language: 'fr',
      state: 'queued',
    });
    expect(rig.heard()).toEqual([]);
  });

  it('go through a list with one end, which the last medium decides', async () => {
    const rig = new MediaRig();
    rig.play(rig.channel('c1'), ['sound:a', 'sound:nothere', 'late:b', 'bogus'], { id: 'p1' });
    await rig.settle();
    rig.media.finishPlay();
    await rig.settle();
    rig.media.finishPlay();

    expect(rig.heard()).toEqual([
      'playback-started p1 sound:a then sound:nothere playing',
      'playback-continuing p1 sound:a then sound:nothere continuing',
      'playback-started p1 sound:nothere then late:b playing',
      'playback-continuing p1 sound:nothere then late:b continuing',
      'playback-started p1 late:b then bogus playing',
      'playback-continuing p1 late:b then bogus continuing',
      'playback-started p1 bogus playing',
      'playback-finished p1 bogus failed',
    ]);
  });

  it('say in the log why a medium was not heard, and show no secrets of web addresses', async () => {
    const rig = new MediaRig();
    const media = [
      'sound:nothere',
      'sound:bad',
      'no:https://anna:secret@host/a.wav?key=secret',
      'https://anna:secret@',
    ];
    rig.play(rig.channel('c1'), media, { id: 'p1' });
    await rig.settle();
    rig.media.finishPlay('bad.wav is no audio');
    await rig.settle();

    expect(rig.engine.lines).toEqual([
      'warn a medium could not be played {"playback":"p1","media":"sound:nothere","reason":"no such sound"}',
      'warn a medium could not be played {"playback":"p1","media":"sound:bad","reason":"bad.wav is no audio"}',
      'warn a medium could not be played {"playback":"p1","media":"no:https://host/a.wav","reason":"no such scheme"}',
      'warn a medium could not be played {"playback":"p1","media":"an address that cannot be read","reason":"no such scheme"}',
    ]);
  });

  it('say nothing of what was stopped, hung up on, or lost with everything else', async () => {
    const rig = new MediaRig();
    const [stopped, hungUp, lost] = [rig.channel('c1'), rig.channel('c2'), rig.channel('c3')];
    rig.play(stopped, ['sound:a'], { id: 'p1' });
    rig.play(hungUp, ['sound:a']);
    rig.play(lost, ['sound:a']);
    await rig.settle();
    rig.core.playbacks.find(playbackId('p1'))?.operate('stop');
    await rig.queueOf(hungUp).close();
    rig.media.lose('it crashed');

    expect(rig.engine.lines).toEqual([
      'error the media thread was lost with all playbacks and recordings {"reason":"it crashed"}',
    ]);
  });

  it('survive a very long list of what cannot be played', async () => {
    const rig = new MediaRig();
    rig.play(rig.channel('c1'), new Array<string>(20_000).fill('sound:nothere'), { id: 'p1' });
    await rig.settle();

    expect(rig.heard().at(-1)).toBe('playback-finished p1 sound:nothere failed');
  });

  it('begin the first medium at the offset, and only that one', async () => {
    const rig = new MediaRig();
    rig.play(rig.channel('c1'), ['sound:a', 'sound:b'], { offset: 500 });
    await rig.settle();
    rig.media.finishPlay();

    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 a from 500', 'play c1 b']);
  });

  it('end with all of their media when they are stopped', async () => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['tone:ring', 'sound:b'], { id: 'p1' });
    await rig.settle();
    playback.operate('stop');

    expect(rig.heard().at(-1)).toBe('playback-finished p1 tone:ring done');
    expect(rig.core.playbacks.find(playbackId('p1'))).toBeUndefined();
  });

  it('never begin when they are stopped while waiting, and are closed all the same', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a'], { id: 'p1' });
    const waiting = rig.play(channel, ['sound:b'], { id: 'p2' });
    rig.play(channel, ['sound:c'], { id: 'p3' });
    await rig.settle();
    waiting.operate('stop');
    rig.media.finishPlay();
    await rig.settle();

    expect(rig.heard()).toEqual([
      'playback-started p1 sound:a playing',
      'playback-finished p2 sound:b done',
      'playback-finished p1 sound:a done',
      'playback-started p3 sound:c playing',
    ]);
  });

  it('fail when the queue closes: the one that is heard, and those that wait as if they had begun', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a', 'sound:z'], { id: 'p1' });
    rig.play(channel, ['sound:b'], { id: 'p2' });
    await rig.settle();
    rig.heard();

    expect(rig.queueOf(channel).close()).toBeUndefined();

    expect(rig.heard()).toEqual([
      'playback-finished p1 sound:a failed',
      'playback-started p2 sound:b playing',
      'playback-finished p2 sound:b failed',
    ]);
    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 a', 'stop-play']);
  });

  it('keep their ids to themselves until they are over', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    const request = { id: playbackId('p1'), media: ['sound:a'], language: 'de', offset: 0, skip: 3000 };
    rig.play(channel, ['sound:a'], { id: 'p1' });

    expect(rig.core.playbacks.playOn(channel, rig.queueOf(channel), request)).toBeUndefined();

    await rig.settle();
    rig.media.finishPlay();
    expect(rig.core.playbacks.playOn(channel, rig.queueOf(channel), request)?.snapshot().language).toBe('de');
  });

  it('fail together when the audio side is lost, and go on with the next one', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a'], { id: 'p1' });
    rig.play(channel, ['sound:b'], { id: 'p2' });
    await rig.settle();
    rig.media.take();
    rig.media.lose('it crashed');
    await rig.settle();

    expect(rig.heard().slice(1)).toEqual([
      'playback-finished p1 sound:a failed',
      'playback-started p2 sound:b playing',
    ]);
    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 b']);
  });

  it('tell a far end that is not answered yet that something will be heard', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    channel.setState('Ring');
    const signals: string[] = [];
    rig.farEnd(channel).onSignal(({ type }) => signals.push(type));
    rig.play(channel, ['sound:a']);
    await rig.settle();

    expect(signals).toEqual(['progress']);
  });
});

describe('playbacks on a bridge', () => {
  it('wait behind one another, and speak the language of the server', async () => {
    const rig = new MediaRig();
    const bridge = rig.bridge('b1');
    const first = rig.play(bridge, ['sound:a'], { id: 'p1' });
    rig.play(bridge, ['sound:b'], { id: 'p2' });
    await rig.settle();
    rig.media.finishPlay();
    await rig.settle();

    expect(first.snapshot()).toMatchObject({ target: { kind: 'bridge', id: 'b1' }, language: 'en' });
    expect(rig.media.take()).toEqual(['open-bridge b1 all', 'play b1 a', 'play b1 b']);
  });

  it('fail when the bridge is destroyed', async () => {
    const rig = new MediaRig();
    const bridge = rig.bridge('b1');
    rig.play(bridge, ['sound:a'], { id: 'p1' });
    rig.play(bridge, ['sound:b'], { id: 'p2' });
    await rig.settle();
    rig.heard();
    bridge.destroy();

    expect(rig.heard()).toEqual([
      'playback-finished p1 sound:a failed',
      'playback-started p2 sound:b playing',
      'playback-finished p2 sound:b failed',
    ]);
    expect(rig.core.playbacks.size).toBe(0);
  });

  it('fail immediately when a holding bridge already has an announcer', async () => {
    const rig = new MediaRig();
    const bridge = rig.bridge('b1', 'holding');
    bridge.add(rig.channel('c1'), { role: 'announcer' });
    rig.play(bridge, ['sound:a'], { id: 'p1' });
    await rig.settle();

    expect(rig.heard()).toEqual(['playback-started p1 sound:a playing', 'playback-finished p1 sound:a failed']);
  });
});

import type { PlaybackOperation } from '../../../../src/engine/audio/playing/playback';
import { playbackOperations } from '../../../../src/engine/audio/playing/playback';
import { MediaRig } from '../media-rig';

type Row = readonly (readonly [PlaybackOperation, 'done' | 'refused' | 'uncontrollable'])[];

const all = (result: 'done' | 'refused' | 'uncontrollable'): Row =>
  playbackOperations.map((operation) => [operation, result] as const);

const queued: Row = [
  ['stop', 'done'],
  ['restart', 'done'],
  ['pause', 'refused'],
  ['unpause', 'refused'],
  ['forward', 'refused'],
  ['reverse', 'refused'],
];
const paused: Row = [
  ['stop', 'done'],
  ['restart', 'refused'],
  ['pause', 'done'],
  ['unpause', 'done'],
  ['forward', 'refused'],
  ['reverse', 'refused'],
];

describe('the controls of a playback', () => {
  it.each(queued)('while it waits: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a']);

    expect(playback.operate(operation)).toBe(result);
  });

  it.each(all('done'))('while it plays: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a']);
    await rig.settle();

    expect(playback.operate(operation)).toBe(result);
  });

  it.each(paused)('while it is paused: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a']);
    await rig.settle();
    playback.operate('pause');

    expect(playback.operate(operation)).toBe(result);
  });

  it.each(all('refused'))('when it is over: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a']);
    await rig.settle();
    rig.media.finishPlay();

    expect(playback.operate(operation)).toBe(result);
  });

  it.each(playbackOperations.filter((operation) => operation !== 'unpause'))(
    'while a number is spoken: %s is taken by nothing',
    async (operation) => {
      const rig = new MediaRig();
      const playback = rig.play(rig.channel('c1'), ['number:7']);
      await rig.settle();

      expect(playback.operate(operation)).toBe('uncontrollable');
    },
  );

  it('move by the distance that was asked for, and reach the audio side', async () => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a'], { skip: 1000, offset: 250 });
    await rig.settle();

    for (const operation of ['forward', 'reverse', 'restart', 'pause', 'pause', 'unpause', 'unpause', 'stop'] as const)
      playback.operate(operation);

    expect(rig.media.take()).toEqual([
      'open-pair c1 c1;2',
      'play c1 a from 250',
      ...['seek-play 1000', 'seek-play -1000', 'restart-play', 'pause-play', 'resume-play', 'stop-play'],
    ]);
  });

  it('do not move within a tone, which begins anew after a pause', async () => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['tone:ring']);
    await rig.settle();
    rig.media.take();

    for (const operation of ['forward', 'reverse', 'pause', 'unpause', 'restart'] as const) playback.operate(operation);

    expect(rig.media.take()).toEqual(['pause-play', 'restart-play', 'resume-play', 'restart-play']);
  });

  it('report a playback once more when it goes on after a pause, and nothing else', async () => {
    const rig = new MediaRig();
    const playback = rig.play(rig.channel('c1'), ['sound:a'], { id: 'p1' });
    await rig.settle();
    rig.heard();

    for (const operation of ['pause', 'unpause', 'restart', 'forward'] as const) playback.operate(operation);

    expect(rig.heard()).toEqual(['playback-started p1 sound:a playing']);
  });
});

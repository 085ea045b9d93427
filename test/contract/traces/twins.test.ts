import type { EventStep } from './load-trace';
import { Twins } from './twins';

interface Told {
  readonly ms: number;
  readonly type?: string;
  readonly target?: string;
  readonly ws?: string;
}

function stepOf({ ms, type = 'PlaybackStarted', target = 'bridge:b1', ws = 'watch' }: Told): EventStep {
  const playback = { id: 'p1', target_uri: target };
  return { index: 0, ms, kind: 'event', ws, event: { type, application: 'watcher', timestamp: `at ${ms}`, playback } };
}

function expectedOf(told: readonly Told[]): readonly number[] {
  const twins = new Twins();
  return told.filter((one) => !twins.isSecond(stepOf(one))).map(({ ms }) => ms);
}

describe('of two recorded events that tell the same', () => {
  it('about what a bridge plays the second one is not expected', () => {
    expect(expectedOf([{ ms: 1 }, { ms: 3 }])).toEqual([1]);
  });

  it('each pair leaves one', () => {
    expect(expectedOf([{ ms: 1 }, { ms: 2 }, { ms: 3 }, { ms: 4 }])).toEqual([1, 3]);
  });

  it.each([
    ['that come at different times', [{ ms: 1 }, { ms: 100 }]],
    ['with another one between them', [{ ms: 1 }, { ms: 2, type: 'PlaybackFinished' }, { ms: 3 }]],
    ['on different sockets', [{ ms: 1 }, { ms: 2, ws: 'main' }]],
    ['about what a channel plays', ['channel:c1', 'channel:c1'].map((target, ms) => ({ ms, target }))],
  ])('both are expected %s', (_how, told: readonly Told[]) => {
    expect(expectedOf(told)).toEqual(told.map(({ ms }) => ms));
  });
});

import { growingPause, pauseForCall } from '../../../src/server/outbound/backoff';

const pace = { reconnectInterval: 500, reconnectAttempts: 4 };
const afterFailures = [1, 2, 3, 4, 5, 6, 7, 2000];

describe('the pause between attempts', () => {
  it.each([
    {
      what: 'the least chance',
      chance: 0,
      reconnectInterval: 500,
      wanted: [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000],
    },
    {
      what: 'even chances',
      chance: 0.5,
      reconnectInterval: 500,
      wanted: [750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500],
    },
    {
      what: 'an interval longer than the longest pause',
      chance: 0.5,
      reconnectInterval: 40_000,
      wanted: afterFailures.map(() => 40_000),
    },
    {
      what: 'no interval',
      chance: 0,
      reconnectInterval: 0,
      wanted: [50, 100, 200, 400, 800, 1600, 3200, 15_000],
    },
  ])('grows up to half a minute: with $what', ({ chance, reconnectInterval, wanted }) => {
    const pause = growingPause(() => chance);

    expect(afterFailures.map((failures) => pause(failures, { ...pace, reconnectInterval }))).toEqual(wanted);
  });

  it('stays the same for a call, and ends with the attempts', () => {
    expect([1, 2, 3, 4].map((failures) => pauseForCall(failures, pace))).toEqual([500, 500, 500, undefined]);
    expect(pauseForCall(1, { ...pace, reconnectAttempts: 0 })).toBeUndefined();
  });
});

import * as fc from 'fast-check';
import { TimerWheel } from '../../../src/sip/transaction/timer-wheel';
import { ManualClock } from '../../support/client/client-clock';

function aWheel() {
  const clock = new ManualClock();
  const faults: unknown[] = [];
  return { clock, faults, wheel: new TimerWheel(clock, (error) => faults.push(error)) };
}

/** A timer without a delay is started while the wheel waits for another one. */
const dueAtOnceBesideAnother: [delay: number, pause: number, isCancelled: boolean][] = [
  [1031, 1030, false],
  [0, 0, false],
];

describe('a timer wheel', () => {
  it('fires every timer once, at its time rounded up to 10 ms, unless it is cancelled', () => {
    const delay = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200_000 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(delay, fc.nat(5000), fc.boolean())), (plans) => {
        const { clock, wheel } = aWheel();
        const [wanted, fired]: [string[], string[]] = [[], []];
        for (const [index, [milliseconds, pause, isCancelled]] of plans.entries()) {
          const start = clock.now();
          const timer = wheel.after(milliseconds, () => fired.push(`${index} at ${clock.now()}`));
          const due = Math.max(Math.ceil((start + milliseconds) / 10), Math.floor(start / 10) + 1) * 10;
          if (isCancelled) timer.cancel();
          else wanted.push(`${index} at ${due}`);
          clock.advance(pause);
        }
        clock.advance(300_000);

        expect([...fired].sort()).toEqual([...wanted].sort());
        expect([wheel.size, clock.running]).toEqual([0, 0]);
      }),
      { examples: [[dueAtOnceBesideAnother]] },
    );
  });

  it('lets a timer take the place of another one that is running', () => {
    const { clock, wheel } = aWheel();
    const fired: string[] = [];
    const [first, other] = [wheel.after(50, () => fired.push('first')), wheel.after(500, () => fired.push('other'))];
    other.cancel();
    clock.advance(20);
    expect([wheel.replace(first, other), wheel.size]).toEqual([true, 1]);
    clock.advance(30);

    expect([fired, wheel.replace(first, other), wheel.size, clock.running]).toEqual([['other'], false, 0, 0]);
  });

  it('needs one timer of the clock for all of its own, and none without any', () => {
    const { clock, wheel } = aWheel();
    const timers = Array.from({ length: 1000 }, (_, index) => wheel.after(index * 7, () => undefined));

    expect([wheel.size, clock.running]).toEqual([1000, 1]);
    for (const timer of timers) timer.cancel();
    for (const timer of timers) timer.cancel();
    expect([wheel.size, clock.running]).toEqual([0, 0]);
  });

  it('lets actions start and cancel timers, also those that are due at the same time', () => {
    const { clock, wheel } = aWheel();
    const fired: string[] = [];
    const [first, second] = [0, 1].map((index) =>
      wheel.after(50, () => {
        fired.push(String(index));
        (index === 0 ? second : first)?.cancel();
        wheel.after(0, () => fired.push('later'));
      }),
    );
    clock.advance(200);

    expect(fired).toHaveLength(2);
    expect(fired[1]).toBe('later');
  });

  it('reports an action that fails and goes on', () => {
    const { clock, wheel, faults } = aWheel();
    const fired: string[] = [];
    wheel.after(10, () => {
      throw new Error('a bug');
    });
    wheel.after(10, () => fired.push('other'));
    clock.advance(10);

    expect([faults.length, fired]).toEqual([1, ['other']]);
  });

  it('catches up after the process has stood still, in the right order', () => {
    const clock = new ManualClock();
    const pause = { milliseconds: 0 };
    const wheel = new TimerWheel({ now: () => clock.now() + pause.milliseconds, after: clock.after }, fail);
    const fired: number[] = [];
    for (const delay of [90_000, 10, 50_000, 20]) wheel.after(delay, () => fired.push(delay));
    pause.milliseconds = 100_000;
    clock.advance(10);

    expect(fired).toEqual([10, 20, 50_000, 90_000]);
  });

  it('forgets everything when it is closed', () => {
    const { clock, wheel } = aWheel();
    wheel.after(10, () => {
      throw new Error('must not fire');
    });
    wheel.close();
    clock.advance(100);

    expect([wheel.size, clock.running]).toEqual([0, 0]);
  });
});

function fail(error: unknown): never {
  throw error;
}

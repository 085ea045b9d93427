import { ReplayClock } from './replay-clock';

describe('the clock of a replay', () => {
  const passed = (clock: ReplayClock, milliseconds: number): void => {
    const until = clock.now() + milliseconds;
    while (clock.step(until) !== undefined);
    clock.reach(until);
  };

  it('stands still until it is moved', () => {
    const clock = new ReplayClock();
    const before = clock.now();
    let isOver = false;
    clock.after(500, () => (isOver = true));

    passed(clock, 499);
    expect(isOver).toBe(false);
    expect(clock.now()).toBe(before + 499);

    passed(clock, 1);
    expect(isOver).toBe(true);
  });

  it('runs what is due in the order of its time, also what was added on the way', () => {
    const clock = new ReplayClock();
    const began = clock.now();
    const ran: string[] = [];
    const note = (what: string): void => void ran.push(`${what} ${clock.now() - began}`);
    clock.after(30, () => note('late'));
    clock.after(10, () => {
      note('early');
      clock.after(5, () => note('added'));
    });
    clock.after(10, () => note('as early'));

    passed(clock, 100);

    expect(ran).toEqual(['early 10', 'as early 10', 'added 15', 'late 30']);
  });

  it('forgets what is cancelled', () => {
    const clock = new ReplayClock();
    let isOver = false;
    const cancel = clock.after(10, () => (isOver = true));

    cancel();
    passed(clock, 10);

    expect(isOver).toBe(false);
  });
});

import { SteadyClock } from '../../../src/media/thread/clock';

/** Time that moves when the test says so, with timers that may fire late. */
class SlowWorld {
  time = 1000;
  #waiting: { readonly at: number; readonly action: () => void }[] = [];

  readonly now = (): number => this.time;

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const entry = { at: this.time + milliseconds, action };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  };

  get timers(): number {
    return this.#waiting.length;
  }

  /** The next timer fires, so much later than it should. */
  fire(late = 0): void {
    const entry = this.#waiting.shift();
    if (entry === undefined) return;
    this.time = Math.max(this.time, entry.at + late);
    entry.action();
  }
}

describe('the clock of the media thread', () => {
  it('does not drift, however late its timers are', () => {
    const world = new SlowWorld();
    const clock = new SteadyClock(world);
    const beats: number[] = [];
    clock.start(() => beats.push(world.time));

    for (let beat = 0; beat < 1000; beat += 1) world.fire((beat * 7) % 19);

    expect(beats).toHaveLength(1000);
    expect(beats.every((time, beat) => time - (1020 + beat * 20) < 19)).toBe(true);
    expect(clock.missed).toBe(0);
  });

  it('beats again at once when it is late, and counts what it missed', () => {
    const world = new SlowWorld();
    const clock = new SteadyClock(world);
    const beats: number[] = [];
    clock.start(() => beats.push(world.time));

    world.fire(70);
    for (let beat = 0; beat < 5; beat += 1) world.fire();

    expect(beats).toEqual([1090, 1090, 1090, 1090, 1100, 1120]);
    expect(clock.missed).toBe(3);
  });

  it('leaves ticks out when it is too late to catch up', () => {
    const world = new SlowWorld();
    const clock = new SteadyClock(world);
    let beats = 0;
    clock.start(() => (beats += 1));

    world.fire(10_000);
    while (world.time < 11_040) world.fire();

    expect(beats).toBeLessThan(15);
    expect(beats + clock.missed).toBeGreaterThan(500);
  });

  it('waits again when a timer fires early', () => {
    const world = new SlowWorld();
    const clock = new SteadyClock(world);
    const beats: number[] = [];
    clock.start(() => beats.push(world.time));

    world.fire(-5);
    world.fire();

    expect(beats).toEqual([1020]);
  });

  it('leaves no timer behind when it is stopped, even from within a beat', () => {
    const world = new SlowWorld();
    const clock = new SteadyClock(world);
    clock.start(() => clock.stop());
    world.fire();
    clock.stop();

    expect(world.timers).toBe(0);
  });

  it('catches up in real time after the thread was held up', async () => {
    const clock = new SteadyClock();
    const started = performance.now();
    let beats = 0;

    await new Promise<void>((resolve) => {
      clock.start(() => {
        beats += 1;
        // Holds the thread as a slow disk would.
        while (beats === 1 && performance.now() - started < 150);
        if (beats === 12) resolve();
      });
    });
    clock.stop();

    expect(performance.now() - started).toBeGreaterThanOrEqual(239);
    expect(clock.missed).toBeGreaterThanOrEqual(5);
  });
});

import { Heartbeat, HeartbeatWatch, lookInterval } from '../../../src/media/thread/heartbeat';

/** A heart, whoever watches it, and the time. */
class Bedside {
  #now = 0;
  readonly heart = new Heartbeat();
  readonly watch = new HeartbeatWatch(this.heart, () => this.#now);

  /** Looks so often without a beat, each time so late, and says after which look it was given up. */
  looks(count: number, late = 0): number | undefined {
    for (let look = 1; look <= count; look += 1) {
      this.#now += lookInterval + late;
      if (this.watch.look()) return look;
    }
    return undefined;
  }
}

describe('who watches a heartbeat', () => {
  it('gives the thread up within a second of its last beat', () => {
    const bedside = new Bedside();
    bedside.heart.beat();

    expect(bedside.looks(100)).toBeLessThan(1000 / lookInterval);
  });

  it('does not as long as it beats, however seldom', () => {
    const bedside = new Bedside();

    for (let beat = 0; beat < 100; beat += 1) {
      bedside.heart.beat();
      expect(bedside.looks(5)).toBeUndefined();
    }
  });

  it('does not count the time in which it came to nothing itself', () => {
    expect(new Bedside().looks(1, 5000)).toBeUndefined();
  });

  it('is the more patient, the later its own looks are, but not for ever', () => {
    const onTime = new Bedside().looks(1000) ?? Infinity;
    const late = new Bedside().looks(1000, lookInterval / 2) ?? Infinity;
    const tooLate = new Bedside().looks(1000, lookInterval * 4) ?? Infinity;

    expect(late).toBeGreaterThan(onTime);
    expect(tooLate).toBeGreaterThan(late);
    expect(tooLate).toBeLessThan(1000);
  });

  it('sees beats of the other side of the memory', () => {
    const bedside = new Bedside();
    new Heartbeat(bedside.heart.memory).beat();
    bedside.looks(1);

    expect(bedside.watch.age).toBe(0);
  });
});

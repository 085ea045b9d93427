import fc from 'fast-check';
import { PlayoutQueue } from '../../../src/media/tcp-audio/playout-queue';

const size = 4;

/** Samples that count up, so that it is seen which ones are heard. */
function counter(): (length: number) => Int16Array {
  let last = 0;
  return (length) => Int16Array.from({ length }, () => (last += 1));
}

/** What is heard in the next tick. */
function tick(queue: PlayoutQueue): number[] | undefined {
  const frame = new Int16Array(size);
  return queue.take(frame) ? [...frame] : undefined;
}

describe('audio that waits to be heard', () => {
  it('begins one tick after its first frame came, and then goes on without a gap', () => {
    const queue = new PlayoutQueue(size, 100);
    const next = counter();
    const heard = [1, 2, 3].map(() => {
      queue.push(next(size));
      return tick(queue);
    });
    heard.push(tick(queue), tick(queue), tick(queue));

    expect(heard).toEqual([undefined, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], undefined, undefined]);
  });

  it('begins at once when two frames are there', () => {
    const queue = new PlayoutQueue(size, 100);
    queue.push(counter()(2 * size));

    expect([tick(queue), tick(queue), tick(queue)]).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], undefined]);
  });

  it('comes in pieces of any length, and the last one is filled up with silence', () => {
    const queue = new PlayoutQueue(size, 100);
    const next = counter();
    for (const length of [3, 3, 4]) queue.push(next(length));

    expect([tick(queue), tick(queue), tick(queue), tick(queue), tick(queue)]).toEqual([
      ...[[1, 2, 3, 4], [5, 6, 7, 8], undefined, [9, 10, 0, 0], undefined],
    ]);
    expect(queue.isEmpty).toBe(true);
  });

  it('waits for the sender when a piece was late, and has one frame more in hand then', () => {
    const queue = new PlayoutQueue(size, 100);
    const next = counter();
    queue.push(next(2 * size));
    const heard = [tick(queue), tick(queue), tick(queue)];
    queue.push(next(2 * size));
    heard.push(tick(queue));
    // The next piece may be a tick late now.
    heard.push(tick(queue));

    expect(heard).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], undefined, [9, 10, 11, 12], [13, 14, 15, 16]]);
  });

  it('loses what has waited longest when there is too much, and says how much that is', () => {
    const queue = new PlayoutQueue(size, 10);
    const next = counter();

    expect([queue.push(next(8)), queue.push(next(8)), queue.push(next(30))]).toEqual([0, 6, 30]);
    expect([tick(queue), tick(queue)]).toEqual([
      [37, 38, 39, 40],
      [41, 42, 43, 44],
    ]);
  });

  it('keeps its order, loses only the oldest and never holds more than it may', () => {
    const deed = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant('tick' as const));
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 60 }), fc.integer({ min: size, max: 40 }), (deeds, capacity) => {
        const queue = new PlayoutQueue(size, capacity);
        const next = counter();
        let expected: number[] = [];
        for (const deed of deeds) {
          if (deed === 'tick') {
            const heard = tick(queue);
            if (heard === undefined) continue;
            expect(heard).toEqual(Array.from({ length: size }, (_, at) => expected[at] ?? 0));
            expected = expected.slice(size);
          } else {
            const samples = next(deed);
            const dropped = queue.push(samples);
            expected.push(...samples);
            expect(dropped).toBe(Math.max(0, expected.length - capacity));
            expected = expected.slice(dropped);
          }
          expect(queue.isEmpty).toBe(expected.length === 0);
        }
      }),
    );
  });
});

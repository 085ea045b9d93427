import fc from 'fast-check';
import type { QueueOrder, StreamEvent } from '../../../src/media/protocol';
import { MediaQueue, queueLevels } from '../../../src/media/stream/media-queue';

class QueueRig {
  readonly events: StreamEvent[] = [];
  readonly queue: MediaQueue;
  #sent = 0;

  constructor(frameSize = 4) {
    this.queue = new MediaQueue({ frameSize, tell: (event) => this.events.push(event) });
  }

  /** This many bytes, each one more than the one before it, over all messages. */
  add(count: number): void {
    this.queue.add(Uint8Array.from({ length: count }, () => (this.#sent++ % 251) + 1));
  }

  obey(...orders: readonly (QueueOrder | 'flush' | 'pause' | 'continue' | 'status')[]): void {
    for (const order of orders) this.queue.obey(typeof order === 'string' ? { order } : order);
  }

  mark(correlation?: string): void {
    this.obey({ order: 'mark', correlation });
  }

  /** The bytes of this many ticks; undefined where there was nothing. */
  take(ticks: number): (readonly number[] | undefined)[] {
    return Array.from({ length: ticks }, () => {
      const frame = this.queue.next();
      return frame === undefined ? undefined : [...frame];
    });
  }

  told(): string[] {
    return this.events
      .splice(0)
      .map((event) => ('correlation' in event ? `${event.event} ${event.correlation}` : event.event));
  }
}

describe('the queue of a stream', () => {
  it('gives one frame in every tick, whatever the messages were like', () => {
    const rig = new QueueRig();
    rig.add(8);
    rig.add(4);

    expect(rig.take(4)).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], undefined]);
  });

  it('leaves out what is less than a frame, unless it is told to wait for the rest', () => {
    const rig = new QueueRig();
    rig.add(6);
    rig.add(4);
    expect(rig.take(3)).toEqual([[1, 2, 3, 4], [7, 8, 9, 10], undefined]);

    rig.obey({ order: 'start-buffering' });
    rig.add(6);
    rig.add(2);
    expect(rig.take(2)).toEqual([
      [11, 12, 13, 14],
      [15, 16, 17, 18],
    ]);
  });

  it('plays the beginning of a frame when its rest is late', () => {
    const rig = new QueueRig();
    rig.obey({ order: 'start-buffering' });
    rig.add(6);

    expect(rig.take(3)).toEqual([[1, 2, 3, 4], [5, 6], undefined]);
  });

  it('ends buffering with a short frame, and tells when that has been played', () => {
    const rig = new QueueRig();
    rig.obey({ order: 'start-buffering' });
    rig.add(6);
    rig.obey({ order: 'stop-buffering', correlation: 'done' });

    expect(rig.take(2)).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    expect(rig.told()).toEqual([]);
    rig.take(1);
    expect(rig.told()).toEqual(['buffering-completed done']);
  });

  it('tells of marks when they are reached, which takes no time', () => {
    const rig = new QueueRig();
    rig.mark('first');
    rig.add(4);
    rig.mark('second');
    rig.mark();
    rig.add(4);

    expect(rig.take(1)).toEqual([[1, 2, 3, 4]]);
    expect(rig.told()).toEqual(['mark-reached first']);
    expect(rig.take(1)).toEqual([[5, 6, 7, 8]]);
    expect(rig.told()).toEqual(['mark-reached second', 'mark-reached undefined']);
  });

  it('keeps everything, marks included, while it is paused', () => {
    const rig = new QueueRig();
    rig.obey('pause');
    rig.mark('m');
    rig.add(4);
    expect(rig.take(2)).toEqual([undefined, undefined]);
    expect(rig.told()).toEqual([]);

    rig.obey('continue');
    expect(rig.take(1)).toEqual([[1, 2, 3, 4]]);
    expect(rig.told()).toEqual(['mark-reached m']);
  });

  it('forgets everything when it is flushed, and tells of no mark in it', () => {
    const rig = new QueueRig();
    rig.obey({ order: 'start-buffering' });
    rig.add(7);
    rig.mark('m');
    rig.obey({ order: 'stop-buffering', correlation: 'x' }, 'flush');
    rig.add(6);

    expect(rig.take(2)).toEqual([[8, 9, 10, 11], undefined]);
    expect(rig.told()).toEqual([]);
  });

  it('tells once that it is empty: at once, or when it has become so', () => {
    const rig = new QueueRig();
    rig.obey({ order: 'report-drained' });
    expect(rig.told()).toEqual(['drained']);

    rig.add(4);
    rig.obey({ order: 'report-drained' });
    rig.take(1);
    expect(rig.told()).toEqual([]);
    rig.take(3);
    expect(rig.told()).toEqual(['drained']);
  });

  it('asks for a pause once when it is long, and takes it back once when it is shorter', () => {
    const rig = new QueueRig();
    rig.add(4 * (queueLevels.xoff - 1));
    expect(rig.told()).toEqual([]);
    rig.add(8);
    rig.add(8);
    expect(rig.told()).toEqual(['xoff']);

    rig.take(queueLevels.xoff + 3 - queueLevels.xon);
    expect(rig.told()).toEqual([]);
    rig.take(1);
    expect(rig.told()).toEqual(['xon']);
    expect(rig.queue.length).toBe(queueLevels.xon - 1);
  });

  it('drops whole messages when it is full; the one that fills it is kept', () => {
    const rig = new QueueRig();
    rig.add(4 * (queueLevels.most - 1));
    rig.add(400);
    rig.add(4);

    expect(rig.queue.length).toBe(queueLevels.most + 99);
  });

  it('lets a paused sender continue when it is flushed', () => {
    const rig = new QueueRig();
    rig.add(4 * queueLevels.most);
    rig.told();
    rig.obey('flush', 'status');

    expect(rig.events).toEqual([
      { event: 'xon' },
      { event: 'status', length: 0, isFull: false, isBuffering: false, isPaused: false },
    ]);
  });

  it('limits the number of marks', () => {
    const rig = new QueueRig();
    for (let mark = 0; mark <= queueLevels.most; mark += 1) rig.mark();

    expect(rig.told()).toEqual(['too-many-marks']);
  });

  it('takes every message for a frame where they are passed through', () => {
    const rig = new QueueRig(0);
    rig.add(3);
    rig.add(5);

    expect(rig.take(3)).toEqual([[1, 2, 3], [4, 5, 6, 7, 8], undefined]);
  });

  it('plays every byte once and in order, and tells of every mark in its order, in whichever pieces they come', () => {
    const step = fc.oneof(
      fc.record({ bytes: fc.integer({ min: 0, max: 23 }) }),
      fc.constant('mark' as const),
      fc.constant('tick' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rig = new QueueRig();
        rig.obey({ order: 'start-buffering' });
        const played: number[] = [];
        let sent = 0;
        const marks: number[] = [];
        const tick = (): void => {
          const frame = rig.queue.next();
          if (frame !== undefined) played.push(...frame);
        };
        for (const one of steps) {
          if (one === 'tick') tick();
          else if (one === 'mark') {
            marks.push(sent);
            rig.mark(String(sent));
          } else {
            rig.add(one.bytes);
            sent += one.bytes;
          }
        }
        rig.obey({ order: 'stop-buffering', correlation: undefined });
        for (let at = 0; at < 2000 && rig.events.at(-1)?.event !== 'buffering-completed'; at += 1) tick();

        expect(played).toEqual(Array.from({ length: sent }, (_, at) => (at % 251) + 1));
        expect(rig.told().filter((told) => told.startsWith('mark'))).toEqual(marks.map((at) => `mark-reached ${at}`));
        expect(rig.queue.length).toBe(0);
      }),
    );
  });
});

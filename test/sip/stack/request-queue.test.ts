import { RequestQueue, datagramsPerTurn } from '../../../src/sip/stack/request-queue';

/** A queue whose clock and turns the test makes; every action takes the given milliseconds. */
function aQueue(cost: number) {
  let now = 0;
  const turns: (() => void)[] = [];
  const done: number[] = [];
  const queue = new RequestQueue({ now: () => now, soon: (action) => void turns.push(action) });
  return {
    queue,
    done,
    run: (number: number) =>
      queue.run(() => {
        now += cost;
        done.push(number);
      }),
    pass: (milliseconds: number) => (now += milliseconds),
    /** The loop comes around; false when nothing was left to do. */
    turn: () => {
      const next = turns.shift();
      next?.();
      return next !== undefined;
    },
  };
}

describe('new requests', () => {
  it('are served at once while there is time in the turn, and the others in later turns, in their order', () => {
    const { run, turn, done } = aQueue(0.4);
    for (let number = 0; number < 8; number += 1) run(number);
    const perTurn = [done.length];
    while (turn()) perTurn.push(done.length);

    expect(perTurn).toEqual([3, 6, 8]);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('are served one a turn when each takes longer than its slice', () => {
    const { run, turn, done, queue } = aQueue(20);
    for (let number = 0; number < 3; number += 1) run(number);
    turn();

    expect([done, queue.length]).toEqual([[0, 1], 1]);
  });

  it('are served one a turn while a turn brings as many datagrams as it can read, until the sockets are empty', () => {
    const { run, turn, done, queue } = aQueue(0.4);
    const arrive = (count: number): void => {
      for (let index = 0; index < count; index += 1) queue.noteArrival();
    };
    for (let number = 0; number < 10; number += 1) run(number);
    const perTurn = [done.length];
    for (const datagrams of [datagramsPerTurn, datagramsPerTurn, datagramsPerTurn - 1]) {
      arrive(datagrams);
      turn();
      perTurn.push(done.length);
    }

    expect(perTurn).toEqual([3, 4, 5, 8]);
  });

  it('show how long the oldest has waited', () => {
    const { run, turn, pass, queue } = aQueue(2);
    run(0);
    const before = queue.delay;
    run(1);
    pass(30);
    run(2);

    expect([before, queue.delay]).toEqual([0, 30]);
    turn();
    expect(queue.delay).toBe(2);
  });

  it('go on after one has failed', () => {
    const { queue, run, turn, done } = aQueue(2);
    run(0);
    queue.run(() => {
      throw new Error('broken');
    });
    run(1);

    expect(turn).toThrow('broken');
    turn();
    expect(done).toEqual([0, 1]);
  });

  it('are forgotten when the stack closes', () => {
    const { queue, run, turn, done } = aQueue(2);
    run(0);
    run(1);
    queue.clear();
    while (turn());

    expect([done, queue.length]).toEqual([[0], 0]);
  });
});

import {
  RequestQueue,
  datagramsPerTurn,
  mostWaiting,
  readingTurns,
  sliceMs,
} from '../../../src/sip/stack/request-queue';

/** A queue whose clock and turns the test makes; every action takes the given milliseconds. */
function aQueue(cost: number) {
  let now = 0;
  const turns: (() => void)[] = [];
  const done: number[] = [];
  const queue = new RequestQueue({ now: () => now, soon: (action) => void turns.push(action) });
  const action = (number: number) => () => {
    now += cost;
    done.push(number);
  };
  return {
    queue,
    done,
    run: (number: number) => queue.run(action(number), () => `request ${number}`),
    runFirst: (number: number) => queue.runFirst(action(number)),
    arrive: (datagrams: number) => {
      for (let index = 0; index < datagrams; index += 1) queue.noteArrival();
    },
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
    const { run, turn, done } = aQueue(0.4 * sliceMs);
    for (let number = 0; number < 8; number += 1) run(number);
    const perTurn = [done.length];
    while (turn()) perTurn.push(done.length);

    expect(perTurn).toEqual([3, 6, 8]);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('are served one a turn when each takes longer than its slice', () => {
    const { run, turn, done, queue } = aQueue(10 * sliceMs);
    for (let number = 0; number < 3; number += 1) run(number);
    turn();

    expect([done, queue.length]).toEqual([[0, 1], 1]);
  });

  it('wait while a turn brings as many datagrams as it can read, until the sockets are empty', () => {
    const { run, turn, done, arrive } = aQueue(0.4 * sliceMs);
    for (let number = 0; number < 10; number += 1) run(number);
    const perTurn = [done.length];
    for (const datagrams of [datagramsPerTurn, datagramsPerTurn, datagramsPerTurn - 1]) {
      arrive(datagrams);
      turn();
      perTurn.push(done.length);
    }

    expect(perTurn).toEqual([3, 3, 3, 6]);
  });

  it('are served after some turns, however much there is in the sockets', () => {
    const { run, turn, done, arrive } = aQueue(0.4 * sliceMs);
    for (let number = 0; number < 10; number += 1) run(number);
    const perTurn: number[] = [];
    for (let count = 0; count <= readingTurns; count += 1) {
      arrive(datagramsPerTurn);
      turn();
      perTurn.push(done.length);
    }

    expect(perTurn).toEqual([...Array.from({ length: readingTurns }, () => 3), 6]);
  });

  it('show how long the oldest has waited', () => {
    const { run, turn, pass, queue } = aQueue(sliceMs);
    run(0);
    const before = queue.delay;
    run(1);
    pass(30);
    run(2);

    expect([before, queue.delay]).toEqual([0, 30]);
    turn();
    expect(queue.delay).toBe(sliceMs);
  });

  it('show how long one more would wait behind them at the speed at which they are served', () => {
    const { run, turn, queue } = aQueue(sliceMs);
    for (let number = 0; number < 30; number += 1) run(number);
    for (let served = 0; served < 17; served += 1) turn();
    const before = queue.delay;
    for (let number = 0; number < 40; number += 1) run(number);

    // The oldest has waited since the first was served.
    expect([before, queue.length, queue.delay]).toEqual([17 * sliceMs, 52, 52 * sliceMs]);
  });

  it('are known by their keys while they wait', () => {
    const { run, turn, queue } = aQueue(sliceMs);
    for (let number = 0; number < 3; number += 1) run(number);
    const held = (): readonly boolean[] => [0, 1, 2].map((number) => queue.holds(`request ${number}`));
    const before = held();
    turn();
    const later = held();
    queue.clear();

    expect([before, later, held()]).toEqual([
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ]);
  });

  it('are not judged by the speed of an earlier queue', () => {
    const { run, turn, queue } = aQueue(sliceMs);
    for (let number = 0; number < 30; number += 1) run(number);
    while (turn());
    for (let number = 0; number < 41; number += 1) run(number);

    expect([queue.length, queue.delay]).toEqual([40, 0]);
  });

  it('go on after one has failed', () => {
    const { queue, run, turn, done } = aQueue(sliceMs);
    run(0);
    const fail = (): void => {
      throw new Error('broken');
    };
    queue.run(fail, () => 'broken');
    run(1);

    expect(turn).toThrow('broken');
    turn();
    expect(done).toEqual([0, 1]);
  });

  it('are forgotten when the stack closes', () => {
    const { queue, run, turn, done } = aQueue(sliceMs);
    run(0);
    run(1);
    queue.clear();
    while (turn());

    expect([done, queue.length]).toEqual([[0], 0]);
  });
});

describe('messages of calls that there are', () => {
  it('are served before new requests that came earlier, in their order', () => {
    const { run, runFirst, turn, done } = aQueue(0.4 * sliceMs);
    for (let number = 0; number < 5; number += 1) run(number);
    runFirst(100);
    runFirst(101);
    while (turn());

    expect(done).toEqual([0, 1, 2, 100, 101, 3, 4]);
  });

  it('leave one new request a turn', () => {
    const { run, runFirst, turn, done } = aQueue(sliceMs);
    run(0);
    run(1);
    run(2);
    for (let number = 100; number < 104; number += 1) runFirst(number);
    turn();
    turn();

    expect(done).toEqual([0, 100, 1, 101, 2]);
  });

  it('are forgotten when the stack closes', () => {
    const { queue, runFirst, turn, done } = aQueue(sliceMs);
    runFirst(0);
    runFirst(1);
    queue.clear();
    while (turn());

    expect(done).toEqual([0]);
  });
});

it.each(['run', 'runFirst'] as const)('what waits has an end: then the oldest is served at once (%s)', (kind) => {
  const { [kind]: run, done } = aQueue(sliceMs);
  for (let number = 0; number <= mostWaiting + 2; number += 1) run(number);

  expect(done).toEqual([0, 1, 2]);
});

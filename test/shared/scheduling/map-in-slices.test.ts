import { mapInSlices } from '../../../src/shared/scheduling/map-in-slices';

/** Keeps the thread busy for longer than a slice may take. */
function work(item: number): number {
  const until = performance.now() + 6;
  while (performance.now() < until);
  return 2 * item;
}

describe('doing something with each of many items', () => {
  it('is done at once when it is quick', async () => {
    // The machine may take the processor away in the middle of one of them, but not of all.
    const attempts = Array.from({ length: 100 }, () => mapInSlices([1, 2, 3], (item) => 2 * item));

    expect(attempts.some((result) => Array.isArray(result))).toBe(true);
    for (const result of attempts) expect(await result).toEqual([2, 4, 6]);
    expect(mapInSlices([], work)).toEqual([]);
  });

  it('lets others have a turn when it takes long', async () => {
    const order: string[] = [];
    const doubled = mapInSlices([1, 2, 3], (item) => {
      order.push(`item ${item}`);
      return work(item);
    });
    setImmediate(() => order.push('others'));

    expect(await doubled).toEqual([2, 4, 6]);
    expect(order.indexOf('others')).toBeLessThan(order.indexOf('item 3'));
  });

  it('ends with what goes wrong in a later slice', async () => {
    const failing = mapInSlices([1, 2, 3], (item) => {
      if (item === 3) throw new Error('three');
      return work(item);
    });

    await expect(failing).rejects.toThrow('three');
  });
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TurnoverMap } from '../../../src/shared/collections/turnover-map';
import { TurnoverSet } from '../../../src/shared/collections/turnover-set';

describe('TurnoverMap', () => {
  it('finds what was set, until it is removed', () => {
    const map = new TurnoverMap<string, number>();
    map.set('a', 1).set('b', 2).set('a', 3);
    expect([map.size, map.get('a'), map.has('b'), map.get('c')]).toEqual([2, 3, true, undefined]);
    expect([map.delete('a'), map.delete('a')]).toEqual([true, false]);
    expect([...map]).toEqual([['b', 2]]);
    map.clear();
    expect([map.size, [...map.keys()]]).toEqual([0, []]);
  });

  it('keeps the order in which entries came, however many have gone', () => {
    const map = new TurnoverMap<number, string>();
    for (let number = 0; number < 100; number += 1) {
      map.set(number, `call ${number}`);
      if (number >= 3) map.delete(number - 3);
    }
    expect([...map.keys()]).toEqual([97, 98, 99]);
    expect(map.first()).toEqual([97, 'call 97']);
    expect(new TurnoverMap().first()).toBeUndefined();
    expect([...map.values()]).toEqual(['call 97', 'call 98', 'call 99']);
  });

  it('lets an iteration see what is removed and added meanwhile', () => {
    const map = new TurnoverMap<number, number>();
    for (let number = 0; number < 40; number += 1) map.set(number, number);
    const seen: number[] = [];
    for (const [number] of map) {
      seen.push(number);
      // Enough to have the entries moved several times, if that did not wait for the iteration.
      if (number === 0) for (let gone = 1; gone < 39; gone += 1) map.delete(gone);
      if (number === 39) map.set(40, 40);
    }
    expect(seen).toEqual([0, 39, 40]);
  });

  it('goes on as usual after an iteration that was left early', () => {
    const map = new TurnoverMap<number, number>();
    for (let number = 0; number < 20; number += 1) map.set(number, number);
    for (const number of map.values()) if (number === 2) break;
    for (let number = 0; number < 19; number += 1) map.delete(number);
    expect([...map.keys()]).toEqual([19]);
  });

  it('lets removed entries go with the next collection of young objects', () => {
    expect(bytesKeptAfter(new TurnoverMap())).toBeLessThan(turnover.bytes / 10);
  });
});

describe('TurnoverSet', () => {
  it('has what was added, in order, until it is removed', () => {
    const set = new TurnoverSet<string>();
    set.add('a').add('b').add('a');
    expect([set.size, set.has('a'), [...set], set.list()]).toEqual([2, true, ['a', 'b'], ['a', 'b']]);
    expect([set.delete('a'), set.delete('a'), set.has('a')]).toEqual([true, false, false]);
    set.clear();
    expect([...set]).toEqual([]);
  });
});

const turnover = { entries: 2000, live: 16, perCollection: 20, bytes: 2000 * 1000 * 8 };

/** What is left in memory of entries that have come and gone, with collections of young objects only. */
function bytesKeptAfter(map: TurnoverMap<number, unknown>): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  const { entries, live, perCollection } = turnover;
  const come = (number: number): void => {
    map.set(number, new Array<number>(1000).fill(number));
    map.delete(number - live);
  };
  for (let number = 0; number < live; number += 1) come(number);
  // The entries that are there now, and their table, get old.
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = live; number < entries; number += 1) {
    come(number);
    if (number % perCollection === 0) collect({ type: 'minor' });
  }
  return process.memoryUsage().heapUsed - before;
}

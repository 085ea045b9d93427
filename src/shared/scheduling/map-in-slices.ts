import { setImmediate } from 'node:timers/promises';
import { TurnBudget } from './turn-budget';

/** Maps each item: synchronously when that is quick, and otherwise in slices, yielding to other work in between. */
export function mapInSlices<Item, Result>(
  items: readonly Item[],
  action: (item: Item) => Result,
): Result[] | Promise<Result[]> {
  const budget = new TurnBudget();
  const results: Result[] = [];
  const slice = (): boolean => {
    while (results.length < items.length && !budget.isSpent()) results.push(action(items[results.length] as Item));
    return results.length === items.length;
  };
  if (slice()) return results;
  return (async () => {
    do await setImmediate();
    while (!slice());
    return results;
  })();
}

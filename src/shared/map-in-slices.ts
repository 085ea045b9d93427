import { setImmediate } from 'node:timers/promises';
import { TurnBudget } from './turn-budget';

/** Does something with each item: at once when that is quick, and otherwise in slices, between which others have a turn. */
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

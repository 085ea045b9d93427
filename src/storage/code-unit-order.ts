/** For sort: the same order on every machine, whatever its locale. */
export function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '../compare/difference';
import type { Json } from '../recording/trace';

/** Whether two lists have the same members, apart from these. Where both hold a member, its contents are not looked at. */
export function differOnlyBy(
  { expected, got }: Pick<Difference, 'expected' | 'got'>,
  nameOf: (item: Json) => string,
  isApart: (name: string) => boolean,
): boolean {
  const [there, here] = [expected, got].map((list) =>
    Array.isArray(list) ? (list as readonly Json[]).map(nameOf) : list === undefined ? [] : undefined,
  );
  if (there === undefined || here === undefined) return false;
  const common = (names: readonly string[]): readonly string[] => names.filter((name) => !isApart(name)).sort();
  return isDeepStrictEqual(common(there), common(here)) && [...there, ...here].some(isApart);
}

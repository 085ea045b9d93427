import type { Version } from '../model/version';
import type { Release } from './release';
import { isNewer } from './release';
import type { SurfaceEntry, SurfaceValue } from './surface';
import { mapOf, modelOf, ownerOf } from './surface';

/** What was released keeps its dates: versions may follow, none may change. */
export function historyProblems({ before, after }: Release): string[] {
  const altered = (older: readonly SurfaceEntry[], newer: readonly SurfaceEntry[]): Alteration[] =>
    alterationsOf(older, newer, before.version);
  const operations = altered(before.operations, after.operations);
  const parameters = altered(before.parameters, after.parameters);
  const models = altered(before.models, after.models);
  const properties = altered(before.properties, after.properties);
  return [
    ...altered(before.resources, after.resources),
    ...operations,
    ...parameters.filter((one) => !comesFrom(operations, one, ownerOf(one.id))),
    ...models,
    ...properties.filter((one) => !comesFrom(models, one, modelOf(one.id))),
  ]
    .map((alteration) => sentence(alteration, before.version))
    .concat(alteredValues(before.parameters, after.parameters), alteredValues(before.properties, after.properties));
}

/** A released entry whose `since` no longer begins as it was released. */
interface Alteration {
  readonly id: string;
  readonly released: readonly Version[];
  readonly now: readonly Version[];
}

function alterationsOf(
  before: readonly SurfaceEntry[],
  after: readonly SurfaceEntry[],
  version: Version,
): Alteration[] {
  const fresh = mapOf(after);
  return before.flatMap(({ id, since }): Alteration[] => {
    const now = fresh.get(id)?.since ?? since;
    const kept = now.filter((date) => !isNewer(date, version));
    return String(kept) === String(since) ? [] : [{ id, released: since, now }];
  });
}

/** A part without a date of its own follows its owner, where the problem has been told. */
function comesFrom(owners: readonly Alteration[], { released, now }: Alteration, owner: string): boolean {
  const cause = owners.find(({ id }) => id === owner);
  return cause !== undefined && cause.released[0] === released[0] && cause.now[0] === now[0];
}

function sentence({ id, released, now }: Alteration, version: Version): string {
  const remedy = `put ${list(released)} back, and let only versions newer than ${version} follow`;
  return `${id} was released with the 'since' ${list(released)}, but says ${list(now)} now: ${remedy}`;
}

function alteredValues(before: readonly SurfaceValue[], after: readonly SurfaceValue[]): string[] {
  const fresh = mapOf(after);
  return before.flatMap((old) => {
    const now = fresh.get(old.id);
    const kept = (old.enum ?? []).filter((value) => now?.enum?.includes(value));
    return kept.flatMap((value) => alteredValue(value, old, now?.enumSince?.[value]));
  });
}

function alteredValue(value: string, { id, enumSince }: SurfaceValue, now: Version | undefined): string[] {
  const recorded = enumSince?.[value];
  if (recorded === now) return [];
  const before = recorded === undefined ? 'without a version' : `with ${recorded}`;
  const remedy = recorded === undefined ? 'remove it there' : `put "${recorded}" back`;
  return [`'${value}' of ${id} was released ${before}, but its 'enumSince' says ${now ?? 'nothing'}: ${remedy}`];
}

function list(versions: readonly Version[]): string {
  return versions.map((version) => `"${version}"`).join(', ');
}

import type { Change } from './change';
import type { Release } from './release';
import { isNewer, withoutValue } from './release';
import type { Surface, SurfaceEntry, SurfaceValue } from './surface';
import { modelOf } from './surface';

/** What is new or took on more has to say since when; a breaking change is told by the major version alone. */
export function dateProblems(release: Release): string[] {
  const problems = release.changes.map((change) => problemOf(change, release));
  return [...new Set(problems.flatMap((problem) => problem ?? []))];
}

function problemOf(change: Change, release: Release): string | undefined {
  if (change.what === 'value') return change.impact === 'compatible' ? undatedValue(change, release) : undefined;
  if (change.kind === 'added') return undatedEntry(change, release);
  return change.impact === 'compatible' ? undatedChange(change, release) : undefined;
}

function undatedEntry({ id, what }: Change, { before, after, target }: Release): string | undefined {
  const [since = ''] = partsNamed(id, after)[0]?.since ?? [];
  if (isNewer(since, before.version)) return undefined;
  return `${what} ${id} is new, but dated ${since} while ${before.version} is released: give it "since": ["${target}"]`;
}

function undatedValue(change: Change, release: Release): string | undefined {
  const { before, after, target } = release;
  if (change.kind === 'removed') return undatedChange(change, release);
  const owner = withoutValue(change.id);
  const value = change.id.slice(owner.length + 1);
  const parts = partsNamed(owner, after);
  const date = parts.find((part): part is SurfaceValue => 'type' in part)?.enumSince?.[value];
  if ((date !== undefined && isNewer(date, before.version)) || hasNews(parts, release)) return undefined;
  return `'${value}' is a new value of ${owner}, but not dated: add "${value}": ["${target}"] to its 'enumSince'`;
}

function undatedChange({ id, what, detail }: Change, release: Release): string | undefined {
  const owner = withoutValue(id);
  const parts = partsNamed(owner, release.after);
  if (hasNews(parts, release)) return undefined;
  const subject = what === 'value' ? `'${id.slice(owner.length + 1)}' of ${owner}` : `${what} ${id}`;
  const place = parts[0]?.id ?? owner;
  return `${subject} ${detail}, but no version tells of it: add "${release.target}" to the 'since' of ${place}`;
}

function hasNews(entries: readonly SurfaceEntry[], { before }: Release): boolean {
  return entries.some(({ since }) => since.some((version) => isNewer(version, before.version)));
}

/** The entry of that id; for a property also its model, which may carry the date for it. */
function partsNamed(id: string, surface: Surface): SurfaceEntry[] {
  const { resources, operations, parameters, models, properties, headers = [] } = surface;
  const all = [...resources, ...operations, ...parameters, ...models, ...properties, ...headers];
  const own = all.filter((entry) => entry.id === id);
  return [...own, ...models.filter((model) => model.id === modelOf(id))];
}

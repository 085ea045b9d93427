import type { Version } from '../model/version';
import { compareVersions } from '../../src/shared/text/version';
import { newest, nextMajor, nextMinor } from '../model/version';
import type { Change } from './change';
import { compareSurfaces } from './compare';
import type { Surface, SurfaceEntry, SurfaceValue } from './surface';
import { modelOf, ownerOf } from './surface';

/** A surface on its way to follow the released one. */
export interface Release {
  readonly before: Surface;
  readonly after: Surface;
  readonly changes: readonly Change[];
  /** The lowest version that the rules allow for the newer surface. */
  readonly demanded: Version;
  /** The version that everything new should carry. */
  readonly target: Version;
}

export function releaseOf(before: Surface, after: Surface): Release {
  const changes = compareSurfaces(before, after);
  const demanded = demandedVersion(before.version, changes);
  // More than is demanded only where the spec has already chosen the next major: a release may be one for other reasons.
  const major = nextMajor(before.version);
  const target = versionsInUse(after).has(major) ? newest([demanded, major]) : demanded;
  return { before, after, changes, demanded, target };
}

function demandedVersion(released: Version, changes: readonly Change[]): Version {
  if (changes.length === 0) return released;
  return changes.some(({ impact }) => impact === 'breaking') ? nextMajor(released) : nextMinor(released);
}

export function isNewer(version: Version, than: Version): boolean {
  return compareVersions(version, than) > 0;
}

/** Every version that a surface carries, with the entries that carry it. */
export function versionsInUse(surface: Surface): ReadonlyMap<Version, readonly string[]> {
  const uses = new Map<Version, string[]>();
  const note = (version: Version, id: string): void => {
    const ids = uses.get(version);
    if (ids === undefined) uses.set(version, [id]);
    else ids.push(id);
  };
  const noteEntry = ({ id, since }: SurfaceEntry): void => since.forEach((version) => note(version, id));
  // A part that came with its owner has no version of its own.
  const notePart = (part: SurfaceValue, owner: string): void => {
    for (const version of part.since) if (!uses.get(version)?.includes(owner)) note(version, part.id);
    for (const [value, version] of Object.entries(part.enumSince ?? {})) note(version, `${part.id}=${value}`);
  };
  [...surface.resources, ...surface.operations, ...surface.models].forEach(noteEntry);
  for (const parameter of surface.parameters) notePart(parameter, ownerOf(parameter.id));
  for (const property of surface.properties) notePart(property, modelOf(property.id));
  return uses;
}

/** The entry a change is about, or the nearest one around it that is still there. */
export function placeOf({ id }: Change, surface: Surface): SurfaceEntry | undefined {
  const entries = [
    ...surface.resources,
    ...surface.operations,
    ...surface.parameters,
    ...surface.models,
    ...surface.properties,
  ];
  for (let at = withoutValue(id); at !== ''; at = ownerOf(at)) {
    const found = entries.find((entry) => entry.id === at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `channels.hangup.reason=busy` is about `channels.hangup.reason`. */
export function withoutValue(id: string): string {
  const end = id.indexOf('=');
  return end === -1 ? id : id.slice(0, end);
}

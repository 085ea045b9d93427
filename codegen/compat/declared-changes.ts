import type { Version } from '../model/version';
import { compareVersions } from '../../src/shared/text/version';
import type { Change, What } from './change';
import type { Surface, SurfaceEntry } from './surface';
import { eventsIn, mapOf } from './surface';

/**
 * Entries that say they changed, by a newer version in `since`, although no other part of the surface shows it: a text
 * parameter that understands one more word, say. Their authors know, so they count as compatible changes.
 */
export function declaredChanges(before: Surface, after: Surface, visible: readonly Change[]): Change[] {
  const events = new Set(eventsIn(after));
  const declared = (what: What, older: readonly SurfaceEntry[], newer: readonly SurfaceEntry[]): Change[] => {
    const old = mapOf(older);
    return newer.flatMap((entry): Change[] => {
      const { id } = entry;
      const dates = newDates(old.get(id), entry, before.version);
      if (dates.length === 0 || isTold(id, visible)) return [];
      const detail = `declares a change in ${dates.join(', ')} that only its description tells`;
      return [{ kind: 'changed', what: events.has(id) ? 'event' : what, id, detail, impact: 'compatible' }];
    });
  };
  return [
    ...declared('resource', before.resources, after.resources),
    ...declared('operation', before.operations, after.operations),
    ...declared('parameter', before.parameters, after.parameters),
    ...declared('model', before.models, after.models),
    ...declared('property', before.properties, after.properties),
    ...declared('header', before.headers ?? [], after.headers ?? []),
  ];
}

function newDates(before: SurfaceEntry | undefined, after: SurfaceEntry, released: Version): Version[] {
  if (before === undefined) return [];
  return after.since.filter((date) => compareVersions(date, released) > 0 && !before.since.includes(date));
}

/** An owner's date is explained by whatever happened inside it. */
function isTold(id: string, visible: readonly Change[]): boolean {
  return visible.some((change) => change.id === id || [`${id}.`, `${id}=`].some((stem) => change.id.startsWith(stem)));
}

import type { Version } from '../model/version';
import { nextMajor, nextMinor } from '../model/version';
import type { Release } from './release';
import { isNewer, placeOf, versionsInUse } from './release';

/** The version that the spec adds up to: high enough, and the same for all that is new. */
export function versionProblems(release: Release): string[] {
  return [...tooLow(release), ...strays(release)];
}

function tooLow(release: Release): string[] {
  const { before, after, changes, demanded } = release;
  if (!isNewer(demanded, after.version)) return [];
  if (changes.length === 0) {
    return [`the spec says version ${after.version}, but ${before.version} is released: put "${before.version}" back`];
  }
  return [`the spec says version ${after.version}, but ${reason(release)} ${demanded}: ${remedy(release)}`];
}

function reason({ changes }: Release): string {
  const breaking = changes.filter(({ impact }) => impact === 'breaking');
  const [first] = breaking;
  if (first === undefined) return changes.length === 1 ? 'a compatible change demands' : 'compatible changes demand';
  const others = breaking.length > 1 ? `, and ${breaking.length - 1} more` : '';
  return `what breaks clients (${first.id} ${first.detail}${others}) demands`;
}

function remedy({ before, after, changes, demanded }: Release): string {
  if (isNewer(after.version, before.version)) return `write "${demanded}" wherever it says "${after.version}"`;
  const broken = changes.filter(({ impact, kind }) => impact === 'breaking' && kind !== 'added');
  // What is new or took on more is told one by one where its date is missing.
  if (broken.length === 0) return `date what changed with "${demanded}"`;
  // What was removed cannot carry a version; what held it can.
  const [place] = broken.flatMap((change) => placeOf(change, after) ?? []);
  return `add "${demanded}" to the 'since' of ${place?.id ?? 'the resource it was part of'}`;
}

/** Versions that cannot come next, or not together with the others. */
function strays({ before, after, demanded, target }: Release): string[] {
  const uses = [...versionsInUse(after)].filter(([version]) => isNewer(version, before.version));
  // The one that is too low as a whole has been dealt with.
  const told = isNewer(demanded, after.version) ? after.version : undefined;
  return uses
    .filter(([version]) => version !== target && version !== told && isStray(version, before.version, uses.length))
    .map(([version, ids]) => {
      const next = `after ${before.version} comes ${nextMinor(before.version)} or ${nextMajor(before.version)}, once`;
      return `${some(ids)} ${ids.length === 1 ? 'says' : 'say'} ${version}, but ${next}: write "${target}"`;
    });
}

function isStray(version: Version, released: Version, inUse: number): boolean {
  return inUse > 1 || ![nextMinor(released), nextMajor(released)].includes(version);
}

function some(ids: readonly string[]): string {
  const shown = ids.slice(0, 3);
  const rest = ids.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((text) => text !== '').join(' and ');
}

import type { Version } from '../model/version';
import type { Change } from './change';
import { dateProblems } from './date-problems';
import { historyProblems } from './history-problems';
import { releaseOf } from './release';
import type { Surface } from './surface';
import { versionProblems } from './version-problems';

export interface ReleaseCheck {
  readonly changes: readonly Change[];
  /** The lowest version that the rules allow for the newer surface. */
  readonly demanded: Version;
  /** What keeps the newer surface from following the older one, each with what to do about it. */
  readonly problems: readonly string[];
}

/**
 * Judges a surface against the one released before it. Whatever changes between two releases shares one version: the
 * next minor, or the next major, which a breaking change demands.
 */
export function checkRelease(before: Surface, after: Surface): ReleaseCheck {
  const release = releaseOf(before, after);
  return {
    changes: release.changes,
    demanded: release.demanded,
    problems: [...versionProblems(release), ...dateProblems(release), ...historyProblems(release)],
  };
}

/** A spec that may not follow the last release; the message says what to do. */
export class ReleaseError extends Error {
  constructor({ demanded, problems }: ReleaseCheck, released: Version) {
    const lines = problems.map((problem) => `- ${problem}`);
    super(
      [
        `the spec breaks the version rules against the released ${released}; they demand ${demanded}:`,
        ...lines,
        'npm run api:diff shows every change',
      ].join('\n'),
    );
  }
}

export function demandRelease(before: Surface, after: Surface): ReleaseCheck {
  const check = checkRelease(before, after);
  if (check.problems.length > 0) throw new ReleaseError(check, before.version);
  return check;
}

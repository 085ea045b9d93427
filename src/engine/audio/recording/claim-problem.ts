import type { ClaimedPlace, StoragePlace } from './live-recordings';

/** Why nothing can be recorded under a name. */
export function claimProblem(place: Exclude<ClaimedPlace, StoragePlace>): string {
  switch (place.outcome) {
    case 'taken':
      return 'a recording of that name is being made';
    case 'empty':
      return 'a recording needs a name';
    case 'outside':
      return 'recordings are not written outside of their folder';
    case 'invalid':
      return place.reason;
  }
}

import type { ConfigurationFailure } from './channel-configuration';

export type AddFailure =
  | ConfigurationFailure
  | { readonly outcome: 'bad-name'; readonly reason: string }
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'too-many'; readonly limit: number }
  | { readonly outcome: 'cannot-open'; readonly reason: string }
  | { readonly outcome: 'closed' };
export type AddResult = { readonly outcome: 'added' } | AddFailure;

/** `configured`: the channel is there, but it comes from logger.conf and is not for callers to delete. */
export type DeleteFailure = { readonly outcome: 'not-found' | 'configured' };
export type DeleteResult = { readonly outcome: 'deleted' } | DeleteFailure;

/** `not-found` also when the channel is not a file. */
export type RotateFailure =
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'cannot-rotate'; readonly reason: string };
export type RotateResult = { readonly outcome: 'rotated' } | RotateFailure;

/** Says why a log channel could not be added, deleted or rotated. */
export function describeLogFailure(name: string, failure: AddFailure | DeleteFailure | RotateFailure): string {
  const channel = `the log channel '${name.slice(0, 255)}'`;
  switch (failure.outcome) {
    case 'no-levels':
      return `${channel} needs at least one level in its configuration, for example notice,warning`;
    case 'unknown-level':
      return `there is no log level '${failure.level}': use ${failure.known.join(', ')} or *`;
    case 'unknown-format':
      return `there is no log format '${failure.format}': use ${failure.known.join(', ')}`;
    case 'bad-name':
      return `a log channel cannot be called '${name.slice(0, 255)}': ${failure.reason}`;
    case 'exists':
      return `${channel} exists already`;
    case 'too-many':
      return `${failure.limit} log channels have been added already: delete one first`;
    case 'cannot-open':
      return `the file of ${channel} cannot be opened: ${failure.reason}`;
    case 'closed':
      return 'the server is stopping';
    case 'not-found':
      return `${channel} does not exist`;
    case 'configured':
      return `${channel} comes from the configuration and cannot be deleted while the server runs`;
    case 'cannot-rotate':
      return `${channel} cannot be rotated: ${failure.reason}`;
  }
}

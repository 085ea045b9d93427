import type { Difference, DifferenceKind } from './difference';

/** A difference that we want. Everything that is given has to fit. */
export interface Listed {
  /** The number of the recording. */
  readonly trace: string;
  readonly kind?: DifferenceKind;
  /** Numbers of requests, the way most differences are found. */
  readonly requests?: readonly number[];
  /** Other subjects, such as `main channel:c1` or `socket main`. */
  readonly subject?: RegExp;
  readonly title?: RegExp;
  readonly path?: RegExp;
  /** How often it occurs, where more of its kind would be wrong. */
  readonly times?: number;
  /** A race in the recording itself: it may occur or not. */
  readonly mayBeAbsent?: boolean;
  /** The row of the table of decisions that settles it, or our own reason. */
  readonly why: { readonly row: number } | string;
}

/** Whether the difference is the listed one. */
export function isListedAs(listed: Listed, trace: string, difference: Difference): boolean {
  const { kind, requests, subject, title, path } = listed;
  return (
    listed.trace === trace &&
    (kind === undefined || kind === difference.kind) &&
    (requests === undefined || requests.some((n) => difference.subject === `request ${n}`)) &&
    (subject === undefined || subject.test(difference.subject)) &&
    (title === undefined || title.test(difference.title)) &&
    (path === undefined || path.test(difference.path))
  );
}

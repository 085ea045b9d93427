import type { Finding, Impact } from './change';
import { missing } from './change';
import type { SurfaceValue } from './surface';

/** What each move of an enum means to clients; it depends on who sends the value. */
export interface EnumRules {
  readonly valueAdded: Impact;
  readonly valueRemoved: Impact;
  /** A free text that now has to be one of a list. */
  readonly closed: Impact;
  /** A list that was given up. */
  readonly opened: Impact;
}

/** Clients send it: they may keep sending what they sent. */
export const sentRules: EnumRules = {
  valueAdded: 'compatible',
  valueRemoved: 'breaking',
  closed: 'breaking',
  opened: 'compatible',
};

/**
 * Clients read it: they must expect new values, and a removed one does not break them. Removing the whole enum does: it
 * withdraws a promise.
 */
export const readRules: EnumRules = {
  valueAdded: 'compatible',
  valueRemoved: 'compatible',
  closed: 'compatible',
  opened: 'breaking',
};

/** Clients do both: the stricter rule counts. */
export const sentAndReadRules: EnumRules = { ...sentRules, opened: 'breaking' };

export function* compareEnums(
  { enum: before }: SurfaceValue,
  { enum: after }: SurfaceValue,
  rules: EnumRules,
): Generator<Finding, void> {
  if (before === undefined && after === undefined) return;
  if (before === undefined) yield { detail: `is limited to ${listOf(after)} now, was free`, impact: rules.closed };
  else if (after === undefined) yield { detail: `is free now, was one of ${listOf(before)}`, impact: rules.opened };
  else {
    for (const text of missing(after, before))
      yield { detail: 'is a new value', impact: rules.valueAdded, value: { kind: 'added', text } };
    for (const text of missing(before, after))
      yield { detail: 'is no longer a value', impact: rules.valueRemoved, value: { kind: 'removed', text } };
  }
}

function listOf(values: readonly string[] = []): string {
  return values.map((value) => `'${value}'`).join(', ');
}

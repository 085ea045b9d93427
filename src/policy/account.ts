import { isDeepStrictEqual } from 'node:util';
import type { UserConfig } from '../config/server-config';

/** What the configuration allows a user, without who it is. */
export type Account = Pick<UserConfig, 'readOnly' | 'rules' | 'scopes'>;

type Names = readonly string[] | undefined;

/** Whether the account is unrestricted. */
export function isUnlimited({ readOnly, rules, scopes }: Account): boolean {
  return !readOnly && rules.length === 0 && Object.values(scopes).every((names) => names === undefined);
}

/**
 * Whether one account has all rights of another: then granting the other one adds nothing. Address rules must be equal
 * as written, because their strength is not compared.
 */
export function covers(one: Account, other: Account): boolean {
  return (
    isUnlimited(one) ||
    (includes(methodsOf(one), methodsOf(other)) &&
      includes(one.scopes.resources, other.scopes.resources) &&
      includes(one.scopes.applications, other.scopes.applications, matches) &&
      (one.rules.length === 0 || isDeepStrictEqual(one.rules, other.rules)))
  );
}

function methodsOf({ readOnly, scopes: { methods } }: Account): Names {
  return readOnly ? (methods ?? ['GET']).filter((method) => method === 'GET') : methods;
}

/** Undefined means all names. */
function includes(all: Names, some: Names, fits: (pattern: string, name: string) => boolean = isSame): boolean {
  if (all === undefined) return true;
  return some !== undefined && some.every((name) => all.some((pattern) => fits(pattern, name)));
}

const isSame = (pattern: string, name: string): boolean => pattern === name;

/** Whether a pattern covers another: `a*` has `a`, `ab` and `ab*` in it. */
export function matches(pattern: string, name: string): boolean {
  if (!pattern.endsWith('*')) return pattern === name;
  return name.startsWith(pattern.slice(0, -1));
}

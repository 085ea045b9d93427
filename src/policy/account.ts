import { isDeepStrictEqual } from 'node:util';
import type { UserConfig } from '../config/server-config';

/** What the configuration allows a user, without who it is. */
export type Account = Pick<UserConfig, 'readOnly' | 'rules' | 'scopes'>;

type Names = readonly string[] | undefined;

/** Whether nothing at all is kept from the account. */
export function isUnlimited({ readOnly, rules, scopes }: Account): boolean {
  return !readOnly && rules.length === 0 && Object.values(scopes).every((names) => names === undefined);
}

/**
 * Whether one account may do everything that another one may: then giving somebody the other one gives nothing away.
 * Address rules are compared as they are written, because which of two lists lets more in is not for a guess.
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

/** No names at all stand for every name there is. */
function includes(all: Names, some: Names, fits: (pattern: string, name: string) => boolean = isSame): boolean {
  if (all === undefined) return true;
  return some !== undefined && some.every((name) => all.some((pattern) => fits(pattern, name)));
}

const isSame = (pattern: string, name: string): boolean => pattern === name;

/** Whether the names that a pattern stands for are among those of another: `a*` has `a`, `ab` and `ab*` in it. */
export function matches(pattern: string, name: string): boolean {
  if (!pattern.endsWith('*')) return pattern === name;
  return name.startsWith(pattern.slice(0, -1));
}

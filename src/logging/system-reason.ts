import { getSystemErrorMap } from 'node:util';

/** Why the operating system refused, in its words and without the paths that Node puts into its messages. */
export function systemReason(error: unknown): string {
  const known = getSystemErrorMap().get(Number(member(error, 'errno')));
  return known?.[1] ?? String(member(error, 'message') ?? error);
}

/** `ENOENT` and the like. */
export function errorCode(error: unknown): unknown {
  return member(error, 'code');
}

/** Not by class: errors of Node's own may come from another realm than ours, as they do under a test runner. */
function member(error: unknown, name: 'code' | 'errno' | 'message'): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
}

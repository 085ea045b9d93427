import { constants } from 'node:os';

/** Codes by which the system says that there is no such file, or none that we may see. */
const absences: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM']);

/** Codes by which it says that something has run out, which may be different in a moment. */
const shortages: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** Native libraries tell the number instead. */
const { ENOSPC, EDQUOT, EFBIG } = constants.errno;
const fullDisks: ReadonlySet<unknown> = new Set([ENOSPC, EDQUOT, EFBIG]);

/** Errors that explain each other, at most. */
const longestChain = 5;

/**
 * For `catch`: undefined when the file is not there. Any other error is thrown, because "there is none" would be a wrong
 * answer to it.
 */
export function undefinedIfAbsent(error: unknown): undefined {
  if (!absences.has(codeOf(error))) throw error;
  return undefined;
}

/** What has run out, for an error that says so, or is there because of one that does. */
export function shortageIn(error: unknown, depth = 0): string | undefined {
  const code = codeOf(error);
  if (fullDisks.has(code)) return 'room on the disk';
  if (!shortages.has(code)) {
    const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
    return cause === undefined || depth === longestChain ? undefined : shortageIn(cause, depth + 1);
  }
  return code === 'EMFILE' || code === 'ENFILE'
    ? 'file descriptors'
    : code === 'ENOMEM'
      ? 'memory'
      : 'room on the disk';
}

/** Not by class: errors of Node's own may come from another realm than ours, as they do under a test runner. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? (error as { readonly code?: unknown }).code : undefined;
}

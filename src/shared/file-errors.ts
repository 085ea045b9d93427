/** Codes by which the system says that there is no such file, or none that we may see. */
const absences: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM']);

/** Codes by which it says that something has run out, which may be different in a moment. */
const shortages: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']);

/**
 * For `catch`: undefined when the file is not there. Any other error is thrown, because "there is none" would be a wrong
 * answer to it.
 */
export function undefinedIfAbsent(error: unknown): undefined {
  if (!absences.has(codeOf(error))) throw error;
  return undefined;
}

/** What has run out, for an error that says so. */
export function shortageIn(error: unknown): string | undefined {
  const code = codeOf(error);
  if (!shortages.has(code)) return undefined;
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

/** Dialplan functions that reach out of the telephone system: to files, processes, databases and other servers. */
const dangerous: ReadonlySet<string> = new Set([
  'CURL',
  'DB',
  'DB_DELETE',
  'DB_KEYS',
  'ENV',
  'FILE',
  'FILE_COUNT_LINE',
  'FILE_FORMAT',
  'LOCK',
  'REALTIME',
  'REALTIME_DESTROY',
  'REALTIME_STORE',
  'SHELL',
  'STAT',
  'TRYLOCK',
  'UNLOCK',
]);

/** Whether a function may only be used from outside if the configuration says that we live dangerously. */
export function isDangerous(functionName: string): boolean {
  return dangerous.has(functionName.trim().toUpperCase());
}

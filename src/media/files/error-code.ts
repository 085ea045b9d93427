/** The code of a system error: `ENOENT`; of anything else, no code that there is. */
export function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code);
}

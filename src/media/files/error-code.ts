/** The code of a system error: `ENOENT`; empty for anything else. */
export function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code);
}

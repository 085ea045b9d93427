/** Where a `Local` channel leads to. */
export interface LocalTarget {
  readonly extension: string;
  readonly context: string;
}

/** Options behind the last slash say how the pair may be optimised; ours is never optimised away. */
export function parseTarget(resource: string): LocalTarget | undefined {
  const [, extension = '', context = 'default'] = /^([^@/]*)(?:@([^/]*))?(?:\/[^/]*)?$/.exec(resource) ?? [];
  return extension === '' || context === '' ? undefined : { extension, context };
}

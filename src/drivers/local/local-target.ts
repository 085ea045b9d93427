/** Where a `Local` channel leads to. */
export interface LocalTarget {
  readonly extension: string;
  readonly context: string;
  /** Hold that is said at one end is for who is behind the other one. */
  readonly passesHold: boolean;
}

/**
 * `<extension>[@<context>][/<options>]`. Of the options, `m` passes hold on; `n` keeps the pair from being optimised away
 * and `j` evens out jitter, and both hold for every pair here. A text says what is wrong.
 */
export function parseTarget(resource: string): LocalTarget | string {
  const [, extension = '', context = 'default', options = ''] =
    /^([^@/]*)(?:@([^/]*))?(?:\/([^/]*))?$/.exec(resource) ?? [];
  if (extension === '' || context === '') return `Local needs <extension>@<context>, got '${resource}'`;
  if (!/^[njm]*$/.test(options)) return `'/${options}' has an option of Local channels that is none of n, j and m`;
  return { extension, context, passesHold: options.includes('m') };
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds api-docs/, docs/ and config/: the same whether we run compiled from dist/ or from the sources. */
export function projectRoot(from: string = __dirname): string {
  if (existsSync(join(from, 'api-docs', 'resources.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('the folder api-docs is missing: Patchbay was not installed completely');
  return projectRoot(parent);
}

import { join } from 'node:path';
import { readSpec } from '../../codegen/disk';
import type { ApiDeclaration, ResourceListing, SwaggerDocuments } from '../../src/publish/swagger';

/** The Swagger documents of `api-docs/`, as a server reads them from disk. */
export function realDocuments(): SwaggerDocuments {
  const files = readSpec(join(__dirname, '../../api-docs')).map(({ path, text }): [string, unknown] => [
    path.replace(/^.*\/|\.json$/g, ''),
    JSON.parse(text),
  ]);
  return {
    listing: Object.fromEntries(files)['resources'] as ResourceListing,
    declarations: Object.fromEntries(files.filter(([name]) => name !== 'resources')) as Record<string, ApiDeclaration>,
  };
}

import type { ApiDeclaration, SwaggerApi } from '../../src/publish/swagger';

/**
 * All further spellings of a path: those the path itself declares, and each of them again under every alias of its
 * resource. `/server/ping` with the resource alias `/asterisk` is also `/asterisk/ping`.
 */
export function aliasesOf({ resourcePath, aliases = [] }: ApiDeclaration, api: SwaggerApi): string[] {
  const own = [api.path, ...(api.aliases ?? [])];
  const underAliases = aliases.flatMap((alias) => own.map((path) => alias + path.slice(resourcePath.length)));
  return [...own.slice(1), ...underAliases];
}

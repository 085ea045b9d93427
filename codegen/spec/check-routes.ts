import { aliasesOf } from './aliases';
import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';

/** Every method and path, aliases included, leads to exactly one operation. */
export const checkRoutes: Check = function* ({ resources }) {
  const owners = new Map<string, string>();
  for (const { name, file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, api] of declaration.apis.entries()) {
      yield* checkPath(api.path, `/${name}`, { path: ['apis', a, 'path'], report });
      yield* checkAliases(api.path, api.aliases ?? [], { path: ['apis', a, 'aliases'], report });
      for (const [o, { method, nickname }] of api.operations.entries()) {
        for (const path of [api.path, ...aliasesOf(declaration, api)]) {
          // Two paths that differ only in parameter names match the same requests.
          const route = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
          const owner = owners.get(route);
          if (owner === undefined) owners.set(route, `${name}.${nickname}`);
          else
            yield report(
              ['apis', a, 'operations', o, 'method'],
              `${method} ${path} already leads to ${owner}`,
              'change the method or the path',
            );
        }
      }
    }
  }
};

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

function* checkPath(path: string, resource: string, { path: at, report }: Place): Generator<Problem, void> {
  if (path !== resource && !path.startsWith(`${resource}/`)) {
    yield report(at, `'${path}' is outside ${resource}`, `a path of this file starts with ${resource}`);
  }
}

function* checkAliases(
  path: string,
  aliases: readonly string[],
  { path: at, report }: Place,
): Generator<Problem, void> {
  const wanted = parametersOf(path);
  for (const [index, alias] of aliases.entries()) {
    if (parametersOf(alias) === wanted) continue;
    yield report(
      [...at, index],
      `alias '${alias}' has other parameters than '${path}'`,
      `it needs exactly ${wanted === '' ? 'none' : wanted}`,
    );
  }
}

function parametersOf(path: string): string {
  return [...path.matchAll(/\{\w+\}/g)]
    .map(([whole]) => whole)
    .sort()
    .join(' ');
}

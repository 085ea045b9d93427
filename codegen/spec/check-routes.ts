import { aliasesOf } from './aliases';
import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';
import type { SwaggerApi } from '../../src/publish/swagger';

/** Every method and path, aliases included, leads to exactly one operation. */
export const checkRoutes: Check = function* ({ resources }) {
  const owners = new Map<string, string>();
  for (const { name, file, declaration } of resources) {
    const report = reporter(file);
    for (const [index, alias] of (declaration.aliases ?? []).entries()) {
      if (parametersOf(alias).length > 0)
        yield report(
          ['aliases', index],
          `alias '${alias}' of a resource has parameters`,
          'write a path of plain words: it replaces the start of every path',
        );
    }
    for (const [a, api] of declaration.apis.entries()) {
      yield* checkPath(api.path, `/${name}`, { path: ['apis', a, 'path'], report });
      yield* checkAliases(api, `/${name}`, { path: ['apis', a, 'aliases'], report });
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
  const parameters = parametersOf(path);
  const twice = parameters.find((parameter, index) => parameters.indexOf(parameter) < index);
  if (twice !== undefined) yield report(at, `${twice} stands twice in the path`, 'give each parameter its own name');
}

function* checkAliases(
  { path, aliases = [] }: SwaggerApi,
  resource: string,
  { path: at, report }: Place,
): Generator<Problem, void> {
  const wanted = parametersOf(path).join(' ');
  for (const [index, alias] of aliases.entries()) {
    yield* checkPath(alias, resource, { path: [...at, index], report });
    if (parametersOf(alias).join(' ') === wanted) continue;
    yield report(
      [...at, index],
      `alias '${alias}' has other parameters than '${path}'`,
      wanted === '' ? 'remove its parameters' : `give it exactly ${wanted}`,
    );
  }
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{\w+\}/g)].map(([whole]) => whole).sort();
}

import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, CheckScope, Report } from './spec';
import { reporter } from './spec';
import type { SwaggerOperation } from '../../src/publish/swagger';
import { closest } from './shape';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
  readonly scope: CheckScope;
}

/** Nicknames are unique in their resource, answers are complete, and required modules exist. */
export const checkOperations: Check = function* (scope) {
  for (const { name, file, declaration } of scope.resources) {
    const report = reporter(file);
    if (declaration.resourcePath !== `/${name}`) {
      yield report(['resourcePath'], `path '${declaration.resourcePath}' in ${name}.json`, `write "/${name}"`);
    }
    yield* checkModules(declaration.requiresModules, { path: [], report, scope });
    const nicknames = new Map<string, string>();
    for (const [a, api] of declaration.apis.entries()) {
      for (const [o, operation] of api.operations.entries()) {
        const place = { path: ['apis', a, 'operations', o], report, scope };
        const where = `${operation.method} ${api.path}`;
        const taken = nicknames.get(operation.nickname);
        if (taken === undefined) nicknames.set(operation.nickname, where);
        else
          yield report(
            [...place.path, 'nickname'],
            `nickname '${operation.nickname}' is taken by ${taken}`,
            'give each operation of a resource its own',
          );
        yield* checkOperation(operation, place);
      }
    }
  }
};

function* checkOperation(operation: SwaggerOperation, place: Place): Generator<Problem, void> {
  yield* checkResponses(operation, place);
  yield* checkModules(operation.requiresModules, place);
  if (operation.upgrade !== undefined && operation.method !== 'GET') {
    yield place.report([...place.path, 'upgrade'], `a websocket upgrade by ${operation.method}`, 'an upgrade is a GET');
  }
  if ((operation.upgrade === undefined) !== (operation.websocketProtocol === undefined)) {
    yield place.report(place.path, "'upgrade' and 'websocketProtocol' go together", 'give both or neither');
  }
}

function* checkResponses(operation: SwaggerOperation, { path, report }: Place): Generator<Problem, void> {
  const codes = operation.responseMessages.map(({ code }) => code);
  for (const [index, code] of codes.entries()) {
    const at = [...path, 'responseMessages', index, 'code'];
    if (codes.indexOf(code) < index)
      yield report(at, `code ${code} is declared twice`, 'put both conditions into one message');
    if (code < 100 || code > 599 || (code >= 300 && code < 400))
      yield report(at, `${code} is not a status of an operation`, 'use a 2xx, 4xx or 5xx code (101 for an upgrade)');
  }
  yield* checkSuccess(operation, { path: [...path, 'responseMessages'], codes, report });
}

function* checkSuccess(
  { type, upgrade }: SwaggerOperation,
  { path, codes, report }: Pick<Place, 'path' | 'report'> & { readonly codes: readonly number[] },
): Generator<Problem, void> {
  const expected = upgrade !== undefined ? [101] : type === 'void' ? [202, 204] : [200, 201];
  const [success, ...others] = new Set(codes.filter((code) => code >= 100 && code < 300));
  if (success === undefined) {
    yield report(path, 'no success code', `add ${expected.join(' or ')}`);
  } else if (others.length > 0) {
    yield report(path, `success codes ${[success, ...others].join(' and ')}`, 'an operation has exactly one');
  } else if (!expected.includes(success)) {
    const what = upgrade !== undefined ? 'a websocket upgrade' : `type '${type}'`;
    const at = [...path, codes.indexOf(success), 'code'];
    yield report(at, `success code ${success} for ${what}`, `use ${expected.join(' or ')}`);
  }
}

function* checkModules(
  modules: readonly string[] | undefined,
  { path, report, scope }: Place,
): Generator<Problem, void> {
  for (const [index, module] of (modules ?? []).entries()) {
    if (scope.moduleNames === undefined || scope.moduleNames.has(module)) continue;
    const near = closest(module, scope.moduleNames);
    const hint = near === undefined ? 'list it under modules in resources.json' : `did you mean '${near}'?`;
    yield report([...path, 'requiresModules', index], `there is no module '${module}'`, hint);
  }
}

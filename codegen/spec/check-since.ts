import { compareVersions } from '../model/version';
import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';
import type { Constrained, Dated } from './swagger';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

/** The owner of an entry: nothing inside it can be older than it is. */
interface Owner {
  readonly what: string;
  readonly since: string;
}

/** Versions rise inside each `since`, and no entry claims to be older than what holds it. */
export const checkSince: Check = function* ({ resources }) {
  for (const { name, file, declaration } of resources) {
    const report = reporter(file);
    const resource = { what: `the resource ${name}`, since: declaration.since[0] ?? '' };
    yield* checkRising(declaration.since, { path: ['since'], report });
    for (const [a, api] of declaration.apis.entries()) {
      for (const [o, operation] of api.operations.entries()) {
        const path = ['apis', a, 'operations', o];
        yield* checkEntry(operation, resource, { path, report });
        const owner = { what: `the operation ${operation.nickname}`, since: operation.since[0] ?? '' };
        for (const [p, parameter] of operation.parameters.entries()) {
          yield* checkEntry(parameter, owner, { path: [...path, 'parameters', p], report });
        }
      }
    }
    for (const [id, model] of Object.entries(declaration.models)) {
      yield* checkEntry(model, resource, { path: ['models', id], report });
      const owner = { what: `the model ${id}`, since: model.since?.[0] ?? resource.since };
      for (const [key, property] of Object.entries(model.properties)) {
        yield* checkEntry(property, owner, { path: ['models', id, 'properties', key], report });
      }
    }
  }
};

function* checkEntry(entry: Dated & Constrained, owner: Owner, { path, report }: Place): Generator<Problem, void> {
  if (entry.since !== undefined) yield* checkOne(entry.since, owner, { path: [...path, 'since'], report });
  for (const [value, since] of Object.entries(entry.enumSince ?? {})) {
    yield* checkOne(since, owner, { path: [...path, 'enumSince', value], report });
  }
}

function* checkOne(since: readonly string[], owner: Owner, { path, report }: Place): Generator<Problem, void> {
  yield* checkRising(since, { path, report });
  const [first = ''] = since;
  if (compareVersions(first, owner.since) < 0) {
    yield report(
      path,
      `${first} is older than ${owner.what}, which came with ${owner.since}`,
      `start at ${owner.since} or later`,
    );
  }
}

function* checkRising(since: readonly string[], { path, report }: Place): Generator<Problem, void> {
  for (const [index, version] of since.entries()) {
    const before = since[index - 1];
    if (before === undefined || compareVersions(before, version) < 0) continue;
    yield report([...path, index], `${version} after ${before}`, 'list versions from old to new, each once');
  }
}

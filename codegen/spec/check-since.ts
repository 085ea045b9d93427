import { compareVersions } from '../../src/shared/text/version';
import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report, SpecResource } from './spec';
import { reporter } from './spec';
import type { Constrained, DataType, Dated, SwaggerModel, SwaggerOperation } from '../../src/publish/swagger';

/** Something that came with a version: nothing inside it, and nothing that needs it, can be older. */
interface Elder {
  readonly what: string;
  readonly since: string;
}

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
  /** Every model by name. */
  readonly models: ReadonlyMap<string, Elder>;
}

/** Versions rise inside each `since`, and no entry claims to be older than what holds it or what it refers to. */
export const checkSince: Check = function* ({ resources }) {
  const models = new Map(resources.flatMap(modelsOf));
  for (const { name, file, declaration } of resources) {
    const place = { path: [], report: reporter(file), models };
    const resource = { what: `the resource ${name}`, since: declaration.since[0] ?? '' };
    yield* checkRising(declaration.since, { ...place, path: ['since'] });
    for (const [a, api] of declaration.apis.entries()) {
      for (const [o, operation] of api.operations.entries()) {
        yield* checkOperation(operation, resource, { ...place, path: ['apis', a, 'operations', o] });
      }
    }
    for (const [id, model] of Object.entries(declaration.models)) {
      yield* checkModel(model, resource, { ...place, path: ['models', id] });
      for (const subType of model.subTypes ?? []) {
        const { since } = (Object.hasOwn(declaration.models, subType) && declaration.models[subType]) || {};
        yield* checkAge(since, [models.get(id)], { ...place, path: ['models', subType, 'since'] });
      }
    }
  }
};

function modelsOf({ declaration }: SpecResource): [string, Elder][] {
  return Object.entries(declaration.models).map(([name, { since }]) => [
    name,
    { what: `the model ${name}`, since: since?.[0] ?? declaration.since[0] ?? '' },
  ]);
}

function* checkOperation(operation: SwaggerOperation, resource: Elder, place: Place): Generator<Problem, void> {
  const { nickname, since, items, type = '' } = operation;
  const dated = { ...place, path: [...place.path, 'since'] };
  yield* checkRising(since, dated);
  yield* checkAge(since, [resource, place.models.get(items?.$ref ?? type)], dated);
  for (const [p, parameter] of operation.parameters.entries()) {
    const owner = { what: `the operation ${nickname}`, since: since[0] ?? '' };
    yield* checkMember(parameter, owner, { ...place, path: [...place.path, 'parameters', p] });
  }
}

function* checkModel(model: SwaggerModel, resource: Elder, place: Place): Generator<Problem, void> {
  const { id, since = [resource.since] } = model;
  const dated = { ...place, path: [...place.path, 'since'] };
  yield* checkRising(since, dated);
  yield* checkAge(since, [resource], dated);
  for (const [key, property] of Object.entries(model.properties)) {
    const owner = { what: `the model ${id}`, since: since[0] ?? '' };
    yield* checkMember(property, owner, { ...place, path: [...place.path, 'properties', key] });
  }
}

/** A parameter of an operation or a property of a model; without `since` it came with its owner. */
function* checkMember(member: Dated & Constrained & DataType, owner: Elder, place: Place): Generator<Problem, void> {
  const since = member.since ?? [owner.since];
  const dated = member.since ? { ...place, path: [...place.path, 'since'] } : place;
  yield* checkRising(since, dated);
  yield* checkAge(since, [owner, place.models.get(member.$ref ?? member.items?.$ref ?? '')], dated);
  for (const [value, versions] of Object.entries(member.enumSince ?? {})) {
    const ofValue = { ...place, path: [...place.path, 'enumSince', value] };
    yield* checkRising(versions, ofValue);
    yield* checkAge(versions, [{ what: 'the enum itself', since: since[0] ?? '' }], ofValue);
  }
}

/** One elder is enough to tell: the others would say the same. */
function* checkAge(
  [added]: readonly string[] = [],
  elders: readonly (Elder | undefined)[],
  { path, report }: Place,
): Generator<Problem, void> {
  if (added === undefined) return;
  const elder = elders.find((candidate) => candidate && compareVersions(added, candidate.since) < 0);
  if (elder === undefined) return;
  yield report(
    path,
    `${added} is older than ${elder.what}, which came with ${elder.since}`,
    `start at ${elder.since} or later`,
  );
}

function* checkRising(since: readonly string[], { path, report }: Place): Generator<Problem, void> {
  for (const [index, version] of since.entries()) {
    const before = since[index - 1];
    if (before === undefined || compareVersions(before, version) < 0) continue;
    yield report([...path, index], `${version} after ${before}`, 'list versions from old to new, each once');
  }
}

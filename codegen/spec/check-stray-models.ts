import type { ApiDeclaration, DataType } from '../../src/publish/swagger';
import type { Problem } from './problem';
import type { Check, SpecResource } from './spec';
import { reporter } from './spec';

/**
 * Where a family of models lives, a model that nothing refers to is one that its family has forgotten: an event that
 * `subTypes` does not name is missing from every artefact. Those that stand alone on purpose say so.
 */
export const checkStrayModels: Check = function* ({ resources, listing, isComplete }) {
  if (!isComplete) return;
  const common = (listing?.responseMessages ?? []).map(({ responseModel = '' }) => responseModel);
  const referred = new Set([...common, ...resources.flatMap(({ declaration }) => [...namesIn(declaration)])]);
  for (const resource of resources) yield* strayModels(resource, referred);
};

function* strayModels({ file, declaration }: SpecResource, referred: ReadonlySet<string>): Generator<Problem, void> {
  const models = Object.entries(declaration.models);
  const bases = models.filter(([, { subTypes }]) => subTypes !== undefined).map(([name]) => name);
  if (bases.length === 0) return;
  for (const [name, { standalone = false }] of models) {
    if (standalone || bases.includes(name) || referred.has(name)) continue;
    yield reporter(file)(
      ['models', name],
      `model '${name}' is not a subtype, and nothing refers to it`,
      `list it in the subTypes of ${bases.join(' or ')}, or write "standalone": true`,
    );
  }
}

/** The names of all models that a declaration refers to, and names that are not models. */
function* namesIn({ apis, models }: ApiDeclaration): Generator<string, void> {
  for (const operation of apis.flatMap(({ operations }) => operations)) {
    yield* namesOf(operation);
    for (const parameter of operation.parameters) yield* namesOf(parameter);
    for (const { responseModel = '' } of operation.responseMessages) yield responseModel;
  }
  for (const { properties, subTypes = [] } of Object.values(models)) {
    yield* subTypes;
    for (const property of Object.values(properties)) yield* namesOf(property);
  }
}

function* namesOf({ type = '', $ref = '', items }: DataType): Generator<string, void> {
  yield type;
  yield $ref;
  if (items !== undefined) yield* namesOf(items);
}

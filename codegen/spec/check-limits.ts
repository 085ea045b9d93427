import type { SwaggerOperation } from '../../src/publish/swagger';
import type { Problem } from './problem';
import type { Report, Spec } from './spec';
import { reporter } from './spec';
import type { JsonPath } from './source-file';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

/**
 * Every operation says what it is to a user who is limited to some applications. Asked of a spec that is generated from,
 * not of one that is only compared with: specs of earlier times were silent about it.
 */
export function* checkLimits({ resources }: Pick<Spec, 'resources'>): Generator<Problem, void> {
  for (const { file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, { operations }] of declaration.apis.entries())
      for (const [o, operation] of operations.entries())
        yield* checkOperation(operation, { path: ['apis', a, 'operations', o], report });
  }
}

const choices = 'write "limited": "allowed", "refused" or "own"';

function* checkOperation(operation: SwaggerOperation, place: Place): Generator<Problem, void> {
  const { nickname, limited } = operation;
  const { path, report } = place;
  if (limited === undefined)
    yield report(path, `${nickname} does not say what users may do who are limited to applications`, choices);
  else if (limited === 'own') yield* checkOwn(operation, place);
  else yield* checkUnscoped(operation, place);
}

function* checkOwn({ nickname, lists, type, parameters }: SwaggerOperation, place: Place): Generator<Problem, void> {
  const { path, report } = place;
  for (const [p, { name, paramType, names }] of parameters.entries())
    if (paramType === 'path' && names === undefined)
      yield report(
        [...path, 'parameters', p],
        `parameter '${name}' does not say what it names`,
        'write "names" with a kind of object, "new" for the id of what is to be made, or "nothing"',
      );
  if (lists !== undefined && type !== 'array')
    yield report([...path, 'lists'], `${nickname} does not answer with a list`, 'leave "lists" out');
  if (lists === undefined && type === 'array' && parameters.length === 0)
    yield report(path, `${nickname} does not say what it lists`, 'write "lists" with a kind of object');
}

function* checkUnscoped({ nickname, limited, lists, parameters }: SwaggerOperation, place: Place) {
  const { path, report } = place;
  const named = parameters.findIndex(({ names }) => names !== undefined);
  if (lists !== undefined || named !== -1)
    yield report(
      named === -1 ? [...path, 'lists'] : [...path, 'parameters', named, 'names'],
      `${nickname} is ${limited} as a whole, so nothing is looked at one by one`,
      'write "limited": "own", or leave this out',
    );
}

import type { Problem } from './problem';
import type { PlacedOperation, Spec } from './spec';
import { operationsIn } from './spec';

/**
 * Every operation says what it is to a user who is limited to some applications. Asked of a spec that is generated from,
 * not of one that is only compared with: specs of earlier times were silent about it.
 */
export function* checkLimits({ resources }: Pick<Spec, 'resources'>): Generator<Problem, void> {
  for (const placed of operationsIn(resources)) yield* checkOperation(placed);
}

const choices = 'write "limited": "allowed", "refused" or "own"';

function* checkOperation(placed: PlacedOperation): Generator<Problem, void> {
  const { path, report } = placed;
  const { nickname, limited } = placed.operation;
  if (limited === undefined)
    yield report(path, `${nickname} does not say what users may do who are limited to applications`, choices);
  else if (limited === 'own') yield* checkOwn(placed);
  else yield* checkUnscoped(placed);
}

function* checkOwn({ operation, path, report }: PlacedOperation): Generator<Problem, void> {
  const { nickname, lists, type, parameters } = operation;
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

function* checkUnscoped({ operation, path, report }: PlacedOperation): Generator<Problem, void> {
  const { nickname, limited, lists, parameters } = operation;
  const named = parameters.findIndex(({ names }) => names !== undefined);
  if (lists !== undefined || named !== -1)
    yield report(
      named === -1 ? [...path, 'lists'] : [...path, 'parameters', named, 'names'],
      `${nickname} is ${limited} as a whole, so nothing is looked at one by one`,
      'write "limited": "own", or leave this out',
    );
}

import type { Problem } from './problem';
import type { PlacedOperation, Spec } from './spec';
import { operationsIn } from './spec';

/**
 * Every operation says which node of a cluster carries it out. Asked of a spec that is generated from, not of one that
 * is only compared with: specs of earlier times were silent about it.
 */
export function* checkOwners({ resources }: Pick<Spec, 'resources'>): Generator<Problem, void> {
  for (const placed of operationsIn(resources)) yield* checkOperation(placed);
}

function* checkOperation({ operation, path, report }: PlacedOperation): Generator<Problem, void> {
  const { nickname, owner, parameters } = operation;
  if (owner === undefined) {
    yield report(
      path,
      `${nickname} does not say which node of a cluster carries it out`,
      'write "owner": "any", "every", "here", "shared", or a kind of object and a parameter such as "channel:channelId"',
    );
    return;
  }
  const [, parameter] = owner.split(':');
  if (parameter !== undefined && !parameters.some(({ name }) => name === parameter))
    yield report([...path, 'owner'], `${nickname} has no parameter '${parameter}'`, 'name one of its parameters');
  for (const [index, { name, names, onAnyNode, near }] of parameters.entries()) {
    const place = [...path, 'parameters', index, 'onAnyNode'];
    if (near === true && (owner !== 'any' || names !== 'bridge'))
      yield report(
        [...path, 'parameters', index, 'near'],
        `'${name}' cannot choose the node of ${nickname}`,
        'write "near" where the owner is "any" and the parameter has "names": "bridge"',
      );
    if (onAnyNode === undefined) continue;
    if (names !== 'channel')
      yield report(
        place,
        `'${name}' names no channels, so it cannot name those of other nodes`,
        'write "names": "channel"',
      );
    if (parameter === undefined || parameter === name)
      yield report(
        place,
        `no other parameter names the owner of ${nickname}, so its node has what '${name}' names`,
        'name the owner by another parameter, or leave "onAnyNode" out',
      );
  }
}

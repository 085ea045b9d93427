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
 * Every operation says which node of a cluster carries it out. Asked of a spec that is generated from, not of one that
 * is only compared with: specs of earlier times were silent about it.
 */
export function* checkOwners({ resources }: Pick<Spec, 'resources'>): Generator<Problem, void> {
  for (const { file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, { operations }] of declaration.apis.entries())
      for (const [o, operation] of operations.entries())
        yield* checkOperation(operation, { path: ['apis', a, 'operations', o], report });
  }
}

function* checkOperation({ nickname, owner, parameters }: SwaggerOperation, { path, report }: Place) {
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
}

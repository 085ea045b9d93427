import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeOperations } from '../../src/policy/limits';
import { projectRoot } from '../../src/shared/project-root';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

describe('the operations whose answers leave channels of others out of bridges', () => {
  it('are all that answer with bridges', () => {
    const file = join(projectRoot(__dirname), 'generated/openapi.json');
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const answering = Object.entries(paths)
      .flatMap(([, methods]) => Object.values(methods))
      .filter(({ responses }) => JSON.stringify(responses ?? {}).includes('schemas/Bridge"'))
      .map(({ operationId }) => operationId);

    expect([...new Set(answering)].sort()).toEqual([...bridgeOperations].sort());
  });
});

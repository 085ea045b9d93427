import { declareModules } from '../../src/modules/module';
import type { ModuleDefinition } from '../../src/modules/module';

const plain = { description: 'a module', supportLevel: 'core', start: () => () => undefined } as const;
const alone: ModuleDefinition<unknown, never> = { ...plain, dependsOn: [] };

describe('declaring modules', () => {
  it('gives each definition its name', () => {
    const modules = declareModules(['res_a'], { res_a: alone, res_b: { ...plain, dependsOn: ['res_a'] } });

    expect(modules.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['res_a', []],
      ['res_b', ['res_a']],
    ]);
  });

  it('does not compile without a module that operations require, nor run', () => {
    expect(() =>
      // @ts-expect-error res_b is required and missing
      declareModules(['res_a', 'res_b'], { res_a: alone }),
    ).toThrow('operations require unknown modules: res_b');
  });

  it('does not compile with a dependency that is not declared', () => {
    // @ts-expect-error res_x is no module
    const modules = declareModules([], { res_a: { ...plain, dependsOn: ['res_x'] } });

    expect(modules).toHaveLength(1);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedForeignProject } from './foreign-project';

describe('the packed package, in a foreign project', () => {
  const foreign = sharedForeignProject();

  it('holds what users need, and neither sources nor tests', () => {
    const paths = foreign().files.map(({ path }) => path);

    const needed = ['dist/bundle/main.js', 'dist/types/src/index.d.ts', 'config/ari.conf', 'sounds/en/digits/1.g722'];
    expect(paths).toEqual(expect.arrayContaining(needed));
    expect(paths.filter((path) => /(^|\/)(test|bench|codegen|soak)\/|(?<!\.d)\.ts$|\.map$/.test(path))).toEqual([]);
    expect(foreign().tarballSize).toBeLessThan(3_000_000);
  });

  it('starts, is called by the typed client, and loads no module that only exists as an ES module', () => {
    const said = JSON.parse(foreign().run('start.cjs')) as unknown;

    expect(said).toEqual({ ping: 'pong', openApi: '3.1.0', loaded: [] });
  });

  // Its declarations are checked as well, which needs all that they import: only packages that come with it.
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('is typed, for modules of the kind %s and the resolution %s', (module, moduleResolution) => {
    const options = { target: 'es2022', module, moduleResolution, strict: true, noEmit: true };
    const compilerOptions = { ...options, types: ['node'] };
    writeFileSync(join(foreign().folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typed.ts'] }));

    expect(foreign().run(foreign().tool('typescript/bin/tsc'), '-p', '.')).toBe('');
  });

  it('runs under a foreign Jest, with an IVR on ari-client and with matchers', () => {
    const config = { testEnvironment: 'node', transform: {}, testMatch: ['**/*.test.js'], testTimeout: 180_000 };
    writeFileSync(join(foreign().folder, 'jest.config.json'), JSON.stringify(config));

    const said = foreign().run(foreign().tool('jest/bin/jest.js'), '--config', 'jest.config.json', '--maxWorkers=1');

    expect(said).toContain('Tests:       2 passed');
  });
});

import { join } from 'node:path';
import { projectRoot } from '../../../src/shared/project-root';
import { isBuilt } from './http-process';

/**
 * Options of Node.js that let it run a program in TypeScript. What was built stands in for the sources that the program
 * imports: compiling them takes many times longer than most programs run.
 */
export function sourceOptions(): readonly string[] {
  return isBuilt()
    ? ['--require', join(projectRoot(__dirname), 'scripts/built-sources.cjs')]
    : ['--require', require.resolve('tsx/cjs')];
}

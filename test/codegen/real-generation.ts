import { join } from 'node:path';
import { readInput } from '../../codegen/disk';
import { generate } from '../../codegen/generate';
import type { Generated } from '../../codegen/generate';

/** The spec of the project, and what else generation reads. */
export const realInput = readInput(join(__dirname, '../..'));

let made: Generated | undefined;

/** What is generated of it; once for all suites of a process, because it takes longer than most of their tests. */
export function realGeneration(): Generated {
  return (made ??= generate(realInput));
}

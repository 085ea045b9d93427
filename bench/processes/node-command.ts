import type { Command } from './cores';

/** Runs a program of the benchmarks as it stands; nothing is translated any more once it is loaded. */
export function fromSource(file: string, args: readonly string[] = []): Command {
  return { program: process.execPath, args: ['--require', require.resolve('tsx/cjs'), file, ...args] };
}

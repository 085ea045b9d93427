import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { benchAnswersBesideAudio } from './media/media-answers';
import { benchUdp } from './media/media-udp';
import type { BenchOptions } from './options';
import { fromSource } from './processes/node-command';

/** What audio costs its thread, and what it costs those who ask the server something meanwhile. */
export async function benchMedia(options: BenchOptions): Promise<void> {
  benchAlone(options);
  await benchUdp(options);
  await benchAnswersBesideAudio(options);
}

/**
 * In a process of its own, as the media thread has its own too: once any ArrayBuffer of a thread has been given to
 * another, V8 looks before every access to any other whether that is still there, and something here does so.
 */
function benchAlone({ seconds, only, profileFolder }: BenchOptions): void {
  const { program, args } = fromSource(join(__dirname, 'media/media-program.ts'), [
    '--seconds',
    `${seconds}`,
    '--only',
    only,
  ]);
  const profiling =
    profileFolder === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-name=media.cpuprofile'];
  const { status } = spawnSync(program, [...profiling, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('audio could not be measured');
}

import { join } from 'node:path';
import type { MediaThreadOptions } from '../../../src/media/thread/media-thread';
import { projectRoot } from '../../../src/shared/project-root';
import { isBuilt } from '../server/http-process';

const root = projectRoot(__dirname);

/** The program of a media thread: what was built, which loads much faster, or the sources. The preloads run before it. */
export function mediaProgram(...preloads: readonly string[]): NonNullable<MediaThreadOptions['program']> {
  const [file, loaders] = isBuilt()
    ? ['dist/bundle/media-worker.js', []]
    : ['src/media/thread/media-worker.ts', [require.resolve('tsx/cjs')]];
  return { file: join(root, file), execArgv: [...loaders, ...preloads].flatMap((path) => ['--require', path]) };
}

/** Has a media thread fail in the way that the id of a leg says when that leg is closed: `stands-still`, `crashes`, `exits`. */
export const failsOnRequest = join(__dirname, '../../media/thread/fails-on-request.cjs');

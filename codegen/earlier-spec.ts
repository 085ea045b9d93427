import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isFolder, readSpec } from './disk';
import type { SourceText } from './spec/source-file';
import { UsageError } from './usage-error';

/** The spec of another time: of a folder (a checkout, or its api-docs) or of a git revision of this project. */
export function readEarlierSpec(root: string, place: string): SourceText[] {
  const folder = resolve(place);
  if (isFolder(join(folder, 'api-docs'))) return readSpec(join(folder, 'api-docs'));
  if (isFolder(folder)) return readSpec(folder);
  const revision = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${place}^{commit}`]);
  if (revision === undefined)
    throw new UsageError(`'${place}' is neither a folder nor a git revision of this project: name one of them`);
  const listed = git(root, ['ls-tree', '--name-only', revision.trim(), 'api-docs/']) ?? '';
  const paths = listed.split('\n').filter((path) => path.endsWith('.json'));
  if (paths.length === 0) throw new UsageError(`there is no spec in api-docs/ at ${place}`);
  return paths.map((path) => ({ path, text: git(root, ['show', `${revision.trim()}:${path}`]) ?? '' }));
}

/** What git prints; undefined when it refuses. */
function git(root: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : undefined;
}

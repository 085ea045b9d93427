import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isFolder, readSpec } from './disk';
import type { SourceText } from './spec/source-file';

/** The spec of another time: of a folder (a checkout, or its api-docs) or of a git revision of this project. */
export function readEarlierSpec(root: string, place: string): SourceText[] {
  const folder = resolve(place);
  if (isFolder(join(folder, 'api-docs'))) return readSpec(join(folder, 'api-docs'));
  if (isFolder(folder)) return readSpec(folder);
  const listed = git(
    root,
    ['ls-tree', '--name-only', place, 'api-docs/'],
    `'${place}' is neither a folder nor a git revision`,
  );
  const paths = listed.split('\n').filter((path) => path.endsWith('.json'));
  if (paths.length === 0) throw new Error(`there is no spec in api-docs/ at ${place}`);
  return paths.map((path) => ({
    path,
    text: git(root, ['show', `${place}:${path}`], `cannot read ${path} at ${place}`),
  }));
}

function git(root: string, args: readonly string[], trouble: string): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${trouble} (${stderr.trim()})`);
  return stdout;
}

import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { LoggerConfig } from '../config/server-config';

export type RotateStrategy = LoggerConfig['rotateStrategy'];

/** Renames the full file by the strategy of logger.conf. Returns the undo. */
export async function moveAside(
  path: string,
  { strategy, now }: { readonly strategy: RotateStrategy; readonly now: number },
): Promise<() => Promise<void>> {
  if (strategy === 'none') return async () => undefined; // files are moved externally; we only reopen ours
  const others = new Set(await readdir(dirname(path)));
  const target = strategy === 'rotate' ? `${path}.0` : free(path, { strategy, now, others });
  if (strategy === 'rotate') await makeRoom(path, others);
  await rename(path, target);
  return () => rename(target, path);
}

/** Removes full files beyond the number that is kept. */
export async function removeOldest(
  path: string,
  { strategy, keep }: { readonly strategy: Exclude<RotateStrategy, 'none'>; readonly keep: number },
): Promise<void> {
  const base = basename(path);
  const numbers = (await readdir(dirname(path)))
    .filter((name) => name.startsWith(`${base}.`))
    .map((name) => name.slice(base.length + 1))
    .filter((ending) => /^\d+$/.test(ending))
    .map(Number)
    // The newest first: of `rotate` that is number 0, of the others the highest number.
    .sort((one, other) => (strategy === 'rotate' ? one - other : other - one));
  for (const number of numbers.slice(keep)) await rm(`${path}.${number}`, { force: true });
}

interface Surroundings {
  readonly strategy: 'sequential' | 'timestamp';
  readonly now: number;
  readonly others: ReadonlySet<string>;
}

function free(path: string, { strategy, now, others }: Surroundings): string {
  if (strategy === 'sequential') return `${path}.${highestNumber(basename(path), others) + 1}`;
  const stamped = `${path}.${Math.floor(now / 1000)}`;
  if (!others.has(basename(stamped))) return stamped;
  return `${stamped}.${highestNumber(basename(stamped), others) + 1}`; // the second rotation within a second
}

/** Nine digits at most: longer numbers are times, from when the strategy was another one. */
function highestNumber(base: string, others: ReadonlySet<string>): number {
  const numbers = [...others]
    .filter((name) => name.startsWith(`${base}.`))
    .map((name) => name.slice(base.length + 1))
    .filter((ending) => /^\d{1,9}$/.test(ending));
  return Math.max(-1, ...numbers.map(Number));
}

/** The newest gets number 0, so that every older one moves up; a gap ends the row. */
async function makeRoom(path: string, others: ReadonlySet<string>): Promise<void> {
  let first = 0;
  while (others.has(`${basename(path)}.${first}`)) first += 1;
  for (let number = first; number > 0; number -= 1) await rename(`${path}.${number - 1}`, `${path}.${number}`);
}

import { watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import { SpecError } from './spec/problem';

const watched = ['api-docs', join('codegen', 'emit', 'templates')];

/** Runs the step now and after every save, until the process is interrupted. A faulty spec is reported, not fatal. */
export async function watch(root: string, step: () => Promise<number>): Promise<number> {
  const stopped = new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  let pending: NodeJS.Timeout | undefined;
  // Editors save in several steps; one run a moment after the last of them is enough.
  const onSave = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => void attempt(step), 40);
  };
  await attempt(step);
  const watchers = watched.map((folder) => watchFolder(join(root, folder), onSave));
  process.stdout.write(`watching ${watched.join(' and ')}; stop with Ctrl-C\n`);
  await stopped;
  clearTimeout(pending);
  for (const watcher of watchers) watcher.close();
  return 0;
}

async function attempt(step: () => Promise<number>): Promise<void> {
  try {
    await step();
  } catch (error) {
    process.stderr.write(`${error instanceof SpecError ? error.message : String(error)}\n`);
  }
}

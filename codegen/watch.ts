import { watch as watchFolder } from 'node:fs';
import { join } from 'node:path';

const watched = ['api-docs', join('codegen', 'emit', 'templates')];

export interface WatchOptions {
  readonly root: string;
  /** What to do now and after every save. Its failure is reported, not fatal: the next save may mend it. */
  readonly step: () => Promise<unknown>;
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
}

/** Runs the step now and after every save, until told to stop. */
export async function watch({ root, step, stop, say }: WatchOptions): Promise<void> {
  let pending: NodeJS.Timeout | undefined;
  const attempt = (): Promise<void> =>
    step().then(
      () => undefined,
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
  // Editors save in several steps; one run a moment after the last of them is enough.
  const onSave = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => void attempt(), 40);
  };
  const watchers = watched.map((folder) => watchFolder(join(root, folder), onSave));
  await attempt();
  say(`watching ${watched.join(' and ')}; stop with Ctrl-C`);
  await new Promise<void>((resolve) => (stop.aborted ? resolve() : stop.addEventListener('abort', () => resolve())));
  clearTimeout(pending);
  for (const watcher of watchers) watcher.close();
}

import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder';

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that is installed here; undefined when there is none. */
export function installedBrowser(): string | undefined {
  return browserNames.find((name) => spawnSync('which', [name]).status === 0);
}

const flags = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  '--disable-popup-blocking',
];

/** Opens a page in a browser with a profile of its own. The result ends it and removes the profile. */
export function browse(page: string): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'patchbay-browser-'));
  const child = spawn(installedBrowser() ?? '', [...flags, `--user-data-dir=${profile}`, page], {
    stdio: 'ignore',
    detached: true,
  });
  return async () => {
    await endGroup(child);
    removeFolder(profile);
  };
}

/** Ends a browser with its renderers and helpers: they are the process group that it leads. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

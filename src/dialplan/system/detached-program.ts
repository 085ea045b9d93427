import { spawn } from 'node:child_process';
import type { Logger } from '../../shared/logger';

/**
 * Runs a command of the machine on its own: it has no terminal, and continues when the server stops, since its input is
 * complete. Resolves when it has exited; never rejects.
 */
export function runDetached(command: string, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { detached: true, stdio: 'ignore' });
    child.unref();
    child.once('error', (error) => {
      log.warn({ command, error }, 'a command of the dialplan could not be run');
      resolve();
    });
    child.once('exit', (code, signal) => {
      if (code !== 0) log.warn({ command, code, signal }, 'a command of the dialplan has failed');
      resolve();
    });
  });
}

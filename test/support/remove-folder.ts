import { rmSync } from 'node:fs';

/**
 * Removes a folder that processes have written to which were killed: those that they started may still write for a moment,
 * and a folder that is not empty cannot be removed.
 */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

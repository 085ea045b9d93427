import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Obtained =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The file access of the .conf reader. */
export interface ConfDisk {
  readonly readFile: (path: string) => Obtained;
  /** Names in a folder, sorted; none where there is no such folder. */
  readonly listFolder: (path: string) => readonly string[];
  /** Runs the command of an `#exec` line; absent where that is not allowed. */
  readonly runCommand?: (command: string) => Obtained;
}

export const realDisk: Omit<ConfDisk, 'runCommand'> = {
  readFile: (path) => obtain(() => readFileSync(path, 'utf8')),
  listFolder: (path) => {
    try {
      return readdirSync(path).sort();
    } catch {
      return [];
    }
  },
};

const commandTimeout = 10_000;

/** A shell, because that is what existing `#exec` lines are written for. */
export function runCommand(command: string): Obtained {
  return obtain(() =>
    execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      timeout: commandTimeout,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Why the user of this process cannot create files in a folder that may not exist yet; undefined when it can. Changes
 * nothing.
 */
export function folderProblem(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(String(fieldOf(error, 'code')));
    return isMissing ? folderProblem(dirname(folder)) : `${folder} is not writable for the user of this process`;
  }
}

function obtain(take: () => string): Obtained {
  try {
    return { kind: 'text', text: take() };
  } catch (error) {
    return fieldOf(error, 'code') === 'ENOENT'
      ? { kind: 'missing' }
      : { kind: 'unreadable', reason: String(fieldOf(error, 'message')) };
  }
}

function fieldOf(error: unknown, name: 'code' | 'message'): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
}

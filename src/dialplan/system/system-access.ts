import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FileFacts, SystemPort } from '../ports';
import { longestResult } from '../expressions/substitute';

/**
 * Milliseconds. A function needs its value synchronously, so all calls are blocked while a command runs: the time is
 * limited.
 */
const longestCommand = 2000;

/** Reaches out of the telephone system. Whether that may be done is decided before it is asked. */
export const systemAccess: SystemPort = {
  environment: (name) => process.env[name],
  setEnvironment: (name, value) => {
    process.env[name] = value;
  },
  shell: (command) => {
    if (command.includes('\0')) return undefined;
    const { stdout, error } = spawnSync('/bin/sh', ['-c', command], {
      timeout: longestCommand,
      killSignal: 'SIGKILL',
      maxBuffer: longestResult,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return error === undefined ? stdout : undefined;
  },
  readFile: (path) => orNothing(() => readStart(path)),
  stat: (path) => orNothing(() => factsOf(path)),
};

/** Only regular files: a pipe or a device might never come to an end. */
function readStart(path: string): string | undefined {
  if (!statSync(path).isFile()) return undefined;
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(longestResult);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}

function factsOf(path: string): FileFacts {
  const facts = statSync(path);
  return {
    kind: facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other',
    size: facts.size,
    mode: facts.mode,
    createdAt: facts.ctimeMs,
    changedAt: facts.mtimeMs,
    readAt: facts.atimeMs,
  };
}

function orNothing<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}

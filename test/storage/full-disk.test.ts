import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase } from '../../src/storage/database';
import { sourceOptions } from '../support/server/source-program';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-full-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the script where no file can grow beyond two mebibytes, and writing on fails instead of ending the process. */
async function runWithSmallFiles(script: string, file: string): Promise<string> {
  const limited = 'trap "" XFSZ; ulimit -f 4096; exec "$0" "$@"';
  const child = spawn('sh', ['-c', limited, process.execPath, ...sourceOptions(), join(__dirname, script), file], {
    cwd: resolve(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  // The native library complains when the disk refuses it something, and corrupts the memory of the process as it does.
  expect({ code, signal, complaints }).toEqual({ code: 0, signal: null, complaints: '' });
  return output;
}

describe('a database on a full disk', () => {
  it('refuses the write that does not fit, and goes on with everything it has acknowledged', async () => {
    const file = join(folder, 'state.lmdb');

    const told = JSON.parse(await runWithSmallFiles('filling-writer.ts', file)) as Record<string, unknown>;

    const { written } = told as { written: number };
    expect(told).toEqual({
      written,
      left: written - 1,
      refusal: expect.stringMatching(/state\.lmdb could not be written: /) as string,
    });
    const after = openDatabase(file);
    expect(after.list('filled').length).toBe(written - 1);
    await after.close();
  });
});

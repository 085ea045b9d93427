import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBuilt } from '../support/server/http-process';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dying-process-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

// What was built is loaded much faster than the sources.
const [sources, ending, ...loader] = isBuilt() ? ['../../dist/src', '.js'] : ['../../src', '.ts', '--import', 'tsx'];
const source = (path: string): string => JSON.stringify(resolve(__dirname, sources ?? '', path + ending));

/** More than the buffers of a pipe and of a stream hold together. */
const count = 6000;

/** A process of its own that logs to the console and to a file, and then does what it is told. */
const program = (then: string): string => `
  const { LogChannels } = require(${source('logging/log-channels')});
  const { systemClock } = require(${source('shared/time/clock')});
  const levels = ['notice'];
  const channels = [{ name: 'console', format: 'plain', levels }, { name: 'messages', format: 'plain', levels }];
  const config = { dateFormat: '', rotateStrategy: 'none', customLevels: [], channels };
  const directory = ${JSON.stringify(folder)};
  LogChannels.open({ config, directory, clock: systemClock, consoleDescriptor: 1, pid: 42 }).then((log) => {
    process.on('exit', () => log.flushSync());
    for (let line = 0; line < ${count}; line += 1) log.logger.info({ line }, 'counting');
    ${then}
  });
`;

async function outputOf(then: string): Promise<{ readonly output: string; readonly code: number | null }> {
  const child = spawn(process.execPath, [...loader, '-e', program(then)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: resolve(__dirname, '../..'),
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { output: Buffer.concat(chunks).toString(), code };
}

const expected = Array.from({ length: count }, (_, line) => `[] NOTICE: counting line=${line}\n`).join('');

describe('the log of a process', () => {
  it.each([
    ['exits at once', 'process.exit(0);', 0],
    ['crashes', "throw new Error('a bug');", 1],
    ['closes its log', 'log.close();', 0],
    ['wrote to standard output itself', "process.stdout.write(''); log.close();", 0],
  ])('that %s is complete and in order', async (_, then, exitCode) => {
    const { output, code } = await outputOf(then);

    expect(code).toBe(exitCode);
    expect(output.length).toBe(expected.length);
    expect(output === expected).toBe(true);
    expect((await readFile(join(folder, 'messages'), 'utf8')) === expected).toBe(true);
  });

  it('that exits while it writes is complete', async () => {
    const { output } = await outputOf('setImmediate(() => process.exit(0));');

    const file = await readFile(join(folder, 'messages'), 'utf8');
    for (const text of [output, file]) expect(new Set(text.split('\n'))).toEqual(new Set(expected.split('\n')));
  });
});

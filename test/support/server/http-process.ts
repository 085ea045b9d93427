import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../src/shared/project-root';
import { removeFolder } from '../remove-folder';

const root = projectRoot(__dirname);

export interface ProcessExtras {
  /** Beside what the process needs to run at all; nothing else of our own environment reaches it. */
  readonly env?: Readonly<Record<string, string>>;
  /** For its standard input. */
  readonly input?: string;
  /** How many file descriptors it may have. */
  readonly descriptors?: number;
  /** How large its files may become, in blocks of 512 bytes; writing on fails then, as on a full disk. */
  readonly fileBlocks?: number;
  /** Options of Node.js itself. */
  readonly nodeOptions?: readonly string[];
  /** A command that runs it, such as one that enters a network namespace first. */
  readonly runner?: readonly string[];
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command `patchbay`, run from its sources in a process and a folder of its own. */
export class PatchbayProcess {
  readonly finished: Promise<Finished>;
  #stdout = '';
  #stderr = '';

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.finished = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  static start(args: readonly string[], extras: ProcessExtras = {}): PatchbayProcess {
    const { env = {}, input = '', nodeOptions = [], runner = [] } = extras;
    const [program = '', ...command] = [
      ...runner,
      'sh',
      '-c',
      `${limitsOf(extras)}exec "$0" "$@"`,
      process.execPath,
      ...nodeOptions,
      ...patchbayProgram(),
      ...args,
    ];
    const child = spawn(program, command, {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), PATCHBAY_SIP_PORT: '0', ...env },
    });
    child.stdin.on('error', () => undefined).end(input);
    return new PatchbayProcess(child);
  }

  /** Runs it to its end. */
  static run(args: readonly string[], extras?: ProcessExtras): Promise<Finished> {
    return PatchbayProcess.start(args, extras).finished;
  }

  /** The address it serves, as soon as it says so; rejects with everything it said when it ends before. */
  async ready(): Promise<string> {
    const ended = this.finished.then(({ code, stdout, stderr }) => {
      throw new Error(`ended with ${code}: ${stdout}${stderr}`);
    });
    while (!/is ready[^]*\n/.test(this.#stdout)) await Promise.race([once(this.child.stdout, 'data'), ended]);
    ended.catch(() => undefined);
    return /https?:\/\/[^/\s]+/.exec(this.#stdout)?.[0] ?? '';
  }

  /** What it has written to its standard output so far. */
  get printed(): string {
    return this.#stdout;
  }

  /** What it has written to its standard error so far. */
  get complaints(): string {
    return this.#stderr;
  }

  /** Asks it to stop. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
    this.child.kill(signal);
    return this.finished;
  }
}

/** Folders with configuration files, and processes that read them: all gone after `clean`. */
export class Workshop {
  readonly #folders: string[] = [];
  readonly #processes: PatchbayProcess[] = [];

  /** A folder with these files. */
  folder(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-workshop-'));
    this.#folders.push(folder);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  start(args: readonly string[], extras?: ProcessExtras): PatchbayProcess {
    const process = PatchbayProcess.start(args, extras);
    this.#processes.push(process);
    return process;
  }

  async clean(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((process) => process.stop('SIGKILL')));
    for (const folder of this.#folders.splice(0)) removeFolder(folder);
  }
}

/**
 * A port of 127.0.0.1 that was free a moment ago. It is outside of the range from which the system takes ports, so that it
 * stays free until the program that is told of it listens there, and above the ports for audio.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_001, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Commands of a shell. Without the trap, a file that becomes too large would end the process. */
function limitsOf({ descriptors, fileBlocks }: ProcessExtras): string {
  const commands = [
    ...(descriptors === undefined ? [] : [`ulimit -n ${descriptors}`]),
    ...(fileBlocks === undefined ? [] : ['trap "" XFSZ', `ulimit -f ${fileBlocks}`]),
  ];
  return commands.map((command) => `${command}; `).join('');
}

let known: boolean | undefined;

/** Whether what was built is what the sources say. */
export function isBuilt(): boolean {
  const check = [join(root, 'scripts/setup.mjs'), '--check-build'];
  return (known ??= spawnSync(process.execPath, check, { stdio: 'ignore' }).status === 0);
}

/**
 * Arguments of Node.js for the command `patchbay`: what was built, if it is what the sources say; that starts much faster
 * than the sources themselves.
 */
export function patchbayProgram(): readonly string[] {
  return isBuilt()
    ? [join(root, 'dist/bundle/main.js')]
    : ['--require', require.resolve('tsx/cjs'), join(root, 'src/main.ts')];
}

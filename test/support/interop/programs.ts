import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { within } from '../eventually';
import { removeFolder } from '../remove-folder';

/** The Debian packages of the programs that other projects wrote. */
const packages: Readonly<Record<string, string>> = {
  baresip: 'baresip-core',
  kamailio: 'kamailio',
  linphonec: 'linphone-cli',
  'nats-server': 'nats-server',
  openssl: 'openssl',
  sipp: 'sip-tester',
};

/** A test that needs programs of other projects. Where one is not installed it is skipped, and its title says so. */
export function withPrograms(programs: readonly string[], title: string, run: () => Promise<void>): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) it(title, run);
  else
    it.skip(`${title} (skipped: apt-get install -y ${missing.map((each) => packages[each] ?? each).join(' ')})`, run);
}

export function isInstalled(program: string): boolean {
  return spawnSync('which', [program], { env: programEnv() }).status === 0;
}

/** Kamailio is where only root looks for programs. */
function programEnv(): NodeJS.ProcessEnv {
  return { ...process.env, TERM: 'xterm', PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
}

/** A program that runs, and everything that it has printed. */
export class ForeignProgram {
  readonly exited: Promise<number | null>;
  #printed = '';
  #waiting: (() => void)[] = [];

  constructor(
    private readonly name: string,
    readonly child: ChildProcess,
  ) {
    const take = (text: string): void => {
      this.#printed += text;
      this.#wake();
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    this.exited = once(child, 'close').then(([code]) => {
      this.#wake();
      return code as number | null;
    });
  }

  get printed(): string {
    return this.#printed;
  }

  /** Waits until it has printed this. */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#printed)) {
      if (this.child.exitCode !== null) throw new Error(`${this.name} has ended:\n${this.#printed}`);
      await within(new Promise<void>((resolve) => this.#waiting.push(resolve)), () => this.#complaint(pattern));
    }
  }

  write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async stop(): Promise<void> {
    if (this.#isRunning) this.child.kill('SIGTERM');
    await this.exited;
  }

  /** Ends it and the processes that it has started. */
  async kill(): Promise<void> {
    if (this.#isRunning && this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    await this.exited;
  }

  get #isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #complaint(pattern: RegExp): string {
    return `${this.name} has not printed ${String(pattern)}, but:\n${this.#printed}`;
  }
}

/** Programs of other projects in a folder of their own; all gone after `close`. */
export class ForeignPrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'patchbay-interop-'));
  readonly #running: ForeignProgram[] = [];

  /** Writes a file below the folder, and returns its path. */
  write(name: string, content: string | Buffer): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  start(name: string, args: readonly string[]): ForeignProgram {
    // Detached: a group of processes of its own, which can be ended as a whole.
    const env = { ...programEnv(), HOME: this.folder };
    const child = spawn(name, args, { cwd: this.folder, env, detached: true });
    child.stdin.on('error', () => undefined);
    const program = new ForeignProgram(name, child);
    this.#running.push(program);
    return program;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((program) => program.kill()));
    removeFolder(this.folder);
  }
}

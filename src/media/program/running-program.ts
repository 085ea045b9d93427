import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ProgramAudio } from '../protocol';

export interface ProgramListener {
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Called once, also when it could not be started. */
  readonly onEnd: (reason: string) => void;
}

/** Each is tried when the previous one had no effect. */
const signals = ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const;

const longestComplaint = 200;

/** One run of a program, from its start to its end. */
export class RunningProgram {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<void>;
  #complaint = '';
  #isOver = false;
  #escalation: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: ProgramAudio,
    listener: ProgramListener,
  ) {
    const [file = '', ...args] = program.command;
    const { folder: cwd, killsGroup: detached } = program;
    this.#child = spawn(file, args, { cwd, detached, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        if (this.#isOver) return;
        this.#isOver = true;
        clearTimeout(this.#escalation);
        resolve();
        listener.onEnd(reason);
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('exit', (code, signal) => end(this.#describe(signal ?? `code ${code ?? 'none'}`)));
    });
    this.#child.stdout.on('data', listener.onBytes);
    // Read to the end: a program whose standard error is not read would block on a full pipe.
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-longestComplaint);
    });
  }

  /** It continues only when its output is read. */
  pause(): void {
    this.#child.stdout.pause();
  }

  resume(): void {
    this.#child.stdout.resume();
  }

  /** Resolves when it has exited. */
  end(): Promise<void> {
    this.#child.stdout.destroy();
    this.#kill(0);
    return this.#ended;
  }

  #kill(politeness: number): void {
    const signal = signals[politeness];
    const { pid } = this.#child;
    if (this.#isOver || signal === undefined || pid === undefined) return;
    try {
      process.kill(this.program.killsGroup ? -pid : pid, signal);
    } catch {
      // It has just exited by itself.
    }
    this.#escalation = setTimeout(() => this.#kill(politeness + 1), this.program.killDelay);
  }

  #describe(how: string): string {
    const complaint = this.#complaint.trim();
    return complaint === '' ? `it ended with ${how}` : `it ended with ${how}: ${complaint}`;
  }
}

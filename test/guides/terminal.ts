import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { within } from '../support/eventually';
import { lineMatcher } from './guide-page';

/** A terminal of a reader: one command, and the lines that it prints. */
export class Terminal {
  readonly ended: Promise<number | null>;
  #printed = '';
  /** How much of it has been compared. */
  #read = 0;
  #wake = (): void => undefined;

  private constructor(
    readonly command: string,
    private readonly child: ChildProcess,
  ) {
    const take = (text: string): void => {
      this.#printed += text;
      this.#wake();
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    this.ended = once(child, 'close').then(([code]) => {
      this.#wake();
      return code as number | null;
    });
  }

  static start(command: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Terminal {
    // A group of its own, because a signal is for all that the command starts. `exec` where the shell has nothing else to do:
    // the exit code is that of the program then.
    const text = /[|;&>]/.test(command) ? command : `exec ${command}`;
    const child = spawn('sh', ['-c', text], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    return new Terminal(command, child);
  }

  get printed(): string {
    return this.#printed;
  }

  /** Waits until it prints these lines, in this order; others may come in between. Returns the last one. */
  async prints(lines: readonly string[]): Promise<string> {
    let found = '';
    for (const line of lines) found = await this.#printsLine(line);
    return found;
  }

  async succeeds(): Promise<void> {
    const code = await this.end();
    if (code !== 0) throw new Error(`'${this.command}' ended with ${code}:\n${this.#printed}`);
  }

  /** As Ctrl-C does. Returns the exit code; null when the signal has ended it. */
  interrupt(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.#signal(signal);
    return this.end();
  }

  /** Waits until it ends by itself. Returns the exit code. */
  end(): Promise<number | null> {
    return within(this.ended, () => `'${this.command}' does not end:\n${this.#printed}`);
  }

  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.ended;
  }

  async #printsLine(line: string): Promise<string> {
    const matcher = lineMatcher(line);
    const isOver = (): boolean => this.child.exitCode !== null || this.child.signalCode !== null;
    for (;;) {
      const wasOver = isOver();
      const found = this.#next(matcher, wasOver);
      if (found !== undefined) return found;
      const complaint = `'${this.command}' has not printed '${line}', but:\n${this.#printed}`;
      if (wasOver) {
        await this.ended;
        const last = this.#next(matcher, true);
        if (last !== undefined) return last;
        throw new Error(complaint);
      }
      const more = new Promise<void>((resolve) => (this.#wake = resolve));
      await within(Promise.race([more, this.ended]), () => complaint);
    }
  }

  /** The next line that fits, among those that are complete. */
  #next(matcher: RegExp, isOver: boolean): string | undefined {
    const text = this.#printed.slice(this.#read);
    const complete = isOver ? text : text.slice(0, text.lastIndexOf('\n') + 1);
    let end = this.#read;
    for (const line of complete.split('\n')) {
      end += line.length + 1;
      if (!matcher.test(line)) continue;
      this.#read = Math.min(end, this.#printed.length);
      return line;
    }
    return undefined;
  }

  #signal(name: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name);
  }
}

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fromSource } from '../../bench/processes/node-command';

export type HealthOrder =
  | ({ readonly order: 'watch'; readonly origin: string } & HealthOptions)
  | { readonly order: 'report' };

export interface HealthOptions {
  /** Whether a user is served, too. */
  readonly users: boolean;
  /** Milliseconds: what has not been answered by then counts as not answered. */
  readonly timeoutMs: number;
  /** Milliseconds between an answer and the next question. */
  readonly pauseMs: number;
}

export interface HealthReport {
  readonly answers: number;
  /** Milliseconds. */
  readonly longest: number;
  readonly failures: readonly string[];
}

/** Another client of the attacked server, which has to be served all the time. */
export class HealthWatch {
  readonly #child: ChildProcess;

  constructor() {
    const { program, args } = fromSource(join(__dirname, 'health-process.ts'));
    this.#child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  begin(origin: string, options: HealthOptions): void {
    this.#tell({ order: 'watch', origin, ...options });
  }

  /** Ends the watch with the answer to the question that is under way. */
  async end(): Promise<HealthReport> {
    const report = once(this.#child, 'message') as Promise<[HealthReport]>;
    this.#tell({ order: 'report' });
    return (await report)[0];
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  #tell(order: HealthOrder): void {
    this.#child.send(order);
  }
}

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, JobResult, MeasuredJob, Sample } from '../load/job';
import type { Cores } from './cores';
import { fromSource } from './node-command';

/** The process that presses; it takes one job at a time. */
export class LoadProcess {
  readonly #child: ChildProcess;

  constructor(cores: Cores) {
    const { program, args } = cores.pinned('load', fromSource(join(__dirname, '../load/worker.ts')));
    this.#child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  async measure(job: MeasuredJob): Promise<Sample> {
    const sample = await this.#run(job);
    if (sample === undefined) throw new Error('the load brought no sample');
    return sample;
  }

  /** For what comes before and after measuring. */
  async prepare(job: Exclude<Job, MeasuredJob>): Promise<void> {
    await this.#run(job);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  #run(job: Job): Promise<Sample | undefined> {
    return new Promise((resolve, reject) => {
      const died = (): void => reject(new Error('the load process died'));
      this.#child.once('exit', died);
      this.#child.once('message', (result: JobResult) => {
        this.#child.off('exit', died);
        if ('failure' in result) reject(new Error(result.failure));
        else resolve(result.sample);
      });
      this.#child.send(job);
    });
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/shared/project-root';
import { eventually } from '../eventually';
import type { ForeignProgram, ForeignPrograms } from './programs';

const scenarios = join(projectRoot(__dirname), 'test/fixtures/sipp');

export interface SippRun {
  /** A file of test/fixtures/sipp without its ending, or with `-sn ` one that sipp itself has. */
  readonly scenario: string;
  /** Where the server listens; absent for a sipp that is called. */
  readonly server?: number;
  /** The user and the password that scenarios with credentials use. */
  readonly user?: string;
  readonly password?: string;
  readonly options?: readonly string[];
}

/** What sipp counted until its end. */
export interface SippCounts {
  readonly successful: number;
  readonly failed: number;
  readonly retransmissions: number;
}

let runs = 0;

/** Whether a program has bound this port of IPv4: Linux lists local addresses in hexadecimal. */
export function isBound(port: number): boolean {
  const end = new RegExp(`^ *\\d+: [\\dA-F]{8}:${port.toString(16).toUpperCase().padStart(4, '0')} `, 'm');
  return ['udp', 'tcp'].some((protocol) => end.test(readFileSync(`/proc/net/${protocol}`, 'utf8')));
}

/** The program sipp, playing one scenario. */
export class Sipp {
  private constructor(
    private readonly program: ForeignProgram,
    private readonly statistics: string,
  ) {}

  static start(programs: ForeignPrograms, run: SippRun): Sipp {
    const { scenario, server, user = 'sipp', password = user, options = [] } = run;
    const statistics = join(programs.folder, `sipp-${(runs += 1)}.csv`);
    const credentials = `[authentication username=${user} password=${password}]`;
    const data = programs.write(`sipp-${runs}.users.csv`, `SEQUENTIAL\n${user};${credentials};${password}\n`);
    const program = programs.start('sipp', [
      ...(scenario.startsWith('-sn ')
        ? scenario.split(' ')
        : ['-sf', join(scenarios, `${scenario}.xml`), '-inf', data]),
      // By default it gives up a request that is not answered for 15 seconds, which a busy machine may take.
      ...['-max_retrans', '20'],
      ...['-i', '127.0.0.1', '-nostdin', '-trace_err', '-error_file', `${statistics}.errors`],
      ...['-trace_stat', '-stf', statistics, ...options],
      ...(server === undefined ? [] : [`127.0.0.1:${server}`]),
    ]);
    return new Sipp(program, statistics);
  }

  /** Starts one that waits for calls, as soon as it can be called. */
  static async startAnswering(programs: ForeignPrograms, port: number, run: SippRun): Promise<Sipp> {
    const sipp = Sipp.start(programs, { ...run, options: [...(run.options ?? []), '-p', String(port)] });
    await eventually(
      () => isBound(port) || sipp.program.child.exitCode !== null,
      () => 'sipp does not listen',
    );
    return sipp;
  }

  /** Waits for its end. A call that failed fails the test, with the reason that sipp gives. */
  async finished(): Promise<SippCounts> {
    const code = await this.program.exited;
    const counts = this.#counts();
    if (code !== 0 || counts.failed > 0) throw new Error(`sipp ended with ${code}: ${this.#errors()}`);
    return counts;
  }

  #counts(): SippCounts {
    const [head = '', ...rows] = readFileSync(this.statistics, 'utf8').trim().split('\n');
    const names = head.split(';');
    const last = rows.at(-1)?.split(';') ?? [];
    const value = (name: string): number => Number(last[names.indexOf(name)]);
    return {
      successful: value('SuccessfulCall(C)'),
      failed: value('FailedCall(C)'),
      retransmissions: value('Retransmissions(C)'),
    };
  }

  #errors(): string {
    try {
      return readFileSync(`${this.statistics}.errors`, 'utf8');
    } catch {
      return this.program.printed;
    }
  }
}

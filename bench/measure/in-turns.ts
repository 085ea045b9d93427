import type { MeasuredJob, Sample, Timing } from '../load/job';
import type { LoadProcess } from '../processes/load-process';

/** Something to measure: a name, and the load it takes. */
export interface Contender {
  readonly name: string;
  readonly job: (duration: Omit<Timing, 'serverPid'>) => MeasuredJob;
}

/** A contender and what each round has shown of it. */
export interface Measurement {
  readonly name: string;
  readonly samples: readonly Sample[];
}

export const rounds = 9;

export interface Durations {
  /** Of load on each contender, all rounds together. */
  readonly seconds: number;
  /** In milliseconds. */
  readonly longestWarmUp?: number;
}

/** All contenders in each round, so that what else the machine does meanwhile hits all of them alike. */
export async function measureInTurns(
  load: LoadProcess,
  contenders: readonly Contender[],
  { seconds, longestWarmUp = 1800 }: Durations,
): Promise<Measurement[]> {
  for (const contender of contenders) await warmUp(load, contender, longestWarmUp);
  const samples = contenders.map((contender) => ({ ...contender, samples: [] as Sample[] }));
  const duration = (seconds * 1000) / rounds;
  for (let round = 0; round < rounds; round += 1) {
    for (const { job, samples: taken } of samples) taken.push(await load.measure(job({ warmUp: 50, duration })));
  }
  return samples;
}

const enoughRequests = 15_000;
const slice = 300;

/** Until the compiler has done its work, which goes by calls and not by time, or until waiting longer is useless. */
async function warmUp(load: LoadProcess, { job }: Contender, longest: number): Promise<void> {
  let requests = 0;
  for (let passed = 0; passed < longest && requests < enoughRequests; passed += slice) {
    requests += (await load.measure(job({ warmUp: 0, duration: slice }))).requests;
  }
}

import type { Endpoint, Sample } from '../load/job';
import type { LoadProcess } from '../processes/load-process';
import type { OverloadRound } from './overload-share';

/** Calls that are offered, as a multiple of those that the server can do. */
export const overloadFactor = 3;
/** Short and many: what the machine does to one round it does to the slices before and after it as well. */
const rounds = 9;
const warmUpMs = 3000;
const settlingMs = 300;
const job = { kind: 'sip-calls', extension: 'direct', hangsUp: false, inFlight: 64 } as const;

export interface PressedServer {
  readonly server: Endpoint;
  readonly pid: number | undefined;
}

/**
 * Presses two servers in turns, one that refuses nothing with as much as it can do and one with the control of overload with
 * more than that. Each slice of the second stands between two of the first.
 */
export class OverloadBench {
  constructor(
    private readonly load: LoadProcess,
    private readonly servers: { readonly unlimited: PressedServer; readonly careful: PressedServer },
  ) {}

  /** Both servers have done calls before; refusals are new to the second. */
  async run(seconds: number): Promise<readonly OverloadRound[]> {
    const duration = (seconds * 1000) / rounds;
    await this.#overload(await this.#peak(duration), warmUpMs);
    const results: OverloadRound[] = [];
    let before = await this.#peak(duration);
    for (let round = 0; round < rounds; round += 1) {
      const sample = await this.#overload(before, duration);
      const after = await this.#peak(duration);
      results.push({ before, sample, after });
      before = after;
    }
    return results;
  }

  #peak(duration: number): Promise<Sample> {
    const { server, pid: serverPid } = this.servers.unlimited;
    return this.load.measure({ ...job, warmUp: settlingMs, duration, serverPid, server });
  }

  #overload({ requests, seconds }: Sample, duration: number): Promise<Sample> {
    const { server, pid: serverPid } = this.servers.careful;
    const rate = Math.round((overloadFactor * requests) / seconds);
    return this.load.measure({ ...job, warmUp: settlingMs, duration, serverPid, server, rate });
  }
}

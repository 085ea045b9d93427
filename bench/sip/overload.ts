import type { Endpoint, Sample } from '../load/job';
import type { LoadProcess } from '../processes/load-process';
import type { OverloadRound } from './overload-share';

/** Calls that are offered, as a multiple of those that the server can do. */
export const overloadFactor = 3;
/** Short and many: what the machine does to one round it does to the slices before and after it as well. */
const rounds = 9;
const warmUpMs = 3000;
const settlingMs = 300;
/** With twice as many a slow machine refuses some of them, and the peak is not higher. */
const job = { kind: 'sip-calls', extension: 'direct', hangsUp: false, inFlight: 32 } as const;

export interface PressedServer {
  readonly server: Endpoint;
  readonly pid: number | undefined;
}

/**
 * Presses a server with as much as it can do and with more than that, in turns. It is one process, because two of the same
 * program differ, and each slice of overload stands between two at the peak.
 */
export class OverloadBench {
  constructor(
    private readonly load: LoadProcess,
    private readonly pressed: PressedServer,
  ) {}

  /** The server has done calls before; refusals are new to it. */
  async run(seconds: number): Promise<readonly OverloadRound[]> {
    const duration = (seconds * 1000) / rounds;
    await this.#overload(await this.#press(duration), warmUpMs);
    const results: OverloadRound[] = [];
    let before = await this.#press(duration);
    for (let round = 0; round < rounds; round += 1) {
      const sample = await this.#overload(before, duration);
      const after = await this.#press(duration);
      results.push({ before, sample, after });
      before = after;
    }
    return results;
  }

  #overload({ requests, seconds }: Sample, duration: number): Promise<Sample> {
    return this.#press(duration, { rate: Math.round((overloadFactor * requests) / seconds) });
  }

  #press(duration: number, more: { readonly rate?: number } = {}): Promise<Sample> {
    const { server, pid: serverPid } = this.pressed;
    return this.load.measure({ ...job, warmUp: settlingMs, duration, serverPid, server, ...more });
  }
}

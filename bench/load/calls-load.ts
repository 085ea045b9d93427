import { CallLine } from './call-line';
import type { CallMessage } from './call-message';
import type { CallPlan, CallsJob, Sample } from './job';
import { measured, Meter } from './meter';

/** Keeps a number of calls in flight; measures from the request for a call to its arrival in the application. */
export async function runCallsLoad(job: CallsJob): Promise<Sample> {
  const meter = new Meter(job);
  const traffic = new Traffic(job, meter);
  const line = await CallLine.open(job, (message) => traffic.take(message));
  try {
    traffic.start({ placing: line, application: line });
    const sample = await measured(job, meter, line.failed);
    await Promise.race([traffic.end(), line.failed]);
    return sample;
  } finally {
    line.close();
  }
}

const channelsOfCall = 2;
const timeoutMs = 10_000;

/** Where calls are placed, and where their application hears of them and hangs them up. */
export interface Lines {
  readonly placing: Pick<CallLine, 'originate' | 'flush'>;
  readonly application: Pick<CallLine, 'hangUp' | 'flush'>;
}

/** The calls that are on their way. A number is used again only after all others: its channels are long gone then. */
export class Traffic {
  readonly #free: number[];
  readonly #placed: Float64Array;
  readonly #channels: Uint8Array;
  #lines: Lines | undefined;
  #ended: (() => void) | undefined;

  constructor(
    private readonly job: CallPlan,
    private readonly meter: Meter,
  ) {
    this.#free = job.scripts.map((_, call) => call);
    this.#placed = new Float64Array(job.scripts.length);
    this.#channels = new Uint8Array(job.scripts.length);
  }

  start(lines: Lines): void {
    this.#lines = lines;
    for (let count = 0; count < this.job.inFlight; count += 1) this.#place();
    lines.placing.flush();
  }

  take(message: CallMessage): void {
    if (message.kind !== 'answer') this.meter.hear();
    if (message.kind === 'arrived') this.#arrived(message.call);
    else if (message.kind === 'channel-gone') this.#channelGone(message.call);
  }

  /** Lets the calls that are on their way come to their end. */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`${this.#inFlight} calls did not end within ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      this.#ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  get #inFlight(): number {
    return this.job.scripts.length - this.#free.length;
  }

  #place(): void {
    const call = this.#free.shift();
    if (call === undefined) throw new Error('more calls are in flight than there are numbers for');
    this.#placed[call] = performance.now();
    this.#channels[call] = channelsOfCall;
    this.#lines?.placing.originate(call);
  }

  #arrived(call: number): void {
    this.meter.record(performance.now() - (this.#placed[call] ?? NaN));
    this.#lines?.application.hangUp(call);
  }

  #channelGone(call: number): void {
    const left = (this.#channels[call] ?? 0) - 1;
    this.#channels[call] = left;
    if (left > 0) return;
    this.#free.push(call);
    if (this.#ended === undefined) this.#place();
    else if (this.#inFlight === 0) this.#ended();
  }
}

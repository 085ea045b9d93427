import { CallLine } from './call-line';
import type { CallMessage } from './call-message';
import type { CallsJob, Sample } from './job';
import { measured, Meter } from './meter';

/** Keeps a number of calls in flight; measures from the request for a call to its arrival in the application. */
export async function runCallsLoad(job: CallsJob): Promise<Sample> {
  const meter = new Meter(job.serverPid);
  const traffic = new Traffic(job, meter);
  const line = await CallLine.open(job, (message, present) => traffic.take(message, present));
  try {
    traffic.start(line);
    const sample = await measured(job, meter, line.failed);
    await Promise.race([traffic.end(), line.failed]);
    return sample;
  } finally {
    line.close();
  }
}

const channelsOfCall = 2;
const timeoutMs = 10_000;

/** The calls that are on their way. A number is used again only after all others: its channels are long gone then. */
class Traffic {
  readonly #free: number[];
  readonly #placed: Float64Array;
  readonly #channels: Uint8Array;
  #ended: (() => void) | undefined;

  constructor(
    private readonly job: CallsJob,
    private readonly meter: Meter,
  ) {
    this.#free = job.scripts.map((_, call) => call);
    this.#placed = new Float64Array(job.scripts.length);
    this.#channels = new Uint8Array(job.scripts.length);
  }

  start(line: CallLine): void {
    for (let count = 0; count < this.job.inFlight; count += 1) this.#place(line);
    line.flush();
  }

  take(message: CallMessage, line: CallLine): void {
    if (message.kind !== 'answer') this.meter.hear();
    if (message.kind === 'arrived') this.#arrived(message.call, line);
    else if (message.kind === 'channel-gone') this.#channelGone(message.call, line);
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

  #place(line: CallLine): void {
    const call = this.#free.shift();
    if (call === undefined) throw new Error('more calls are in flight than there are numbers for');
    this.#placed[call] = performance.now();
    this.#channels[call] = channelsOfCall;
    line.originate(call);
  }

  #arrived(call: number, line: CallLine): void {
    this.meter.record(performance.now() - (this.#placed[call] ?? NaN));
    line.hangUp(call);
  }

  #channelGone(call: number, line: CallLine): void {
    const left = (this.#channels[call] ?? 0) - 1;
    this.#channels[call] = left;
    if (left > 0) return;
    this.#free.push(call);
    if (this.#ended === undefined) this.#place(line);
    else if (this.#inFlight === 0) this.#ended();
  }
}

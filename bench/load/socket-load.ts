import { failureSignal } from './failure';
import { FrameRing } from './frame-ring';
import type { Sample, SocketJob } from './job';
import { measured, Meter } from './meter';
import { WebSocketClient } from './websocket';

/** Keeps a number of requests in flight on one websocket: one request goes out for each answer that comes. */
export async function runSocketLoad(job: SocketJob): Promise<Sample> {
  const meter = new Meter(job);
  const { failed, fail } = failureSignal();
  const flight = new Flight(job, meter);
  const client = await WebSocketClient.open({
    endpoint: job.endpoint,
    upgrade: job.upgrade,
    onMessage: () => flight.landed(),
    onBatch: () => flight.refill(client),
    onFailure: fail,
  });
  try {
    flight.start(client);
    return await measured(job, meter, failed);
  } finally {
    client.close();
  }
}

/** The requests that are on their way. Answers are taken to come in the order of the requests. */
class Flight {
  readonly #frames: FrameRing;
  readonly #sent: Float64Array;
  #oldest = 0;
  #landed = 0;

  constructor(
    private readonly job: SocketJob,
    private readonly meter: Meter,
  ) {
    this.#frames = new FrameRing(job.messages);
    this.#sent = new Float64Array(job.inFlight);
  }

  start(client: WebSocketClient): void {
    this.#sent.fill(performance.now());
    client.write(this.#frames.take(this.job.inFlight));
  }

  landed(): void {
    this.#landed += 1;
  }

  refill(client: WebSocketClient): void {
    const count = this.#landed;
    if (count === 0) return;
    const now = performance.now();
    for (let index = 0; index < count; index += 1) {
      this.meter.record(now - (this.#sent[this.#oldest] ?? NaN));
      this.#sent[this.#oldest] = now;
      this.#oldest = (this.#oldest + 1) % this.job.inFlight;
    }
    this.#landed = 0;
    client.write(this.#frames.take(count));
  }
}

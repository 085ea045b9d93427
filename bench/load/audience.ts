import { Connection } from './connection';
import { failureSignal } from './failure';
import type { FailureSignal } from './failure';
import { HttpResponses } from './http-responses';
import type { AudienceJob, Endpoint, Listener, PublishJob, Sample } from './job';
import { measured, Meter } from './meter';
import { WebSocketClient } from './websocket';
import { clientFrame, opcodes } from './websocket-frames';

/** Many event sockets, each subscribed to something, and one connection by which something happens. */
export class Audience {
  readonly #failure: FailureSignal = failureSignal();
  readonly #clients: WebSocketClient[] = [];
  #onHeard: (payload: Buffer) => void = () => undefined;

  static async open({ endpoint, listeners }: AudienceJob): Promise<Audience> {
    const audience = new Audience();
    // One after the other: this is preparation, and a burst of a thousand handshakes proves nothing here.
    for (const [index, listener] of listeners.entries()) {
      await audience.#admit(endpoint, listener).catch((error: Error) => {
        audience.close();
        throw new Error(`socket ${index + 1} of ${listeners.length} could not be opened: ${error.message}`);
      });
    }
    return audience;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  /** One change at a time: the next one when all sockets have received the last one and its request is answered. */
  async publish(job: PublishJob): Promise<Sample> {
    const meter = new Meter(job);
    const round = new Round(job, meter);
    const responses = new HttpResponses();
    const connection = await Connection.open({
      endpoint: job.endpoint,
      onData: (bytes) => round.answered(responses.take(bytes)),
      onFailure: this.#failure.fail,
    });
    this.#onHeard = () => round.heard();
    try {
      round.start(connection);
      const sample = await measured(job, meter, this.#failure.failed);
      await round.end();
      return sample;
    } finally {
      this.#onHeard = () => undefined;
      connection.close();
    }
  }

  async #admit(endpoint: Endpoint, { upgrade, subscribe }: Listener): Promise<void> {
    const client = await WebSocketClient.open({
      endpoint,
      upgrade,
      onMessage: (payload) => this.#onHeard(payload),
      onFailure: this.#failure.fail,
    });
    this.#clients.push(client);
    if (subscribe === '') return;
    const answer = new Promise<string>((resolve) => {
      this.#onHeard = (payload) => resolve(payload.toString('utf8'));
    });
    client.write(clientFrame(opcodes.text, Buffer.from(subscribe)));
    const text = await Promise.race([answer, this.#failure.failed]);
    if (!/"status_code": ?200\b/.test(text)) throw new Error(`the subscription was refused: ${text}`);
  }
}

const timeoutMs = 5000;

/** One change after the other, and what is still missing of the present one. */
class Round {
  readonly #requests: readonly Buffer[];
  #connection: Connection | undefined;
  #count = 0;
  #missing = 0;
  #sent = 0;
  #ended: (() => void) | undefined;

  constructor(
    private readonly job: PublishJob,
    private readonly meter: Meter,
  ) {
    this.#requests = job.requests.map((request) => Buffer.from(request, 'latin1'));
  }

  start(connection: Connection): void {
    this.#connection = connection;
    this.#next();
  }

  answered(count: number): void {
    for (let index = 0; index < count; index += 1) this.heard();
  }

  heard(): void {
    this.#missing -= 1;
    if (this.#missing > 0) return;
    this.meter.record(performance.now() - this.#sent);
    // A round ends where it began, so that the next job's first request is a change again.
    if (this.#ended !== undefined && this.#count % this.#requests.length === 0) this.#ended();
    else this.#next();
  }

  /** Lets the last change be heard by everyone, so that the next job starts in silence. */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`${this.#missing} deliveries did not arrive within ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      this.#ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #next(): void {
    this.#missing = this.job.deliveries + 1;
    this.#sent = performance.now();
    const request = this.#requests[this.#count % this.#requests.length];
    this.#count += 1;
    if (request !== undefined) this.#connection?.write(request);
  }
}

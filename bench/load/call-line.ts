import type { CallMessage } from './call-message';
import { readCallMessage } from './call-message';
import { failureSignal } from './failure';
import type { CallPlan } from './job';
import { WebSocketClient } from './websocket';
import { clientFrame, opcodes } from './websocket-frames';

/** The frames of a call, ready to be sent. */
interface CallFrames {
  readonly originate: Buffer;
  readonly hangUp: Buffer;
}

/** An event socket over which calls are placed and hung up. What is asked for during one read leaves in one write. */
export class CallLine {
  readonly #calls: readonly CallFrames[];
  readonly #failure = failureSignal();
  readonly #outgoing: Buffer[] = [];
  #client: WebSocketClient | undefined;

  private constructor(plan: CallPlan) {
    const frame = (message: string): Buffer => clientFrame(opcodes.text, Buffer.from(message));
    this.#calls = plan.scripts.map(({ originate, hangUp }) => ({ originate: frame(originate), hangUp: frame(hangUp) }));
  }

  /** `onMessage` is told of each message, and may ask for more; `onBatch` of the end of a read. */
  static async open(
    plan: CallPlan,
    onMessage: (message: CallMessage, line: CallLine) => void,
    onBatch: () => void = () => undefined,
  ): Promise<CallLine> {
    const line = new CallLine(plan);
    line.#client = await WebSocketClient.open({
      endpoint: plan.endpoint,
      upgrade: plan.upgrade,
      onMessage: (payload) => onMessage(readCallMessage(payload, plan.idPrefix), line),
      onBatch: () => {
        line.flush();
        onBatch();
      },
      onFailure: line.#failure.fail,
    });
    return line;
  }

  get failed(): Promise<never> {
    return this.#failure.failed;
  }

  originate(call: number): void {
    this.#send(this.#calls[call]?.originate);
  }

  hangUp(call: number): void {
    this.#send(this.#calls[call]?.hangUp);
  }

  flush(): void {
    if (this.#outgoing.length > 0) this.#client?.write(Buffer.concat(this.#outgoing.splice(0)));
  }

  close(): void {
    this.#client?.close();
  }

  #send(frame: Buffer | undefined): void {
    if (frame === undefined) throw new Error('the server reports a call that was not placed');
    this.#outgoing.push(frame);
  }
}

import { CallLine } from './call-line';
import type { CallMessage } from './call-message';
import type { CallPlan } from './job';

const channelsOfCall = 2;

/** Calls that have arrived in an application and stay there until they are released. */
export class HeldCalls {
  readonly #line: CallLine;
  #onMessage: (message: CallMessage) => void = () => undefined;

  private constructor(
    private readonly plan: CallPlan,
    line: CallLine,
  ) {
    this.#line = line;
  }

  /** Places all calls of the plan. */
  static async open(plan: CallPlan): Promise<HeldCalls> {
    const line: CallLine = await CallLine.open(plan, (message) => held.#onMessage(message));
    const held = new HeldCalls(plan, line);
    await held.#forEach((call) => line.originate(call), { until: 'arrived', times: 1 });
    return held;
  }

  /** Hangs up all of them. */
  async release(): Promise<void> {
    await this.#forEach((call) => this.#line.hangUp(call), { until: 'channel-gone', times: channelsOfCall });
    this.close();
  }

  close(): void {
    this.#line.close();
  }

  /** A few at a time; the next one when the server has told what it is expected to. */
  async #forEach(
    ask: (call: number) => void,
    { until, times }: { readonly until: CallMessage['kind']; readonly times: number },
  ): Promise<void> {
    const { inFlight, scripts } = this.plan;
    let [asked, told] = [0, 0];
    const next = (): void => {
      if (asked < scripts.length) ask(asked);
      asked += 1;
    };
    const done = new Promise<void>((resolve) => {
      this.#onMessage = ({ kind }) => {
        if (kind !== until) return;
        told += 1;
        if (told % times === 0) next();
        if (told === scripts.length * times) resolve();
      };
    });
    for (let count = 0; count < inFlight; count += 1) next();
    this.#line.flush();
    await Promise.race([done, this.#line.failed]);
  }
}

import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import type { Placeholders } from '../compare/placeholders';
import type { EventStep, JsonObject, Trace } from '../recording/trace';

/** What has happened in a replay until now, and what the recording says. */
export class Transcript {
  readonly #exchanges = new Map<string, Exchange>();
  #inOrder: readonly Exchange[] | undefined;
  /** All recorded events, those to come included. */
  readonly recorded: readonly EventStep[];
  readonly #received: { readonly ws: string; readonly event: JsonObject }[] = [];

  constructor(
    readonly trace: Trace,
    readonly placeholders: Placeholders,
  ) {
    this.recorded = trace.steps.filter((step) => step.kind === 'event');
  }

  /** In their order. */
  get exchanges(): readonly Exchange[] {
    this.#inOrder ??= [...this.#exchanges.values()];
    return this.#inOrder;
  }

  get received(): readonly { readonly ws: string; readonly event: JsonObject }[] {
    return this.#received;
  }

  add(exchange: Exchange): void {
    this.#exchanges.set(exchange.key, exchange);
    this.#inOrder = undefined;
  }

  receive(ws: string, event: JsonObject): void {
    this.#received.push({ ws, event });
  }

  exchangeOf({ exchange }: Difference): Exchange | undefined {
    return exchange === undefined ? undefined : this.#exchanges.get(exchange);
  }

  /** The exchanges before this one. */
  before({ key }: Exchange): readonly Exchange[] {
    const all = this.exchanges;
    return all.slice(
      0,
      all.findIndex((one) => one.key === key),
    );
  }
}

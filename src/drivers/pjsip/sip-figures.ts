import { methods } from '../../sip/message/methods';
import { isKnownStatus } from '../../sip/message/status';

const known: ReadonlySet<string> = new Set(methods);

/** One figure among those of the same name. */
export interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counts what the stack sends and receives. What peers make up does not make figures of its own. */
export class SipFigures {
  readonly #requests = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  #sentAgain = 0;
  #receivedAgain = 0;

  answered(direction: 'in' | 'out', method: string, status: number): void {
    const name = known.has(method) ? method : 'other';
    const code = isKnownStatus(status) ? String(status) : `${Math.floor(status / 100)}xx`;
    const key = `${direction} ${name} ${code}`;
    const entry = this.#requests.get(key);
    if (entry === undefined) this.#requests.set(key, { labels: { direction, method: name, status: code }, value: 1 });
    else entry.value += 1;
  }

  sent(isRepeated: boolean): void {
    if (isRepeated) this.#sentAgain += 1;
  }

  receivedAgain(): void {
    this.#receivedAgain += 1;
  }

  /** Requests that have their final answer. */
  get requests(): readonly LabelledFigure[] {
    return [...this.#requests.values()];
  }

  get retransmissions(): readonly LabelledFigure[] {
    return [
      { labels: { direction: 'in' }, value: this.#receivedAgain },
      { labels: { direction: 'out' }, value: this.#sentAgain },
    ];
  }
}

import { methods } from '../../sip/message/methods';
import { isKnownStatus } from '../../sip/message/status';

const known: ReadonlySet<string> = new Set(methods);

/** One figure among those of the same name. */
export interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Figure extends LabelledFigure {
  value: number;
}

interface LastAnswer {
  readonly direction: 'in' | 'out';
  readonly method: string;
  readonly status: number;
  readonly figure: Figure;
}

/** Counts what the stack sends and receives. What peers make up does not make figures of its own. */
export class SipFigures {
  readonly #requests = new Map<string, Figure>();
  #last: LastAnswer | undefined;
  #sentAgain = 0;
  #receivedAgain = 0;

  answered(direction: 'in' | 'out', method: string, status: number): void {
    const last = this.#last;
    // Mostly the same again, in overload above all.
    if (last?.status === status && last.method === method && last.direction === direction) last.figure.value += 1;
    else this.#last = { direction, method, status, figure: this.#count(direction, method, status) };
  }

  #count(direction: 'in' | 'out', method: string, status: number): Figure {
    const name = known.has(method) ? method : 'other';
    const code = isKnownStatus(status) ? String(status) : `${Math.floor(status / 100)}xx`;
    const key = `${direction} ${name} ${code}`;
    const figure = this.#requests.get(key) ?? { labels: { direction, method: name, status: code }, value: 0 };
    this.#requests.set(key, figure);
    figure.value += 1;
    return figure;
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

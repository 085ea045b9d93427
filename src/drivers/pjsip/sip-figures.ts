import { methods } from '../../sip/message/methods';
import { isKnownStatus } from '../../sip/message/status';

/** One figure among those of the same name. */
export interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Figure extends LabelledFigure {
  value: number;
}

/** The figures of a method in one direction. */
interface MethodFigures {
  /** As it is labelled. */
  readonly method: string;
  readonly byStatus: Map<number, Figure>;
}

const otherMethods = 'other';

function figuresByMethod(): ReadonlyMap<string, MethodFigures> {
  return new Map([...methods, otherMethods].map((method) => [method, { method, byStatus: new Map() }]));
}

/** Counts what the stack sends and receives. What peers make up does not make figures of its own. */
export class SipFigures {
  /** In the order in which they came up. */
  readonly #requests: Figure[] = [];
  readonly #byMethod = { in: figuresByMethod(), out: figuresByMethod() };
  #sentAgain = 0;
  #receivedAgain = 0;

  answered(direction: 'in' | 'out', method: string, status: number): void {
    const byMethod = this.#byMethod[direction];
    const figures = byMethod.get(method) ?? byMethod.get(otherMethods);
    if (figures === undefined) return;
    const figure = figures.byStatus.get(status) ?? this.#add(direction, figures, status);
    figure.value += 1;
  }

  /** Statuses without a meaning of their own share a figure with those of their class. */
  #add(direction: 'in' | 'out', { method, byStatus }: MethodFigures, status: number): Figure {
    const code = isKnownStatus(status) ? String(status) : `${Math.floor(status / 100)}xx`;
    const known = [...byStatus.values()].find(({ labels }) => labels['status'] === code);
    const figure = known ?? { labels: { direction, method, status: code }, value: 0 };
    if (known === undefined) this.#requests.push(figure);
    byStatus.set(status, figure);
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
    return this.#requests.slice();
  }

  get retransmissions(): readonly LabelledFigure[] {
    return [
      { labels: { direction: 'in' }, value: this.#receivedAgain },
      { labels: { direction: 'out' }, value: this.#sentAgain },
    ];
  }
}

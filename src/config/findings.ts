import { formatPlace } from './problem';
import type { Place, Problem } from './problem';

/** What reading the configuration brings to light besides its values. Any problem means that the server does not start. */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #notices: string[] = [];
  readonly #unused = new Map<string, Set<string>>();

  problem({ file, line }: Place, message: string, hint: string): void {
    this.#problems.push({ file, line, message, hint });
  }

  notice(place: Place, text: string): void {
    this.#notices.push(`${formatPlace(place)}: ${text}`);
  }

  /** An option of the reference server that has no effect here. All of a file share one notice. */
  unused(file: string, what: string): void {
    this.#unused.set(file, (this.#unused.get(file) ?? new Set()).add(what));
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get notices(): readonly string[] {
    const unused = [...this.#unused].map(([file, names]) => `${file}: without effect here: ${[...names].join(', ')}`);
    return [...this.#notices, ...unused];
  }
}

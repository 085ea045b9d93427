import { withoutEffect } from './ignored';
import type { Ignored } from './ignored';
import { formatPlace } from './problem';
import type { Place, Problem } from './problem';

/**
 * What reading the configuration brings to light besides its values. A problem means that the server does not start.
 * What only this server does not know is ignored; what would change calls, users or security if it were is a problem.
 */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #notices: string[] = [];
  readonly #ignored: Ignored[] = [];

  problem({ file, line }: Place, message: string, hint: string): void {
    this.#problems.push({ file, line, message, hint });
  }

  /** Something to know that stops nothing and is in force as it is written. */
  notice(place: Place, text: string): void {
    this.#notices.push(`${formatPlace(place)}: ${text}`);
  }

  /** Something that is left out. */
  ignore({ file, line }: Place, what: string, why: string): void {
    this.#ignored.push({ file, line, what, why });
  }

  /** An option or section of existing servers that has no effect here. */
  unused(place: Place, what: string): void {
    this.ignore(place, what, withoutEffect);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get notices(): readonly string[] {
    return this.#notices;
  }

  get ignored(): readonly Ignored[] {
    return this.#ignored;
  }
}

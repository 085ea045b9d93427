import { withoutEffect } from './ignored';
import type { Ignored } from './ignored';
import { formatPlace } from './problem';
import type { Place, Problem } from './problem';

/**
 * The problems, notices and ignored settings found while reading the configuration. A problem prevents the start.
 * Settings that this server does not know are ignored; those that would change calls, users or security if ignored
 * are problems.
 */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #notices: string[] = [];
  readonly #ignored: Ignored[] = [];

  problem({ file, line }: Place, message: string, hint: string): void {
    this.#problems.push({ file, line, message, hint });
  }

  /** A setting that is in force as written and does not prevent the start. */
  notice(place: Place, text: string): void {
    this.#notices.push(`${formatPlace(place)}: ${text}`);
  }

  /** A setting that is ignored. */
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

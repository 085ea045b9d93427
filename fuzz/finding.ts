/** Something the server should not have done, and how to make it do it again. */
export interface Finding {
  readonly where: 'request' | 'frame' | 'server';
  /** Number of the case within the run. */
  readonly index: number;
  readonly reasons: readonly string[];
  /** The case, made as small as could be done. */
  readonly shown: string;
}

/** Collects findings; one cause that shows in a thousand cases is reported once. */
export class Findings {
  readonly #byCause = new Map<string, Finding>();

  constructor(private readonly limit: number) {}

  get all(): readonly Finding[] {
    return [...this.#byCause.values()];
  }

  get isFull(): boolean {
    return this.#byCause.size >= this.limit;
  }

  isNews(cause: string): boolean {
    return !this.isFull && !this.#byCause.has(cause);
  }

  add(cause: string, finding: Finding): void {
    if (this.isNews(cause)) this.#byCause.set(cause, finding);
  }

  /** Replaces a case by a smaller one with the same effect. */
  improve(cause: string, shown: string): void {
    const known = this.#byCause.get(cause);
    if (known !== undefined) this.#byCause.set(cause, { ...known, shown });
  }
}

/** Numbers, names and values differ from case to case; what is left tells one cause from another. */
export function causeOf(place: string, reasons: readonly string[]): string {
  return `${place} ${(reasons[0] ?? '').replaceAll(/\d{4,}|'[^']*'|"[^"]*"/g, '…').slice(0, 120)}`;
}

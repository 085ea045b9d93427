/** A problem of the spec: its place, what is wrong, and the correction. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  /** JSON pointer (RFC 6901) of the place inside the file. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

/** `api-docs/x.json:12 #/apis/0/path: message; hint` */
export function formatProblem({ file, line, pointer, message, hint }: Problem): string {
  return `${file}:${line} #${pointer}: ${message}; ${hint}`;
}

export function formatProblems(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [...problems.map(formatProblem), `${count} in the spec`].join('\n');
}

/** Thrown for an invalid spec; carries every problem found, not only the first. */
export class SpecError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(formatProblems(problems));
  }
}

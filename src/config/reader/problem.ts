/** Where something stands. Flags and environment variables have a name but no line. */
export interface Place {
  readonly file: string;
  readonly line?: number | undefined;
}

/** A line of a file. */
export interface Position extends Place {
  readonly line: number;
}

/** Something wrong in the configuration: where it stands, what is wrong, and what would be right. */
export interface Problem extends Place {
  readonly message: string;
  readonly hint: string;
}

/** `config/ari.conf:12: what is wrong; what would be right` */
export function formatProblem({ message, hint, ...place }: Problem): string {
  return `${formatPlace(place)}: ${message}; ${hint}`;
}

export function formatPlace({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

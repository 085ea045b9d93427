/** The place of a setting. Flags and environment variables have a name but no line. */
export interface Place {
  readonly file: string;
  readonly line?: number | undefined;
}

/** A line of a file. */
export interface Position extends Place {
  readonly line: number;
}

/** A problem of the configuration: its place, what is wrong, and the remedy. */
export interface Problem extends Place {
  readonly message: string;
  readonly hint: string;
}

/** `config/ari.conf:12: message; hint` */
export function formatProblem({ message, hint, ...place }: Problem): string {
  return `${formatPlace(place)}: ${message}; ${hint}`;
}

export function formatPlace({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

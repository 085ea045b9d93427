/** A recording as dialplans name it, split at its format. */
export interface RecordingFileName {
  readonly name: string;
  readonly format: string;
}

/** Splits at the last dot, or at the last colon as older dialplans have it; undefined when a part is missing. */
export function readFileName(text: string): RecordingFileName | undefined {
  const [, name, format] = /^(.+)[.:]([^./:]+)$/.exec(text.trim()) ?? [];
  return name === undefined || format === undefined ? undefined : { name, format: format.toLowerCase() };
}

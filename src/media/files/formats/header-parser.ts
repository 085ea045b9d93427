/** Properties of a file known before it is read. */
export interface FileFacts {
  readonly path: string;
  /** Bytes at the time of opening. */
  readonly size: number;
}

export interface WantedBytes {
  readonly position: number;
  readonly length: number;
}

/**
 * A parser that requests bytes, independent of how they are read: synchronously for playback, asynchronously for a
 * continued recording. At the end of the file it gets fewer than requested.
 */
export type HeaderParser<Result> = Generator<WantedBytes, Result, Buffer>;

export function parse<Result>(parser: HeaderParser<Result>, read: (wanted: WantedBytes) => Buffer): Result {
  let step = parser.next();
  while (step.done !== true) step = parser.next(read(step.value));
  return step.value;
}

export async function parseByTheWay<Result>(
  parser: HeaderParser<Result>,
  read: (wanted: WantedBytes) => Promise<Buffer>,
): Promise<Result> {
  let step = parser.next();
  while (step.done !== true) step = parser.next(await read(step.value));
  return step.value;
}

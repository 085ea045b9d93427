/** What is known of a file before anything of it is read. */
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
 * A parser that asks for bytes and does not care how they are read: at once for what is played, by the way for what a
 * recording continues. At the end of the file it is given fewer than it asked for.
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

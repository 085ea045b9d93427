/** Why a sound could not be fetched, as a readable reason. */
export class RemoteSoundError extends Error {}

/** What went wrong, in one line; several addresses of one name fail together with an error that has no message. */
export function fetchFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(fetchFailure).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** An address as it may be shown: passwords stand in front of the host, and other secrets behind the question mark. */
export function shownAddress({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/**
 * Something that this server does, but not now. Thrown by handlers; every door answers it with 503, and it is not a
 * fault. The message says what to wait for.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

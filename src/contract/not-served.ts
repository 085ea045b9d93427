/**
 * An operation that this server knows but cannot carry out as it is. Thrown by handlers that have checked everything
 * else first; every door answers it alike, and it is no fault.
 */
export class NotServedError extends Error {
  override readonly name = 'NotServedError';
}

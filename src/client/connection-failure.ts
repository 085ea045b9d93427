/**
 * Why there is no answer:
 * - `unreachable`: no connection could be made, so the server has seen nothing of it.
 * - `dropped`: the connection broke; whether the server acted on the request is unknown.
 * - `timeout`: no answer in time; whether the server acted on the request is unknown.
 * - `closed`: the client itself was closed.
 * - `garbled`: something came back that does not follow the protocol.
 */
export type ConnectionTrouble = 'unreachable' | 'dropped' | 'timeout' | 'closed' | 'garbled';

/** The server's answer is not known. A failure that the server itself reported is an ApiFailure. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';

  constructor(
    readonly trouble: ConnectionTrouble,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a system error says; a failed attempt at several addresses has only a code, no text. */
export function wordsOf(error: unknown): string {
  const { message } = fieldsOf(error);
  return typeof message === 'string' && message !== '' ? message : (codeOf(error) ?? String(error));
}

/** `ECONNRESET` and the like. */
export function codeOf(error: unknown): string | undefined {
  const { code } = fieldsOf(error);
  return typeof code === 'string' ? code : undefined;
}

/** By shape and not by class: errors of the system may come from another realm, as they do under some test runners. */
function fieldsOf(error: unknown): { readonly message?: unknown; readonly code?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}

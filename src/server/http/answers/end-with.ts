import type { Duplex } from 'node:stream';

/**
 * Milliseconds that a peer has to read the last answer on its connection, by the time of the machine: the connection is to
 * go even when the time of a test stands still.
 */
const timeoutMs = 5000;

/** Writes the last answer on a connection that no longer belongs to the HTTP server, and closes it, read or not. */
export function endWith(socket: Duplex, text: string): void {
  const cut = setTimeout(() => socket.destroy(), timeoutMs).unref();
  socket.once('close', () => clearTimeout(cut));
  socket.end(text, () => socket.destroy());
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { within } from '../../test/support/eventually';

export interface RawConnection {
  readonly socket: Socket;
  /** Resolves when the server has closed it or cut it. */
  readonly gone: Promise<void>;
}

/** A TCP connection that reads nothing unless it is told to. */
export async function rawConnection(origin: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  const gone = goneOf(socket);
  await once(socket, 'connect');
  return { socket: socket.pause(), gone };
}

/** Resolves when a connection has ended, also with an error. */
export function goneOf(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.once('close', () => resolve());
  });
}

/**
 * Resolves when the server has closed a connection that is not read. A reset is only noticed when reading or writing,
 * so bytes are sent; the server has to take none of them.
 */
export async function untilCut(socket: Socket, offered: Buffer | string): Promise<void> {
  const gone = goneOf(socket);
  const offer = setInterval(() => {
    if (socket.writableLength === 0) socket.write(offered);
  }, 50);
  try {
    await within(gone, () => 'the server has not cut a connection that reads nothing');
  } finally {
    clearInterval(offer);
    socket.destroy();
  }
}

/** Writes until the other side takes no more, or it is enough; gives the bytes that were taken. */
export async function writeUntilStuck(socket: Socket, chunk: Buffer, most: number): Promise<number> {
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  let before = -1;
  while (!socket.destroyed && taken() < most) {
    while (!socket.destroyed && socket.writableLength < 4 * chunk.length) socket.write(chunk);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (taken() === before) break;
    before = taken();
  }
  return taken();
}

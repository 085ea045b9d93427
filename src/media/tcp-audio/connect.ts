import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { connect as openSocket } from 'node:net';
import type { NetworkPlace } from '../../shared/network/network-place';

/** Milliseconds that each address has to answer. */
const timeoutMs = 2000;

/** Connects to the first address of a place that answers. Throws when none does. */
export async function connect({ host, port }: NetworkPlace): Promise<Socket> {
  const failures: string[] = [];
  for (const { address } of await lookup(host, { all: true })) {
    const tried = await attempt({ host: address, port });
    if (typeof tried !== 'string') return tried;
    failures.push(`${address} ${tried}`);
  }
  throw new Error(`no connection to ${host} port ${port}: ${failures.join(', ')}`);
}

/** A text says why there is none. */
function attempt({ host, port }: NetworkPlace): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = openSocket({ host, port, noDelay: true, keepAlive: true });
    // Audio alone does not keep the process alive.
    socket.unref();
    const timer = setTimeout(
      () => socket.destroy(new Error(`has not answered for ${timeoutMs} ms`)),
      timeoutMs,
    ).unref();
    const failed = (error: Error & { readonly code?: unknown }): void => {
      clearTimeout(timer);
      resolve(typeof error.code === 'string' ? `answers ${error.code}` : error.message);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

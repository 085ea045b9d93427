import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answer that Node has begun or will begin on a connection; there is no public API for it. */
export function responseOn(socket: Duplex): ServerResponse | undefined {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

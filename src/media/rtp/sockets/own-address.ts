import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { NetworkPlace } from '../../../shared/network/network-place';

export type Family = 'udp4' | 'udp6';

/** Milliseconds that an answer counts: calls come from few peers, and to ask costs as much as a port does. */
const lifetime = 1000;
/** Peers that are remembered. */
const mostPeers = 1000;

interface Known {
  readonly own: string;
  readonly until: number;
}

const known = new Map<string, Known>();

/** The address that the system would send from, where that was found out a moment ago. */
export function knownAddressTowards(host: string): string | undefined {
  const remembered = known.get(host);
  return remembered !== undefined && remembered.until > performance.now() ? remembered.own : undefined;
}

/** Finds it out; nothing is sent for that. Throws when there is no way there. */
export async function ownAddressTowards(place: NetworkPlace, family: Family): Promise<string> {
  const own = await ask(place, family);
  if (known.size >= mostPeers) known.clear();
  known.set(place.host, { own, until: performance.now() + lifetime });
  return own;
}

async function ask({ host, port }: NetworkPlace, family: Family): Promise<string> {
  const socket = createSocket(family);
  try {
    socket.connect(port, host);
    await once(socket, 'connect');
    return socket.address().address;
  } finally {
    socket.close();
  }
}

import type { RemoteInfo, Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { NetworkPlace } from '../../shared/network-place';

export interface RtpSocketsWish {
  readonly remote: NetworkPlace;
  readonly ports: { readonly first: number; readonly last: number };
  readonly random: () => number;
}

/** `from` is `<address>:<port>`. */
export type Arrival = (bytes: Uint8Array, from: string) => void;

type Family = 'udp4' | 'udp6';

interface Remote {
  readonly address: string;
  readonly port: number;
  readonly family: Family;
}

/** A port for packets of audio, and the next one for reports about them, both towards one place. */
export class RtpSockets {
  /** Where packets are expected from. */
  readonly expected: string;

  private constructor(
    readonly local: NetworkPlace,
    private readonly remote: Remote,
    private readonly sockets: { readonly audio: Socket; readonly reports: Socket },
  ) {
    this.expected = `${remote.address}:${remote.port}`;
    // What the network refuses is lost like anything else on the way: it comes again, or the call ends otherwise.
    for (const socket of [sockets.audio, sockets.reports]) socket.on('error', () => undefined);
  }

  /** Throws when there is no way to that place, or no port is free. */
  static async open({ remote: { host, port }, ports, random }: RtpSocketsWish): Promise<RtpSockets> {
    const { address, family } = await lookup(host);
    const remote: Remote = { address, port, family: family === 6 ? 'udp6' : 'udp4' };
    const ownAddress = await addressTowards(remote);
    for (const own of portsToTry(ports, random)) {
      const sockets = await bindBoth({ host: ownAddress, port: own }, remote.family);
      if (sockets !== undefined) return new RtpSockets({ host: ownAddress, port: own }, remote, sockets);
    }
    throw new Error(`no port from ${ports.first} to ${ports.last} is free for audio`);
  }

  onAudio(listener: Arrival): void {
    this.sockets.audio.on('message', (bytes, from) => listener(bytes, placeOf(from)));
  }

  onReport(listener: Arrival): void {
    this.sockets.reports.on('message', (bytes, from) => listener(bytes, placeOf(from)));
  }

  sendAudio(bytes: Uint8Array): void {
    this.sockets.audio.send(bytes, this.remote.port, this.remote.address);
  }

  /** Whoever has the last port there is gets none. */
  sendReport(bytes: Uint8Array, sent: () => void = () => undefined): void {
    const port = this.remote.port + 1;
    if (port > highestPort) return sent();
    this.sockets.reports.send(bytes, port, this.remote.address, sent);
  }

  /** Closes when the last report is on its way: a socket that is closed forgets what it was about to send. Once. */
  closeAfter(report: Uint8Array): void {
    this.sockets.audio.close();
    this.sendReport(report, () => this.sockets.reports.close());
  }

  close(): void {
    this.sockets.audio.close();
    this.sockets.reports.close();
  }
}

function placeOf({ address, port }: RemoteInfo): string {
  return `${address}:${port}`;
}

/** The address that the system would send from; nothing is sent to find out. */
async function addressTowards({ address, port, family }: Remote): Promise<string> {
  const socket = createSocket(family);
  try {
    socket.connect(port, address);
    await once(socket, 'connect');
    return socket.address().address;
  } finally {
    socket.close();
  }
}

const highestPort = 65_535;
const mostTries = 100;

/** Even ones, from anywhere in the range on: not the ones that were in use a moment ago. */
function portsToTry({ first, last }: RtpSocketsWish['ports'], random: () => number): number[] {
  const lowest = first + (first % 2);
  const count = Math.max(0, Math.floor((last - lowest) / 2) + 1);
  const start = Math.floor(random() * count);
  return Array.from({ length: Math.min(count, mostTries) }, (_, index) => lowest + 2 * ((start + index) % count));
}

/** Undefined when one of the two ports is taken. */
async function bindBoth(
  { host, port }: NetworkPlace,
  family: Family,
): Promise<{ readonly audio: Socket; readonly reports: Socket } | undefined> {
  const [audio, reports] = [createSocket(family), createSocket(family)];
  try {
    await bound(audio, { host, port });
    await bound(reports, { host, port: port + 1 });
    return { audio, reports };
  } catch (error) {
    audio.close();
    reports.close();
    if ((error as { readonly code?: unknown }).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function bound(socket: Socket, { host, port }: NetworkPlace): Promise<void> {
  socket.bind({ address: host, port, exclusive: true });
  await once(socket, 'listening');
}

import type { RemoteInfo, Socket, SocketOptions } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { Family } from './own-address';
import type { Origin } from './sender-gate';
import { isIP } from '../../../shared/network/ip-version';

export type Arrival = (bytes: Uint8Array, from: Origin) => void;

/** Where this server itself waits for packets: `<address>:<port>`. */
const ownPlaces = new Set<string>();

/** Whether a port is one of our own: audio that is sent there would loop. */
export function isOwnPlace({ host, port }: NetworkPlace): boolean {
  return ownPlaces.has(`${host}:${port}`);
}

/** Two bound sockets: a port for packets of audio, and the next one for reports about them. They serve one call after the other. */
export class SocketPair {
  onAudio: Arrival | undefined;
  onReport: Arrival | undefined;

  private constructor(
    /** The port is that of the first one. */
    readonly local: NetworkPlace,
    readonly audio: Socket,
    readonly reports: Socket,
  ) {
    audio.on('message', (bytes: Uint8Array, from: RemoteInfo) => this.onAudio?.(bytes, from));
    reports.on('message', (bytes: Uint8Array, from: RemoteInfo) => this.onReport?.(bytes, from));
    keep(local, audio);
    keep({ ...local, port: local.port + 1 }, reports);
    // Network errors count as packet loss; the call ends by other means if they persist.
    for (const socket of [audio, reports]) socket.on('error', () => undefined);
  }

  /** Undefined when one of the two ports is taken. */
  static async bind(place: NetworkPlace, type: Family): Promise<SocketPair | undefined> {
    const { host, port } = place;
    const [audio, reports] = [createSocket({ type, lookup: asItIs }), createSocket({ type, lookup: asItIs })];
    try {
      await bound(audio, { host, port });
      await bound(reports, { host, port: port + 1 });
      return new SocketPair(place, audio, reports);
    } catch (error) {
      audio.close();
      reports.close();
      if ((error as { readonly code?: unknown }).code === 'EADDRINUSE') return undefined;
      throw error;
    }
  }

  /** Packets reach no call from now on. */
  fallSilent(): void {
    this.onAudio = undefined;
    this.onReport = undefined;
  }

  /** Once. */
  close(): void {
    this.audio.close();
    this.reports.close();
  }
}

/** Until the socket is closed, no leg may send there. */
function keep({ host, port }: NetworkPlace, socket: Socket): void {
  const place = `${host}:${port}`;
  ownPlaces.add(place);
  socket.once('close', () => ownPlaces.delete(place));
}

/**
 * There are only addresses to look up. The usual function takes a turn of the loop for that, with every packet: a third
 * of what it costs to send one.
 */
const asItIs: NonNullable<SocketOptions['lookup']> = (address, _options, callback) =>
  callback(null, address, isIP(address));

function bound(socket: Socket, { host, port }: NetworkPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

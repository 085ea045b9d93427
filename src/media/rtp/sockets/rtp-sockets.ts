import type { RemoteInfo, Socket, SocketOptions } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP, isIPv4 } from 'node:net';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { RtpCommand, RtpLocal } from '../../protocol-rtp';
import type { Family } from './own-address';
import { ownAddressTowards } from './own-address';
import type { Origin } from './sender-gate';

export interface RtpReservation extends Pick<Extract<RtpCommand, { readonly do: 'reserve-rtp' }>, 'local' | 'ports'> {
  readonly random: () => number;
}

export type Arrival = (bytes: Uint8Array, from: Origin) => void;

/** Where this server itself waits for packets: `<address>:<port>`. */
const ownPlaces = new Set<string>();

/** A port for packets of audio, and the next one for reports about them. */
export class RtpSockets {
  private constructor(
    readonly local: NetworkPlace,
    private readonly sockets: { readonly audio: Socket; readonly reports: Socket },
    private readonly way: Way,
  ) {
    this.#keep(local.port, sockets.audio);
    this.#keep(local.port + 1, sockets.reports);
    // Network errors count as packet loss; the call ends by other means if they persist.
    for (const socket of [sockets.audio, sockets.reports]) socket.on('error', () => undefined);
  }

  /** Throws when the destination is unreachable, the address is not local, or no port is free. */
  static async reserve({ local, ports, random }: RtpReservation): Promise<RtpSockets> {
    const way = await wayOf(local);
    for (const port of portsToTry(ports, random)) {
      const place = { host: way.own, port };
      const sockets = await bindBoth(place, way.family);
      if (sockets !== undefined) return new RtpSockets(place, sockets, way);
    }
    throw new Error(`no port from ${ports.first} to ${ports.last} is free for audio`);
  }

  /** Until it is closed, no other leg may send there: audio would loop. */
  #keep(port: number, socket: Socket): void {
    const place = `${this.local.host}:${port}`;
    ownPlaces.add(place);
    socket.once('close', () => ownPlaces.delete(place));
  }

  onAudio(listener: Arrival): void {
    this.sockets.audio.on('message', (bytes: Uint8Array, from: RemoteInfo) => listener(bytes, from));
  }

  onReport(listener: Arrival): void {
    this.sockets.reports.on('message', (bytes: Uint8Array, from: RemoteInfo) => listener(bytes, from));
  }

  /** As packets from there show it. Throws for a name other than the one that the ports were reserved towards. */
  originOf({ host, port }: NetworkPlace): Origin {
    const address = host === this.way.name ? this.way.address : host;
    if (isIP(address) === 0) throw new Error(`'${host}' is not an address`);
    // A socket of both families shows and takes addresses of the old one in this form.
    return { address: this.way.family === 'udp6' && isIPv4(address) ? `::ffff:${address}` : address, port };
  }

  sendAudio(bytes: Uint8Array, to: Origin): void {
    this.sockets.audio.send(bytes, to.port, to.address);
  }

  /** There is no next port after the last one. */
  sendReport(bytes: Uint8Array, to: Origin, sent: () => void = () => undefined): void {
    if (to.port > highestPort) return sent();
    this.sockets.reports.send(bytes, to.port, to.address, sent);
  }

  /** Closes when the last report is on its way: a socket that is closed forgets what it was about to send. Once. */
  closeAfter(report: Uint8Array, to: Origin, isMuxed: boolean): void {
    const { audio, reports } = this.sockets;
    if (isMuxed) {
      reports.close();
      return audio.send(report, to.port, to.address, () => audio.close());
    }
    audio.close();
    this.sendReport(report, to, () => reports.close());
  }

  close(): void {
    this.sockets.audio.close();
    this.sockets.reports.close();
  }
}

/** From where to send, and what is known of where to. */
interface Way {
  readonly own: string;
  readonly family: Family;
  /** What was looked up, and what came of it. */
  readonly name: string;
  readonly address: string;
}

async function wayOf(local: RtpLocal): Promise<Way> {
  if (local.kind === 'address')
    return { own: local.address, family: familyOf(isIP(local.address)), name: '', address: '' };
  const { host: name, port } = local.remote;
  const { address, family } = await addressOf(name);
  if (ownPlaces.has(`${address}:${port}`)) throw new Error(`${address}:${port} is a port of this server itself`);
  const own = await ownAddressTowards({ host: address, port }, familyOf(family));
  return { own, family: familyOf(family), name, address };
}

async function addressOf(name: string): Promise<{ readonly address: string; readonly family: number }> {
  const family = isIP(name);
  return family === 0 ? lookup(name) : { address: name, family };
}

function familyOf(version: number): Family {
  return version === 6 ? 'udp6' : 'udp4';
}

const highestPort = 65_535;
const maxTries = 100;

/** Even ones, from anywhere in the range on: not the ones that were in use a moment ago. */
function* portsToTry({ first, last }: RtpReservation['ports'], random: () => number): Generator<number> {
  const lowest = first + (first % 2);
  const count = Math.max(0, Math.floor((last - lowest) / 2) + 1);
  const start = Math.floor(random() * count);
  for (let index = 0; index < Math.min(count, maxTries); index += 1) yield lowest + 2 * ((start + index) % count);
}

/** Undefined when one of the two ports is taken. */
async function bindBoth(
  { host, port }: NetworkPlace,
  type: Family,
): Promise<{ readonly audio: Socket; readonly reports: Socket } | undefined> {
  const [audio, reports] = [createSocket({ type, lookup: asItIs }), createSocket({ type, lookup: asItIs })];
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

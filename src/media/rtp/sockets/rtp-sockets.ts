import { lookup } from 'node:dns/promises';
import { shortageIn } from '../../../shared/file-errors';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { RtpCommand, RtpLocal } from '../../protocol-rtp';
import type { Family } from './own-address';
import { knownAddressTowards, ownAddressTowards } from './own-address';
import type { RestingSockets } from './resting-sockets';
import type { Origin } from './sender-gate';
import type { Arrival } from './socket-pair';
import { isOwnPlace, SocketPair } from './socket-pair';
import { isIP, isIPv4 } from '../../../shared/network/ip-version';

export interface RtpReservation extends Pick<Extract<RtpCommand, { readonly do: 'reserve-rtp' }>, 'local' | 'ports'> {
  readonly random: () => number;
  /** Sockets of earlier calls, and where these go when they are not needed any more. */
  readonly resting: RestingSockets;
}

/** A port for packets of audio, and the next one for reports about them, as long as one call needs them. */
export class RtpSockets {
  private constructor(
    private readonly pair: SocketPair,
    private readonly way: Way,
    private readonly resting: RestingSockets,
  ) {}

  get local(): NetworkPlace {
    return this.pair.local;
  }

  /** Throws when the destination is unreachable, the address is not local, or no port is free. */
  static async reserve({ local, ports, random, resting }: RtpReservation): Promise<RtpSockets> {
    const way = await wayOf(local);
    const pair =
      resting.take(way.own, ports) ??
      (await bindOne(way, ports, random).catch((error: unknown) => borrowed(error, way, { ports, resting }))) ??
      resting.take(way.own, ports, true);
    if (pair !== undefined) return new RtpSockets(pair, way, resting);
    throw new Error(`no port from ${ports.first} to ${ports.last} is free for audio`);
  }

  onAudio(listener: Arrival): void {
    this.pair.onAudio = listener;
  }

  onReport(listener: Arrival): void {
    this.pair.onReport = listener;
  }

  /** As packets from there show it. Throws for a name other than the one that the ports were reserved towards. */
  originOf({ host, port }: NetworkPlace): Origin {
    const address = host === this.way.name ? this.way.address : host;
    if (isIP(address) === 0) throw new Error(`'${host}' is not an address`);
    // A socket of both families shows and takes addresses of the old one in this form.
    return { address: this.way.family === 'udp6' && isIPv4(address) ? `::ffff:${address}` : address, port };
  }

  sendAudio(bytes: Uint8Array, to: Origin): void {
    this.pair.audio.send(bytes, to.port, to.address);
  }

  /** There is no next port after the last one. */
  sendReport(bytes: Uint8Array, to: Origin, sent: () => void = () => undefined): void {
    if (to.port > highestPort) return sent();
    this.pair.reports.send(bytes, to.port, to.address, sent);
  }

  /** Gives the ports back when the last report is on its way: a socket that is closed forgets what it was about to send. Once. */
  closeAfter(report: Uint8Array, to: Origin, isMuxed: boolean): void {
    const { pair } = this;
    pair.fallSilent();
    if (isMuxed) pair.audio.send(report, to.port, to.address, () => this.close());
    else this.sendReport(report, to, () => this.close());
  }

  /** Gives the ports back. Once. */
  close(): void {
    this.resting.put(this.pair);
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
  const version = isIP(name);
  const { address, family } = version === 0 ? await lookup(name) : { address: name, family: version };
  const place = { host: address, port };
  if (isOwnPlace(place)) throw new Error(`${address}:${port} is a port of this server itself`);
  const own = knownAddressTowards(address) ?? (await ownAddressTowards(place, familyOf(family)));
  return { own, family: familyOf(family), name, address };
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

/** Where descriptors have run out, those of the pairs that rest are left. Throws when there is none, and any other error. */
function borrowed(
  error: unknown,
  { own }: Way,
  { ports, resting }: Pick<RtpReservation, 'ports' | 'resting'>,
): SocketPair {
  const pair = shortageIn(error) === undefined ? undefined : resting.take(own, ports, true);
  if (pair === undefined) throw error;
  return pair;
}

/** Undefined when none is free. */
async function bindOne(
  { own: host, family }: Way,
  ports: RtpReservation['ports'],
  random: () => number,
): Promise<SocketPair | undefined> {
  for (const port of portsToTry(ports, random)) {
    const pair = await SocketPair.bind({ host, port }, family);
    if (pair !== undefined) return pair;
  }
  return undefined;
}

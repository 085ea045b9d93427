import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { RtpMedia } from '../../../src/media/protocol-rtp';
import { isRtcp, readRtp } from '../../../src/media/rtp/rtp-packet';
import type { Plain } from '../../support/plain-ids';
import { someRtpMedia } from '../../support/media/rtp-media';
import { MediaRig } from '../engine-rig';
import { datagram } from './rtp-rig';
import type { SomeHeader } from './rtp-rig';

const ports = { first: 30_000, last: 39_999 };

/**
 * What was sent over the loopback is in the queue of the other socket at once, and is read in the next turn of the loop
 * that looks at sockets: there is one between two of these.
 */
export async function delivered(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

export interface CameIn {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: readonly number[];
}

/** A telephone with one port: it writes its packets itself, and keeps what comes. */
export class Telephone {
  readonly packets: CameIn[] = [];
  readonly reports: Uint8Array[] = [];
  #sequence = 100;
  #timestamp = 5000;

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
  ) {
    socket.on('message', (bytes) => (isRtcp(bytes) ? this.reports.push(bytes) : this.packets.push(packetOf(bytes))));
  }

  static async open(): Promise<Telephone> {
    const socket = createSocket('udp4');
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    return new Telephone(socket, socket.address().port);
  }

  get place(): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: this.port };
  }

  /** A packet with the next number and time, unless said otherwise. */
  async say(to: number, payload: Uint8Array, header: SomeHeader = {}): Promise<void> {
    const { sequence = (this.#sequence += 1), timestamp = (this.#timestamp += 160) } = header;
    this.#sequence = sequence;
    this.#timestamp = timestamp;
    await this.send(to, datagram({ ssrc: 0xcafe, ...header, sequence, timestamp }, payload));
  }

  async send(to: number, bytes: Uint8Array): Promise<void> {
    await new Promise<unknown>((sent) => this.socket.send(bytes, to, '127.0.0.1', sent));
    await delivered();
  }

  /** What came since it was last asked. */
  taken(): CameIn[] {
    return this.packets.splice(0);
  }

  close(): void {
    this.socket.close();
  }
}

function packetOf(bytes: Uint8Array): CameIn {
  const packet = readRtp(bytes);
  if (packet === undefined) throw new Error('what came is not a packet');
  const { payloadType, marker, sequence, timestamp, ssrc, payload } = packet;
  return { payloadType, marker, sequence, timestamp, ssrc, payload: [...payload] };
}

/** The audio side with legs that lead to telephones, its clock in the hands of the test. */
export class RtpLegRig extends MediaRig {
  readonly #telephones: Telephone[] = [];

  async telephone(): Promise<Telephone> {
    const telephone = await Telephone.open();
    this.#telephones.push(telephone);
    return telephone;
  }

  override async close(): Promise<void> {
    await super.close();
    for (const telephone of this.#telephones) telephone.close();
  }

  /** Takes ports for a leg, and gives the first. */
  async reserve(leg: string): Promise<number> {
    this.send({ do: 'reserve-rtp', leg, rate: 8000, local: { kind: 'address', address: '127.0.0.1' }, ports });
    for (;;) {
      this.pass(20);
      const failed = this.all('leg-failed').find((notice) => notice.leg === leg);
      if (failed !== undefined) throw new Error(failed.reason);
      const opened = this.all('leg-opened').find((notice) => notice.leg === leg);
      if (opened !== undefined) return opened.local.port;
      await new Promise(setImmediate);
    }
  }

  configure(leg: string, media: Partial<Plain<RtpMedia>>): void {
    this.send({ do: 'configure-rtp', leg, media: someRtpMedia(media) });
  }

  /** A leg that has agreed with a telephone upon µ-law, but for what is said. Gives its port. */
  async connect(leg: string, telephone: Telephone, more: Partial<RtpMedia> = {}): Promise<number> {
    const port = await this.reserve(leg);
    this.configure(leg, { remote: telephone.place, ...more });
    return port;
  }

  join(bridge: string, ...legs: readonly string[]): void {
    this.send({ do: 'open-bridge', bridge, mixes: 'all' });
    for (const leg of legs) this.send({ do: 'join-bridge', bridge, leg, role: { isMuted: false, isAnnouncer: false } });
  }

  /** This many ticks, and all that is sent in them arrives. */
  async ticks(count: number): Promise<void> {
    for (let tick = 0; tick < count; tick += 1) {
      this.pass(20);
      await delivered();
    }
  }
}

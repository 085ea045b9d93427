import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface HeardPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
  /** The whole datagram. */
  readonly bytes: Buffer;
}

/** Somebody at the other end of a stream of packets, who writes and reads them byte by byte. */
export class RtpPeer {
  readonly heard: HeardPacket[] = [];
  /** What becomes of a packet before it is sent. */
  protect: (packet: Buffer) => Uint8Array = (packet) => packet;
  readonly #waiting = new Set<() => void>();
  #sequence = 65_530;
  #timestamp = 4_294_967_000;

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
  ) {
    socket.on('message', (bytes) => {
      this.heard.push(packetOf(bytes));
      for (const look of this.#waiting) look();
    });
  }

  static async open(port = 0): Promise<RtpPeer> {
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    return new RtpPeer(socket, socket.address().port);
  }

  /** Speaks for a while: a packet in 20 ms, each with the bytes that are made for it. */
  async speak(to: number, packets: number, make: (index: number) => Uint8Array, payloadType = 0): Promise<void> {
    const started = performance.now();
    for (let index = 0; index < packets; index += 1) {
      this.send(to, make(index), { payloadType, marker: index === 0 });
      this.#timestamp += 160;
      const rest = started + (index + 1) * 20 - performance.now();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** Presses a key for as many packets, and lets go of it three times, as is the custom. */
  press(to: number, event: number, packets: number): void {
    const options = { payloadType: 101, marker: true };
    for (let index = 1; index <= packets + 2; index += 1) {
      const duration = Math.min(index, packets) * 160;
      const payload = Buffer.from([event, index >= packets ? 0x8a : 0x0a, duration >> 8, duration & 0xff]);
      this.send(to, payload, { ...options, marker: index === 1 });
    }
    this.#timestamp += packets * 160;
  }

  /** Lets time pass for the packets to come. */
  pass(samples: number): void {
    this.#timestamp += samples;
  }

  send(to: number, payload: Uint8Array, { payloadType, marker }: { payloadType: number; marker: boolean }): void {
    const header = Buffer.alloc(12);
    header[0] = 0x80;
    header[1] = (marker ? 0x80 : 0) | payloadType;
    header.writeUInt16BE(this.#sequence & 0xffff, 2);
    header.writeUInt32BE(this.#timestamp >>> 0, 4);
    header.writeUInt32BE(0xcafe, 8);
    this.#sequence += 1;
    this.socket.send(this.protect(Buffer.concat([header, payload])), to, '127.0.0.1');
  }

  /** Sends any other datagram, such as a report. */
  sendBytes(to: number, bytes: Uint8Array): void {
    this.socket.send(bytes, to, '127.0.0.1');
  }

  /** Leaves out packets, as a network does that loses them. */
  lose(packets: number): void {
    this.#sequence += packets;
    this.#timestamp += packets * 160;
  }

  /** Resolves when enough packets came that are as wanted. */
  until(count: number, wanted: (packet: HeardPacket) => boolean): Promise<HeardPacket[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.heard.filter(wanted);
        if (found.length < count) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  close(): void {
    this.socket.close();
  }
}

function packetOf(bytes: Buffer): HeardPacket {
  return {
    payloadType: bytes.readUInt8(1) & 0x7f,
    marker: (bytes.readUInt8(1) & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(12),
    bytes,
  };
}

import { readLongWord, readWord, rtpPayloadStart, writeLongWord } from './packet-header';
import type { SessionKeys } from './session-keys';
import { deriveKeys } from './session-keys';
import { rtcpTagLength } from './suites';
import { writeTag } from './tag';

/** Protects the packets and reports that are sent with one master key. */
export class SrtpSender {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #tagLength: number;
  #packet = new Uint8Array(0);
  #ssrc: number | undefined;
  /** The highest sequence number so far, and how often numbers have started over. */
  #highest = 0;
  #cycles = 0;
  #reports = 0;

  /** A master key with its salt, and the length of tags. */
  constructor(master: Uint8Array, tagLength: number) {
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
    this.#tagLength = tagLength;
  }

  /** The protected packet, good until the next one (RFC 3711 §3.3). */
  protect(clear: Uint8Array): Uint8Array {
    const ssrc = readLongWord(clear, 8);
    const low = readWord(clear, 2);
    const cycles = this.#cyclesOf(ssrc, low);
    const { length } = clear;
    const packet = this.#copy(clear, length + this.#tagLength);
    this.#rtp.cipher.apply(packet, { start: rtpPayloadStart(clear), end: length, ssrc, high: cycles, low });
    const signature = this.#rtp.authenticator.sign(packet, length, cycles);
    writeTag(packet, length, { signature, length: this.#tagLength });
    return packet;
  }

  /** The protected report (RFC 3711 §3.4). */
  protectReport(clear: Uint8Array): Uint8Array {
    const index = (this.#reports = (this.#reports + 1) % 2 ** 31);
    const { length } = clear;
    const packet = new Uint8Array(length + 4 + rtcpTagLength);
    packet.set(clear);
    const position = { ssrc: readLongWord(clear, 4), high: index >>> 16, low: index & 0xffff };
    this.#rtcp.cipher.apply(packet, { start: 8, end: length, ...position });
    const marked = (0x80000000 | index) >>> 0;
    writeLongWord(packet, length, marked);
    const signature = this.#rtcp.authenticator.sign(packet, length, marked);
    writeTag(packet, length + 4, { signature, length: rtcpTagLength });
    return packet;
  }

  /** Packets of a relayed stream may be overtaken, also where numbers start over. */
  #cyclesOf(ssrc: number, sequence: number): number {
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc;
      this.#highest = sequence;
      this.#cycles = 0;
    }
    const ahead = (sequence - this.#highest) & 0xffff;
    if (ahead >= 0x8000) return sequence > this.#highest ? Math.max(0, this.#cycles - 1) : this.#cycles;
    if (sequence < this.#highest) this.#cycles += 1;
    this.#highest = sequence;
    return this.#cycles;
  }

  #copy(clear: Uint8Array, length: number): Uint8Array {
    // Packets are nearly always of one length, so this is seldom.
    if (this.#packet.length !== length) this.#packet = new Uint8Array(length);
    this.#packet.set(clear);
    return this.#packet;
  }
}

import { framesPerSecond } from '../samples/media-frames';
import type { EventPayload } from '../protocol-rtp';
import { RelayNumbers } from './relay-numbers';
import type { RtpHeader, RtpPacket } from './rtp-packet';
import { rtpHeaderLength, writeRtpHeader } from './rtp-packet';
import { TelephoneEventWriter } from './telephone-event/telephone-event-writer';

/** How a stream is numbered to begin with: all at random, so that streams cannot be guessed (RFC 3550 §5.1). */
export interface StreamStart {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}

/** What the packets of a stream hold. */
export interface SentPayloads {
  readonly payloadType: number;
  readonly clockRate: number;
  /** Undefined when digits cannot be told. */
  readonly events: EventPayload | undefined;
}

/** What was sent, for sender reports: octets are those of payloads. */
export interface SentCounters {
  readonly packets: number;
  readonly octets: number;
}

const noPacket = new Uint8Array(0);

/**
 * One stream of packets on its way out: a frame of audio, an event or nothing in every tick, or packets of another
 * stream as they come. What it gives to send is good until the next packet.
 */
export class RtpStreamWriter {
  readonly #start: () => StreamStart;
  readonly #header: RtpHeader;
  readonly #relay = new RelayNumbers();
  #digits: TelephoneEventWriter;
  #payloads: SentPayloads;
  #step: number;
  /** Where audio is; events have timestamps of their own. */
  #timestamp: number;
  #wasSilent = true;
  #packets = 0;
  #octets = 0;
  #packet = noPacket;

  constructor(payloads: SentPayloads, start: () => StreamStart) {
    const { ssrc, sequence, timestamp } = start();
    const { payloadType, clockRate, events } = payloads;
    this.#start = start;
    this.#payloads = payloads;
    this.#header = { ssrc, sequence: sequence & 0xffff, timestamp: timestamp >>> 0, payloadType, marker: false };
    this.#timestamp = this.#header.timestamp;
    this.#step = clockRate / framesPerSecond;
    this.#digits = new TelephoneEventWriter(events?.clockRate);
  }

  get digits(): TelephoneEventWriter {
    return this.#digits;
  }

  get ssrc(): number {
    return this.#header.ssrc;
  }

  get clockRate(): number {
    return this.#payloads.clockRate;
  }

  get sent(): SentCounters {
    return { packets: this.#packets, octets: this.#octets };
  }

  /** The timestamp of the next frame. */
  get timestamp(): number {
    return this.#timestamp;
  }

  /** Nothing was sent just now, so that whatever follows begins anew. */
  get wasSilent(): boolean {
    return this.#wasSilent;
  }

  /**
   * Other payloads from now on. The stream goes on, unless its clock is another one: timestamps of one source cannot
   * be told by two clocks, so that is another source (RFC 7160 §4.1).
   */
  configure(payloads: SentPayloads): void {
    const before = this.#payloads;
    this.#payloads = payloads;
    if (payloads.events?.clockRate !== before.events?.clockRate)
      this.#digits = new TelephoneEventWriter(payloads.events?.clockRate);
    if (payloads.clockRate === before.clockRate) return;
    const { ssrc, timestamp } = this.#start();
    this.#header.ssrc = ssrc;
    this.#timestamp = timestamp >>> 0;
    this.#step = payloads.clockRate / framesPerSecond;
    this.#packets = 0;
    this.#octets = 0;
    this.#wasSilent = true;
    this.#relay.end();
  }

  /** 20 ms have gone by. A digit goes before audio, which is left out meanwhile. */
  tick(audio: Uint8Array | undefined): Uint8Array | undefined {
    const now = this.advance();
    const event = this.event(now);
    if (event !== undefined) return event;
    return audio === undefined || audio.length === 0 ? this.pause() : this.audio(audio, now);
  }

  /** 20 ms have gone by: the timestamp of what is sent in this tick. */
  advance(): number {
    const now = this.#timestamp;
    this.#timestamp = (now + this.#step) >>> 0;
    return now;
  }

  /** What tells of a digit in this tick, if there is one to tell. */
  event(now: number): Uint8Array | undefined {
    const { events } = this.#payloads;
    const { digits } = this;
    if (events === undefined || !digits.tick(now)) return undefined;
    const header = this.#header;
    header.payloadType = events.type;
    header.timestamp = digits.timestamp;
    header.marker = digits.marker;
    this.#wasSilent = true;
    return this.#sendOwn(digits.payload);
  }

  audio(payload: Uint8Array, timestamp: number): Uint8Array {
    const header = this.#header;
    header.payloadType = this.#payloads.payloadType;
    header.timestamp = timestamp;
    header.marker = this.#wasSilent;
    this.#wasSilent = false;
    return this.#sendOwn(payload);
  }

  /** There is nothing to send in this tick. */
  pause(): undefined {
    // Packets of another stream come between the ticks.
    if (!this.#relay.isOn) this.#wasSilent = true;
  }

  /** A packet that only says that we are still there. */
  keepAlive(payloadType: number, payload: Uint8Array): Uint8Array {
    const header = this.#header;
    header.payloadType = payloadType;
    header.timestamp = this.#timestamp;
    header.marker = false;
    return this.#sendOwn(payload);
  }

  /** A packet of another stream with the numbers of this one; undefined while a digit is told. */
  relay(packet: RtpPacket): Uint8Array | undefined {
    const header = this.#header;
    if (!this.#relay.continues(packet)) this.#relay.begin(packet, header.sequence, this.#timestamp);
    if (this.digits.isTelling) {
      this.#relay.skip(packet);
      return undefined;
    }
    const next = header.sequence;
    header.payloadType = this.#payloads.payloadType;
    header.sequence = this.#relay.sequenceOf(packet);
    header.timestamp = this.#relay.timestampOf(packet);
    header.marker = packet.marker || this.#wasSilent;
    this.#wasSilent = false;
    const bytes = this.#written(packet.bytes, packet.start, packet.end);
    const after = (header.sequence + 1) & 0xffff;
    // One that was overtaken comes after higher ones.
    header.sequence = ((after - next) & 0xffff) < 0x8000 ? after : next;
    return bytes;
  }

  /** A packet of the other stream is not for the far end: those behind it follow without a gap. */
  skip(packet: RtpPacket): void {
    if (this.#relay.continues(packet)) this.#relay.skip(packet);
  }

  /** The packets of the other stream are no longer sent on: what follows goes on behind them. */
  endRelay(): void {
    const latest = this.#relay.end();
    if (latest === undefined) return;
    const behind = (latest + this.#step - this.#timestamp) | 0;
    if (behind > 0) this.#timestamp = (this.#timestamp + behind) >>> 0;
  }

  #sendOwn(payload: Uint8Array): Uint8Array {
    const bytes = this.#written(payload, 0, payload.length);
    this.#header.sequence = (this.#header.sequence + 1) & 0xffff;
    this.#relay.insert();
    return bytes;
  }

  #written(bytes: Uint8Array, from: number, to: number): Uint8Array {
    const length = rtpHeaderLength + to - from;
    // Frames are nearly always of one length, so this is seldom.
    if (this.#packet.length !== length) this.#packet = new Uint8Array(length);
    const packet = this.#packet;
    writeRtpHeader(packet, this.#header);
    // By hand, as a view of the payload would be one more thing to collect.
    for (let at = rtpHeaderLength, i = from; i < to; at += 1, i += 1) packet[at] = bytes[i] ?? 0;
    this.#packets += 1;
    this.#octets += to - from;
    return packet;
  }
}

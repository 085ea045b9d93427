import { framesPerSecond } from '../media-frames';
import { rtpHeaderLength, writeRtpHeader } from './rtp-packet';
import type { RtpHeader } from './rtp-packet';
import { TelephoneEventWriter } from './telephone-event-writer';

export interface RtpStreamWriterOptions {
  /** All three at random, so that streams cannot be guessed (RFC 3550 §5.1). */
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly payloadType: number;
  readonly clockRate: number;
  readonly eventPayloadType: number;
}

/** What was sent, for sender reports: octets are those of payloads. */
export interface SentCounters {
  readonly packets: number;
  readonly octets: number;
}

/** One stream of packets on its way out: a frame of audio, an event or nothing in every tick. */
export class RtpStreamWriter {
  readonly digits: TelephoneEventWriter;
  readonly #options: RtpStreamWriterOptions;
  readonly #header: RtpHeader;
  readonly #step: number;
  /** Where audio is; events have timestamps of their own. */
  #timestamp: number;
  #wasSilent = true;
  #packets = 0;
  #octets = 0;
  #packet = new Uint8Array(rtpHeaderLength);

  constructor(options: RtpStreamWriterOptions) {
    const { ssrc, sequence, timestamp, payloadType, clockRate } = options;
    this.#options = options;
    this.#header = { ssrc, sequence: sequence & 0xffff, timestamp: timestamp >>> 0, payloadType, marker: false };
    this.#timestamp = this.#header.timestamp;
    this.#step = clockRate / framesPerSecond;
    this.digits = new TelephoneEventWriter();
  }

  get ssrc(): number {
    return this.#options.ssrc;
  }

  get sent(): SentCounters {
    return { packets: this.#packets, octets: this.#octets };
  }

  /** The timestamp of the next frame. */
  get timestamp(): number {
    return this.#timestamp;
  }

  /**
   * 20 ms have gone by, with these bytes of audio if there was any; gives what to send, good until the next call. A
   * digit goes before audio, which is left out meanwhile.
   */
  tick(audio: Uint8Array | undefined): Uint8Array | undefined {
    const now = this.#timestamp;
    this.#timestamp = (now + this.#step) >>> 0;
    if (this.digits.tick(now)) return this.#sendEvent();
    if (audio === undefined || audio.length === 0) {
      this.#wasSilent = true;
      return undefined;
    }
    return this.#sendAudio(audio, now);
  }

  #sendAudio(audio: Uint8Array, timestamp: number): Uint8Array {
    const header = this.#header;
    header.payloadType = this.#options.payloadType;
    header.timestamp = timestamp;
    header.marker = this.#wasSilent;
    this.#wasSilent = false;
    return this.#send(audio);
  }

  #sendEvent(): Uint8Array {
    const { digits } = this;
    const header = this.#header;
    header.payloadType = this.#options.eventPayloadType;
    header.timestamp = digits.timestamp;
    header.marker = digits.marker;
    this.#wasSilent = true;
    return this.#send(digits.payload);
  }

  #send(payload: Uint8Array): Uint8Array {
    const length = rtpHeaderLength + payload.length;
    // Frames are nearly always of one length, so this is seldom.
    if (this.#packet.length !== length) this.#packet = new Uint8Array(length);
    writeRtpHeader(this.#packet, this.#header);
    this.#packet.set(payload, rtpHeaderLength);
    this.#header.sequence = (this.#header.sequence + 1) & 0xffff;
    this.#packets += 1;
    this.#octets += payload.length;
    return this.#packet;
  }
}

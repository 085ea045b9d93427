import type { AudioCodec } from '../codecs/audio-codec';
import { frameSize } from '../media-frames';
import { JitterBuffer } from './jitter-buffer';
import { formatOfPayload } from './payload-types';
import type { PayloadFormat } from './payload-types';
import type { ReceptionCounters, ReceptionReport } from './reception';
import { readRtp, RtpPacket } from './rtp-packet';
import { TelephoneEventReader } from './telephone-event-reader';
import type { DigitListener } from './telephone-event-reader';

export interface RtpStreamReaderOptions {
  readonly codec: AudioCodec;
  readonly payloadType: number;
  readonly clockRate: number;
  readonly eventPayloadType: number;
  readonly digits: DigitListener;
}

/** One stream of packets on its way in: datagrams when they come, a frame of audio or nothing in every tick. */
export class RtpStreamReader {
  readonly #options: RtpStreamReaderOptions;
  readonly #buffer: JitterBuffer;
  readonly #events: TelephoneEventReader;
  readonly #packet = new RtpPacket();
  readonly #frame: Int16Array;
  #ssrc: number | undefined;
  #octets = 0;

  constructor(options: RtpStreamReaderOptions) {
    this.#options = options;
    this.#buffer = new JitterBuffer(options);
    this.#events = new TelephoneEventReader(options.digits);
    this.#frame = new Int16Array(frameSize(options.codec.rate));
  }

  /** Of whom the last packet was. */
  get ssrc(): number | undefined {
    return this.#ssrc;
  }

  /** Bytes of payload that came. */
  get octets(): number {
    return this.#octets;
  }

  get counters(): ReceptionCounters {
    return this.#buffer.counters;
  }

  report(): ReceptionReport | undefined {
    return this.#buffer.report();
  }

  /** Whether a datagram holds something of the kind that this stream is made of, whoever sent it. */
  understands(bytes: Uint8Array): boolean {
    const packet = readRtp(bytes, this.#packet);
    return packet !== undefined && this.#kindOf(packet.payloadType) !== undefined;
  }

  /** Takes a datagram; false when it is none of this stream. Milliseconds of any clock that does not jump. */
  receive(bytes: Uint8Array, arrivedAt: number): boolean {
    const packet = readRtp(bytes, this.#packet);
    if (packet === undefined) return false;
    const kind = this.#kindOf(packet.payloadType);
    if (kind === undefined) return this.#refuse(packet);
    if (this.#ssrc !== undefined && this.#ssrc !== packet.ssrc) this.#events.restart();
    this.#ssrc = packet.ssrc;
    this.#octets += packet.length;
    if (kind === 'audio') this.#buffer.put(packet, arrivedAt);
    else this.#buffer.passOver(packet);
    if (kind === 'events') this.#events.read(packet);
    return true;
  }

  /** 20 ms have gone by: the next frame, good until the next call, or undefined when there is nothing to hear. */
  tick(): Int16Array | undefined {
    this.#events.tick();
    return this.#buffer.take(this.#frame) === 'silent' ? undefined : this.#frame;
  }

  /** Nothing more will come: a digit that is down is over. Twice is harmless. */
  end(): void {
    this.#events.flush();
  }

  /** Noise, and other numbers of the same audio, come without having been agreed upon. */
  #kindOf(type: number): PayloadFormat['kind'] | undefined {
    const { codec, payloadType, eventPayloadType } = this.#options;
    if (type === payloadType) return 'audio';
    if (type === eventPayloadType) return 'events';
    const format = formatOfPayload(type);
    return format?.kind === 'noise' || format?.name === codec.name ? format.kind : undefined;
  }

  /** It has a sequence number all the same, which is not lost. */
  #refuse(packet: RtpPacket): false {
    if (packet.ssrc === this.#ssrc) this.#buffer.passOver(packet);
    return false;
  }
}

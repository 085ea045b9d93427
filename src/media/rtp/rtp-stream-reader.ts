import type { AudioCodec } from '../codecs/audio-codec';
import { frameSize } from '../samples/media-frames';
import type { RtpMedia } from '../protocol-rtp';
import { JitterBuffer } from './playout/jitter-buffer';
import type { PayloadUse } from './payload/payload-map';
import { PayloadMap } from './payload/payload-map';
import type { ReceptionCounters, ReceptionReport } from './rtcp/reception';
import type { RtpPacket } from './rtp-packet';
import type { DigitListener } from './telephone-event/telephone-event-reader';
import { TelephoneEventReader } from './telephone-event/telephone-event-reader';

export interface RtpStreamReaderOptions {
  readonly receive: RtpMedia['receive'];
  readonly codecOf: (format: string) => AudioCodec;
  readonly digits: DigitListener;
}

const nothingReceived: ReceptionCounters = { received: 0, lost: 0, late: 0, duplicated: 0, jitter: 0 };

const noFrame = new Int16Array(0);

type AudioUse = Extract<PayloadUse, { readonly kind: 'audio' }>;

/** One stream of packets on its way in: packets when they come, a frame of audio or nothing in every tick. */
export class RtpStreamReader {
  readonly #codecOf: (format: string) => AudioCodec;
  readonly #events: TelephoneEventReader;
  #codec: AudioCodec;
  /** Made with the first packet: many legs are closed, or only relayed to, before there is one. */
  #buffer: JitterBuffer | undefined;
  #payloads: PayloadMap;
  /** What the buffer holds. */
  #format: string;
  #rate: number;
  #frame: Int16Array = noFrame;
  #clockRate: number;
  #ssrc: number | undefined;
  #octets = 0;

  /** Throws when nothing is to be received, or there is no codec for it. */
  constructor({ receive, codecOf, digits }: RtpStreamReaderOptions) {
    const [first] = receive.audio;
    if (first === undefined) throw new Error('no format is to be received');
    const codec = codecOf(first.format);
    this.#codecOf = codecOf;
    this.#events = new TelephoneEventReader(digits);
    this.#payloads = PayloadMap.of(receive);
    this.#format = first.format;
    this.#rate = codec.rate;
    this.#clockRate = first.clockRate;
    this.#codec = codec;
  }

  /** What comes at present, or is expected to. */
  get format(): string {
    return this.#format;
  }

  /** Samples per second of the frames. */
  get rate(): number {
    return this.#rate;
  }

  get clockRate(): number {
    return this.#clockRate;
  }

  /** The source of the last packet. */
  get ssrc(): number | undefined {
    return this.#ssrc;
  }

  /** Bytes of payload that came. */
  get octets(): number {
    return this.#octets;
  }

  get counters(): ReceptionCounters {
    return this.#buffer?.counters ?? nothingReceived;
  }

  report(): ReceptionReport | undefined {
    return this.#buffer?.report();
  }

  /** Other payloads from now on. What comes decides which of them is heard. */
  configure(receive: RtpMedia['receive']): void {
    this.#payloads = PayloadMap.of(receive);
    const [first] = receive.audio;
    const isStillMeant = receive.audio.some(({ format }) => format === this.#format);
    if (first !== undefined && !isStillMeant) this.#turnTo({ kind: 'audio', ...first });
  }

  /** What a packet holds; undefined when it is nothing that this stream is made of. */
  useOf({ payloadType }: RtpPacket): PayloadUse | undefined {
    return this.#payloads.useOf(payloadType);
  }

  /** Takes a packet. Milliseconds of any clock that does not jump. */
  receive(packet: RtpPacket, use: PayloadUse, arrivedAt: number): void {
    this.#meet(packet);
    if (use.kind === 'audio') {
      if (use.format !== this.#format) this.#turnTo(use);
      return this.#waiting().put(packet, arrivedAt);
    }
    this.#waiting().passOver(packet);
    if (use.kind === 'events') this.#events.read(packet, use.clockRate);
  }

  /** Takes a packet of audio that is heard elsewhere, undecoded; false when that has come before, or is out of place. */
  passOn(packet: RtpPacket, arrivedAt: number): boolean {
    this.#meet(packet);
    return this.#waiting().passOn(packet, arrivedAt);
  }

  /** A packet of no known kind has a sequence number all the same, which is not lost. */
  refuse(packet: RtpPacket): void {
    if (packet.ssrc === this.#ssrc) this.#waiting().passOver(packet);
  }

  /** 20 ms have gone by: the next frame, good until the next call, or undefined when there is nothing to hear. */
  tick(): Int16Array | undefined {
    this.#events.tick();
    if (this.#buffer === undefined) return undefined;
    return this.#buffer.take(this.#frame) === 'silent' ? undefined : this.#frame;
  }

  /** The same while everything is passed on. */
  tickPassing(): void {
    this.#events.tick();
  }

  /** Nothing more will come: a digit that is down is over. Idempotent. */
  end(): void {
    this.#events.flush();
  }

  #waiting(): JitterBuffer {
    return (this.#buffer ??= this.#makeBuffer());
  }

  #makeBuffer(): JitterBuffer {
    this.#frame = new Int16Array(frameSize(this.#rate));
    return new JitterBuffer({ codec: this.#codec, clockRate: this.#clockRate });
  }

  #meet({ ssrc, length }: RtpPacket): void {
    if (this.#ssrc !== undefined && this.#ssrc !== ssrc) this.#events.restart();
    this.#ssrc = ssrc;
    this.#octets += length;
  }

  #turnTo({ format, clockRate }: AudioUse): void {
    const codec = (this.#codec = this.#codecOf(format));
    this.#format = format;
    this.#rate = codec.rate;
    this.#clockRate = clockRate;
    if (this.#buffer === undefined) return;
    this.#buffer.retune({ codec, clockRate });
    if (this.#frame.length !== frameSize(codec.rate)) this.#frame = new Int16Array(frameSize(codec.rate));
  }
}

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

type AudioUse = Extract<PayloadUse, { readonly kind: 'audio' }>;

/** One stream of packets on its way in: packets when they come, a frame of audio or nothing in every tick. */
export class RtpStreamReader {
  readonly #codecOf: (format: string) => AudioCodec;
  readonly #events: TelephoneEventReader;
  readonly #buffer: JitterBuffer;
  #payloads: PayloadMap;
  /** What the buffer holds. */
  #format: string;
  #rate: number;
  #frame: Int16Array;
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
    this.#payloads = new PayloadMap(receive);
    this.#format = first.format;
    this.#rate = codec.rate;
    this.#clockRate = first.clockRate;
    this.#buffer = new JitterBuffer({ codec, clockRate: first.clockRate });
    this.#frame = new Int16Array(frameSize(codec.rate));
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
    return this.#buffer.counters;
  }

  report(): ReceptionReport | undefined {
    return this.#buffer.report();
  }

  /** Other payloads from now on. What comes decides which of them is heard. */
  configure(receive: RtpMedia['receive']): void {
    this.#payloads = new PayloadMap(receive);
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
    switch (use.kind) {
      case 'audio':
        if (use.format !== this.#format) this.#turnTo(use);
        return this.#buffer.put(packet, arrivedAt);
      case 'events':
        this.#buffer.passOver(packet);
        return this.#events.read(packet, use.clockRate);
      case 'noise':
        return this.#buffer.passOver(packet);
    }
  }

  /** Takes a packet of audio that is heard elsewhere, undecoded; false when that has come before, or is out of place. */
  passOn(packet: RtpPacket, arrivedAt: number): boolean {
    this.#meet(packet);
    return this.#buffer.passOn(packet, arrivedAt);
  }

  /** A packet of no known kind has a sequence number all the same, which is not lost. */
  refuse(packet: RtpPacket): void {
    if (packet.ssrc === this.#ssrc) this.#buffer.passOver(packet);
  }

  /** 20 ms have gone by: the next frame, good until the next call, or undefined when there is nothing to hear. */
  tick(): Int16Array | undefined {
    this.#events.tick();
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

  #meet({ ssrc, length }: RtpPacket): void {
    if (this.#ssrc !== undefined && this.#ssrc !== ssrc) this.#events.restart();
    this.#ssrc = ssrc;
    this.#octets += length;
  }

  #turnTo({ format, clockRate }: AudioUse): void {
    const codec = this.#codecOf(format);
    this.#format = format;
    this.#rate = codec.rate;
    this.#clockRate = clockRate;
    this.#buffer.retune({ codec, clockRate });
    if (this.#frame.length !== frameSize(codec.rate)) this.#frame = new Int16Array(frameSize(codec.rate));
  }
}

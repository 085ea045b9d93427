import { makeRtpCodec } from '../../../src/media/rtp/payload/rtp-codec';
import { JitterBuffer } from '../../../src/media/rtp/playout/jitter-buffer';
import type { TakenFrame } from '../../../src/media/rtp/playout/jitter-buffer';
import { readRtp, rtpHeaderLength, writeRtpHeader } from '../../../src/media/rtp/rtp-packet';
import type { RtpHeader, RtpPacket } from '../../../src/media/rtp/rtp-packet';
import type { AudioCodec } from '../../../src/media/codecs/audio-codec';

export type SomeHeader = Partial<RtpHeader>;

export function datagram(header: SomeHeader, payload: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = new Uint8Array(rtpHeaderLength + payload.length);
  writeRtpHeader(bytes, { payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 1, ...header });
  bytes.set(payload, rtpHeaderLength);
  return bytes;
}

export function packet(header: SomeHeader, payload?: Uint8Array): RtpPacket {
  const read = readRtp(datagram(header, payload));
  if (read === undefined) throw new Error('what was written is no packet');
  return read;
}

export function codecOf(name: string): AudioCodec {
  const codec = makeRtpCodec(name);
  if (codec === undefined) throw new Error(`no codec ${name}`);
  return codec;
}

/** Signed linear of 8 kHz, so that samples are known again; packets are numbered from 1 in all their samples. */
export class BufferRig {
  readonly buffer: JitterBuffer;
  /** What every tick was made of. */
  readonly taken: TakenFrame[] = [];
  /** The packets that were heard: by the last sample of each frame, as the first ones behind a loss are blended. */
  readonly heard: number[] = [];
  /** All that was to be heard. */
  readonly samples: number[] = [];
  readonly #codec = codecOf('slin');
  readonly #first: { readonly sequence: number; readonly timestamp: number };
  readonly #length: number;
  #tick = 0;

  constructor({ sequence = 1000, timestamp = 50_000, milliseconds = 20 } = {}) {
    this.#first = { sequence, timestamp };
    this.#length = milliseconds * 8;
    this.buffer = new JitterBuffer({ codec: this.#codec, clockRate: 8000 });
  }

  /** The packet of this number arrives. */
  arrive(number: number, header: SomeHeader = {}): void {
    const samples = new Int16Array(this.#length).fill(number);
    this.buffer.put(packet({ ...this.#headerOf(number), ...header }, this.#codec.encode(samples)), 20 * this.#tick);
  }

  /** In its place, a packet without audio. */
  arriveOther(number: number): void {
    this.buffer.passOver(packet({ ...this.#headerOf(number), payloadType: 101 }, new Uint8Array(4)));
  }

  tick(times = 1): TakenFrame {
    let taken: TakenFrame = 'silent';
    for (let i = 0; i < times; i += 1) {
      const frame = new Int16Array(160);
      taken = this.buffer.take(frame);
      this.#tick += 1;
      this.taken.push(taken);
      if (taken === 'audio') this.heard.push(frame[159] ?? 0);
      if (taken !== 'silent') this.samples.push(...frame);
    }
    return taken;
  }

  /** A tick behind each packet. */
  play(...numbers: readonly number[]): void {
    for (const number of numbers) {
      this.arrive(number);
      this.tick();
    }
  }

  #headerOf(number: number): SomeHeader {
    const { sequence, timestamp } = this.#first;
    return {
      sequence: (sequence + number - 1) & 0xffff,
      timestamp: (timestamp + (number - 1) * this.#length) >>> 0,
    };
  }
}

export const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

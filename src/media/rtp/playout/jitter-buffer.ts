import type { AudioCodec } from '../../codecs/audio-codec';
import { frameSize } from '../../samples/media-frames';
import { LossConcealment } from './loss-concealment';
import { PacketRing, ringSize } from './packet-ring';
import { leastWait, maxWait, PlayoutDelay } from './playout-delay';
import { Reception } from '../rtcp/reception';
import type { ReceptionCounters, ReceptionReport } from '../rtcp/reception';
import type { RtpPacket } from '../rtp-packet';
import { SampleQueue } from '../../samples/sample-queue';

/** The content of a frame: received audio, concealment, or nothing. */
export type TakenFrame = 'audio' | 'concealed' | 'silent';

export interface JitterBufferOptions {
  readonly codec: AudioCodec;
  readonly clockRate: number;
}

/** Ticks without a packet that make a pause; behind it, packets wait as at the beginning. */
const pauseLength = 3;
/** Payloads have at most this many bytes, or last 200 ms where that is more: others are no audio. */
const maxBytes = 1500;

/** What codecs that make up for losses themselves take for a lost packet; others make nothing of it. */
const noBytes = new Uint8Array(0);

/** Relayed packets that are kept for decoding when relaying ends: as much audio as loss concealment compares. */
const kept = 3;

/**
 * Takes packets as they come and gives 20 ms of audio in every tick.
 *
 * Payloads wait undecoded until their turn, are decoded in order, each exactly once, and what they make goes through a
 * queue of samples. Codecs with a memory need the order, so nothing could be decoded on arrival anyway while something
 * before it may still come; and payloads of 10, 30 or 60 ms cannot be joined or cut, but their samples can.
 *
 * The order is that of the sequence numbers. Timestamps only serve to measure jitter: programs that send RTP often count
 * them wrong, and are understood all the same. When nothing is left the stream stands still, so packets that come late
 * are heard late and by that make the wait longer; when more waits than has to for some time, a frame is given up. Both
 * also make good for clocks of different speed.
 */
export class JitterBuffer {
  #codec: AudioCodec;
  #frameSize: number;
  #maxBytes: number;
  readonly #ring = new PacketRing();
  readonly #delay = new PlayoutDelay();
  readonly #reception: Reception;
  #concealment: LossConcealment;
  #queue: SampleQueue;
  /** Packets are relayed and not played here. */
  #isPassing = false;
  #decoded: Int16Array = new Int16Array(0);
  #ssrc: number | undefined;
  /** The place whose turn is next, and the last one that anything is known of. */
  #next = 0;
  #newest = -1;
  /** Nothing was played yet, so what is before the next place may still take its turn. */
  #isFresh = true;
  #isPlaying = false;
  #waited = 0;
  #isStretched = false;
  /** Samples of the last packet, which those that are lost would have had too. */
  #packetSize: number;
  /** Samples to make up for lost packets, behind those in the queue. */
  #missing = 0;
  /** All of them since a packet came. */
  #missed = 0;
  /** Ticks that found nothing, and the samples made up in them. */
  #stalled = 0;
  #inAdvance = 0;

  constructor({ codec, clockRate }: JitterBufferOptions) {
    this.#codec = codec;
    this.#frameSize = frameSize(codec.rate);
    this.#packetSize = this.#frameSize;
    this.#maxBytes = maxBytesOf(codec);
    this.#reception = new Reception(clockRate, () => this.#clear());
    this.#concealment = new LossConcealment(codec.rate);
    this.#queue = queueFor(this.#frameSize);
  }

  /** Audio of another format follows in the same stream. What waits of the one before is given up. */
  retune({ codec, clockRate }: JitterBufferOptions): void {
    const isOtherRate = codec.rate !== this.#codec.rate;
    this.#codec = codec;
    this.#reception.retune(clockRate);
    this.#maxBytes = maxBytesOf(codec);
    if (isOtherRate) {
      this.#frameSize = frameSize(codec.rate);
      this.#concealment = new LossConcealment(codec.rate);
      this.#queue = queueFor(this.#frameSize);
    }
    this.#packetSize = this.#frameSize;
    this.#giveUpWaiting();
    this.#concealment.forget();
  }

  get counters(): ReceptionCounters {
    return this.#reception.counters;
  }

  /** Frames that packets are made to wait. */
  get wait(): number {
    return this.#delay.wait;
  }

  /** Milliseconds of audio that wait. */
  get depth(): number {
    return (this.#left() * 1000) / this.#codec.rate;
  }

  report(): ReceptionReport | undefined {
    return this.#reception.report();
  }

  /** A packet of audio came; `arrivedAt` are milliseconds of any clock that does not jump. */
  put(packet: RtpPacket, arrivedAt: number): void {
    const place = this.#place(packet);
    if (place === undefined) return;
    this.#reception.time(packet.timestamp, arrivedAt);
    // A talk spurt that finds nothing waiting is played like the first one.
    if (packet.marker && this.#left() === 0) this.#pause();
    this.#keep(place, packet, packet.length > 0 && packet.length <= this.#maxBytes);
  }

  /** A packet of the stream came that holds no audio, but an event or noise. It takes no time. */
  passOver(packet: RtpPacket): void {
    const place = this.#place(packet);
    if (place !== undefined) this.#keep(place, packet, false);
  }

  /**
   * An audio packet arrived that is relayed undecoded; false when it is a duplicate or out of range. Queued audio is
   * dropped with the first of them; the last ones are kept for decoding when relaying ends.
   */
  passOn(packet: RtpPacket, arrivedAt: number): boolean {
    const place = this.#place(packet);
    if (place === undefined) return false;
    this.#reception.time(packet.timestamp, arrivedAt);
    if (!this.#isPassing) this.#giveUpWaiting();
    this.#isPassing = true;
    if (this.#ring.has(place)) {
      this.#reception.duplicated += 1;
      return false;
    }
    this.#newest = Math.max(this.#newest, place);
    this.#next = this.#newest + 1;
    this.#ring.put(place, packet, 'audio');
    this.#ring.take(place);
    return true;
  }

  /** Fills a frame with the next 20 ms of audio. */
  take(frame: Int16Array): TakenFrame {
    if (this.#isPassing) this.#listenAgain();
    this.#skipOthers();
    if (!this.#isPlaying && !this.#mayPlay()) return this.#wait(frame, 0);
    this.#shed();
    if (this.#isStretched) {
      this.#isStretched = false;
      return this.#conceal(frame, 0, frame.length);
    }
    return this.#fill(frame);
  }

  #left(): number {
    return this.#queue.length + this.#ring.waiting * this.#packetSize;
  }

  #place({ ssrc, sequence }: RtpPacket): number | undefined {
    if (this.#ssrc !== undefined && this.#ssrc !== ssrc) {
      this.#reception.restart();
      this.#clear();
    }
    this.#ssrc = ssrc;
    return this.#reception.place(sequence);
  }

  #keep(place: number, packet: RtpPacket, isAudio: boolean): void {
    if (this.#ring.has(place)) {
      this.#reception.duplicated += 1;
      return;
    }
    if (this.#newest < 0) this.#next = place;
    if (place < this.#next && !this.#stepBack(place)) return this.#missTurn(isAudio);
    if (place - this.#next >= ringSize) this.#leapTo(place);
    this.#newest = Math.max(this.#newest, place);
    this.#ring.put(place, packet, isAudio ? 'audio' : 'other');
  }

  /**
   * Packets are made to wait again from here on. What was passed on last is decoded once more, so that the wait is
   * filled with more of it instead of a gap, and codecs with a memory have one.
   */
  #listenAgain(): void {
    this.#isPassing = false;
    this.#isFresh = false;
    this.#concealment.forget();
    for (let place = Math.max(0, this.#newest - kept + 1); place <= this.#newest; place += 1) {
      const payload = this.#ring.payloadAt(place);
      if (payload !== undefined) this.#concealment.keep((this.#decoded = this.#codec.decode(payload, this.#decoded)));
    }
  }

  #giveUpWaiting(): void {
    this.#ring.clear();
    this.#queue.clear();
    this.#missing = 0;
    this.#inAdvance = 0;
    this.#isStretched = false;
    this.#next = this.#newest + 1;
    this.#pause();
  }

  #stepBack(place: number): boolean {
    if (!this.#isFresh || this.#newest - place >= ringSize) return false;
    this.#next = place;
    return true;
  }

  #missTurn(isAudio: boolean): void {
    this.#reception.late += 1;
    if (isAudio && this.#delay.grow()) this.#isStretched = true;
  }

  /** So much got lost that nothing before it is worth waiting for. */
  #leapTo(place: number): void {
    this.#ring.clear();
    this.#queue.clear();
    this.#missing = 0;
    this.#next = place;
    this.#pause();
  }

  #mayPlay(): boolean {
    this.#waited = this.#ring.waiting === 0 ? 0 : this.#waited + 1;
    this.#isPlaying = this.#waited >= this.#delay.wait;
    return this.#isPlaying;
  }

  #pause(): void {
    this.#isPlaying = false;
    this.#waited = 0;
    this.#stalled = 0;
  }

  /** What comes in a burst must not be heard late for the rest of the call. Decoded all the same, for the codec. */
  #shed(): void {
    if (this.#left() <= maxWait * this.#frameSize) return;
    const enough = this.#delay.wait * this.#frameSize;
    this.#missing = 0;
    while (this.#left() > enough) {
      if (this.#queue.length > 0) this.#queue.drop(this.#left() - enough);
      else if (!this.#pull()) return;
      this.#missing = 0;
    }
  }

  #fill(frame: Int16Array): TakenFrame {
    const isWhole = this.#fillWhole(frame);
    let taken: TakenFrame = isWhole ? 'audio' : 'silent';
    let at = isWhole ? frame.length : 0;
    while (at < frame.length) {
      if (this.#queue.length > 0) {
        at += this.#queue.shift(frame, at);
        taken = 'audio';
      } else if (this.#missing > 0) {
        const to = Math.min(frame.length, at + this.#missing);
        this.#missing -= to - at;
        taken = either(taken, this.#conceal(frame, at, to));
        at = to;
      } else if (!this.#pull()) return either(taken, this.#stall(frame, at));
    }
    if (this.#delay.watch(this.#left() / this.#frameSize)) this.#giveUp();
    return taken;
  }

  /** Most packets are as long as a frame, and need no queue between. */
  #fillWhole(frame: Int16Array): boolean {
    if (this.#queue.length > 0 || this.#missing > 0) return false;
    if (this.#next > this.#newest || this.#ring.holding(this.#next) !== 'audio') return false;
    const samples = this.#decoding(this.#ring.take(this.#next), frame);
    this.#next += 1;
    if (samples === frame) this.#concealment.keep(frame);
    else this.#hear(samples);
    return samples === frame;
  }

  /** Brings the next packet, or the lack of it, to where it is heard; false when nothing is known of it. */
  #pull(): boolean {
    this.#skipOthers();
    if (this.#next > this.#newest) return false;
    const place = this.#next;
    this.#next += 1;
    if (this.#ring.holding(place) === 'audio') this.#decode(this.#ring.take(place));
    else this.#lose();
    return true;
  }

  #skipOthers(): void {
    while (this.#next <= this.#newest && this.#ring.holding(this.#next) === 'other') {
      this.#next += 1;
      // A sender of events or noise is not talking: there is no audio to continue.
      this.#concealment.forget();
    }
  }

  #decode(payload: Uint8Array): void {
    this.#decoded = this.#decoding(payload, this.#decoded);
    this.#hear(this.#decoded);
  }

  #decoding(payload: Uint8Array, into: Int16Array): Int16Array {
    const samples = this.#codec.decode(payload, into);
    this.#isFresh = false;
    if (samples.length > 0) this.#packetSize = samples.length;
    this.#stalled = 0;
    this.#inAdvance = 0;
    this.#missed = 0;
    return samples;
  }

  /**
   * What was made up while nothing came has taken the place of what is now known to be lost. More than packets are made
   * to wait cannot be missing otherwise, unless they did not come at the pace of their numbers.
   */
  #lose(): void {
    const own = this.#codec.decode(noBytes);
    const paid = Math.min(this.#inAdvance, this.#packetSize);
    this.#inAdvance -= paid;
    if (paid === 0 && own.length > 0) return this.#hear(own);
    const most = Math.max(this.#packetSize, this.#delay.wait * this.#frameSize) - this.#missed;
    const missing = Math.min(most, this.#packetSize - paid);
    this.#missed += missing;
    this.#missing += missing;
  }

  #hear(samples: Int16Array): void {
    this.#concealment.keep(samples);
    this.#queue.push(samples);
  }

  #stall(frame: Int16Array, at: number): TakenFrame {
    this.#stalled += 1;
    this.#delay.hold();
    if (this.#stalled >= pauseLength) this.#pause();
    return this.#wait(frame, at);
  }

  #wait(frame: Int16Array, at: number): TakenFrame {
    this.#inAdvance += frame.length - at;
    return this.#conceal(frame, at, frame.length);
  }

  #conceal(frame: Int16Array, from: number, to: number): TakenFrame {
    return this.#concealment.fill(frame, from, to) ? 'concealed' : 'silent';
  }

  #giveUp(): void {
    while (this.#missing === 0 && this.#queue.length < 2 * this.#frameSize) if (!this.#pull()) return;
    if (this.#missing > 0) this.#missing = Math.max(0, this.#missing - this.#frameSize);
    else this.#queue.fold(this.#frameSize);
  }

  #clear(): void {
    this.#isPassing = false;
    this.#ring.clear();
    this.#queue.clear();
    this.#concealment.forget();
    this.#delay.restart();
    this.#pause();
    this.#newest = -1;
    this.#isFresh = true;
    this.#isStretched = false;
    this.#missing = 0;
    this.#inAdvance = 0;
  }
}

function maxBytesOf({ bytesPerSecond }: AudioCodec): number {
  return Math.max(maxBytes, bytesPerSecond / 5);
}

function queueFor(size: number): SampleQueue {
  return new SampleQueue((leastWait + maxWait) * size);
}

/** A frame with something of both is what says more. */
function either(one: TakenFrame, other: TakenFrame): TakenFrame {
  return one === 'silent' ? other : one;
}

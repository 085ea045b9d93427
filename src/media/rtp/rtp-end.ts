import type { AudioCodec } from '../codecs/audio-codec';
import type { Leg } from '../leg';
import type { OutsideEnd } from '../outside-end';
import type { RtpStatistics } from '../protocol';
import { Resampler } from '../resample';
import { RtcpSession } from './rtcp-session';
import type { RtpSockets } from './rtp-sockets';
import { RtpStreamReader } from './rtp-stream-reader';
import { RtpStreamWriter } from './rtp-stream-writer';
import { SenderGate } from './sender-gate';
import { guarded } from '../../shared/guard';

export interface RtpEndOptions {
  readonly leg: Leg;
  readonly codec: AudioCodec;
  readonly payload: { readonly type: number; readonly clockRate: number };
  readonly sockets: RtpSockets;
  readonly learnsSender: boolean;
  readonly onDigit: (digit: string, milliseconds: number) => void;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  /** A packet has met a fault of ours. */
  readonly onFault: (error: unknown) => void;
  /** A whole number below 2 to the power of 32. */
  readonly randomNumber: () => number;
}

const eventPayloadType = 101;

/** Milliseconds between two digits, whatever the one who sends them takes for himself. */
const digitGap = 40;

/** The far end of a leg that sends and receives packets: a frame in, a frame out, 50 times a second. */
export class RtpEnd implements OutsideEnd {
  readonly leg: Leg;
  readonly #options: RtpEndOptions;
  readonly #gate: SenderGate;
  readonly #reader: RtpStreamReader;
  readonly #writer: RtpStreamWriter;
  readonly #reports: RtcpSession;
  readonly #inward: Resampler;
  readonly #outward: Resampler;
  #incoming: Int16Array | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #isClosed = false;

  constructor(options: RtpEndOptions) {
    const { leg, codec, payload, sockets, randomNumber } = options;
    this.leg = leg;
    this.#options = options;
    this.#gate = new SenderGate(sockets.expected);
    const stream = { payloadType: payload.type, clockRate: payload.clockRate, eventPayloadType };
    const digits = { began: () => undefined, ended: options.onDigit };
    this.#reader = new RtpStreamReader({ codec, ...stream, digits });
    this.#writer = new RtpStreamWriter({
      ...stream,
      ssrc: randomNumber(),
      sequence: randomNumber() & 0xffff,
      timestamp: randomNumber(),
    });
    const { clockRate } = payload;
    this.#reports = new RtcpSession({ reader: this.#reader, writer: this.#writer, clockRate, now: Date.now });
    this.#inward = new Resampler(codec.rate, leg.rate);
    this.#outward = new Resampler(leg.rate, codec.rate);
    sockets.onAudio(guarded((bytes, from) => this.#receive(bytes, from), options.onFault));
    sockets.onReport(guarded((bytes) => this.#reports.receive(bytes), options.onFault));
  }

  frameAt(): Int16Array | undefined {
    return this.#incoming;
  }

  /** Sent at the end of the tick, when it is known that nothing else is. */
  carry(): void {}

  take(): boolean {
    this.#gate.tick();
    const frame = this.#reader.tick();
    this.#incoming = frame === undefined ? undefined : this.#inward.process(frame);
    return frame !== undefined;
  }

  give(tick: number): void {
    const frame = this.leg.sentAt(tick);
    const packet = this.#writer.tick(frame === undefined ? undefined : this.#encoded(frame));
    if (packet !== undefined) this.#options.sockets.sendAudio(packet);
    const report = this.#reports.tick();
    if (report !== undefined) this.#options.sockets.sendReport(report);
  }

  sendDigit(digit: string, milliseconds: number): void {
    this.#writer.digits.send({ digit, duration: milliseconds, gap: digitGap });
  }

  get statistics(): RtpStatistics {
    const { ssrc, counters, octets } = this.#reader;
    const { local, remote, roundTrips } = this.#reports.figures;
    const { figures } = local;
    return {
      sent: { ssrc: this.#writer.ssrc, ...this.#writer.sent },
      received: { ssrc, packets: counters.received, octets },
      remote: { lost: remote.lost, ...remote.figures },
      // What is measured here is known between two reports, too.
      local: { ...figures, lost: counters.lost, jitter: { ...figures.jitter, latest: counters.jitter } },
      roundTrip: roundTrips.figures,
    };
  }

  detach(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reader.end();
    const { sockets, codec } = this.#options;
    sockets.closeAfter(this.#reports.goodbye());
    codec.close?.();
  }

  /** Only what is a packet of this stream counts for anything: nobody is believed for nonsense. */
  #receive(bytes: Uint8Array, from: string): void {
    if (this.#isClosed || !this.#reader.understands(bytes)) return;
    if (this.#options.learnsSender && !this.#gate.admits(from)) return;
    this.#reader.receive(bytes, this.#options.now());
  }

  #encoded(frame: Int16Array): Uint8Array {
    this.#bytes = this.#options.codec.encode(this.#outward.process(frame), this.#bytes);
    return this.#bytes;
  }
}

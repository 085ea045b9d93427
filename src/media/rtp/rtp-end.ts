import { guarded } from '../../shared/scheduling/guard';
import type { AudioCodec } from '../codecs/audio-codec';
import type { Leg } from '../leg/leg';
import { meanLevel } from '../samples/levels';
import { frameLength, hasSound } from '../samples/media-frames';
import type { TickWork } from '../media-work';
import type { ExternalEnd } from '../leg/external-end';
import type { RtpMedia, RtpStatistics } from '../protocol-rtp';
import { Resampler } from '../samples/resample';
import type { StatisticsBoard } from '../statistics-board';
import { RtpProtection } from '../srtp/rtp-protection';
import { PacketPacing, packetTimeOf } from './packet-pacing';
import { RtcpSession } from './rtcp/rtcp-session';
import { RtpCodecs } from './payload/rtp-codecs';
import { isRtcp, readRtp, RtpPacket } from './rtp-packet';
import { RtpRoute } from './sockets/rtp-route';
import type { RtpSockets } from './sockets/rtp-sockets';
import { RtpStreamReader } from './rtp-stream-reader';
import type { StreamStart } from './rtp-stream-writer';
import { RtpStreamWriter } from './rtp-stream-writer';
import type { Origin } from './sockets/sender-gate';
import type { SilenceListener } from './silence-watch';
import { SilenceWatch } from './silence-watch';

export interface RtpEndOptions extends SilenceListener {
  readonly leg: Leg;
  readonly sockets: RtpSockets;
  readonly media: RtpMedia;
  /** Shows the figures outside of this thread. */
  readonly board: StatisticsBoard | undefined;
  readonly onDigit: (digit: string, milliseconds: number) => void;
  /** An internal fault while handling a packet. */
  readonly onFault: (error: unknown) => void;
  readonly work: Pick<TickWork, 'firstAudio'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** A whole number below 2 to the power of 32. */
  readonly randomNumber: () => number;
}

/** Milliseconds between two digits, whatever the sender uses. */
const digitGap = 40;

/** The mean level of a frame without speech. */
const quietLevel = 64;

/** Comfort noise (RFC 3389) at the lowest level. */
const noiseType = 13;
const silentNoise = Uint8Array.of(127);

const noBytes = new Uint8Array(0);

/**
 * The far end of a leg that sends and receives packets: a frame in, a frame out, 50 times a second. When nothing else
 * needs the audio of two such ends, packets are relayed between them unchanged.
 */
export class RtpEnd implements ExternalEnd {
  readonly leg: Leg;
  readonly #options: RtpEndOptions;
  readonly #codecs = new RtpCodecs();
  readonly #packet = new RtpPacket();
  readonly #route: RtpRoute;
  readonly #reader: RtpStreamReader;
  readonly #writer: RtpStreamWriter;
  readonly #reports: RtcpSession;
  readonly #protection = new RtpProtection();
  readonly #silence: SilenceWatch;
  #media: RtpMedia;
  #codec: AudioCodec;
  /** Where packets are not of 20 ms. */
  #pacing: PacketPacing | undefined;
  #inward: Resampler;
  #outward: Resampler;
  #incoming: Int16Array | undefined;
  #bytes: Uint8Array = noBytes;
  /** The end to which received packets are relayed. */
  #relay: RtpEnd | undefined;
  /** Milliseconds since a packet was sent. */
  #unsent = 0;
  /** Reports that the board shows. */
  #published = 0;
  #isClosed = false;

  /** Throws when there is no codec, or no destination. */
  constructor(options: RtpEndOptions) {
    const { leg, sockets, media, randomNumber } = options;
    this.leg = leg;
    this.#options = options;
    this.#media = media;
    this.#codec = this.#codecs.of(media.send.audio.format);
    this.#route = new RtpRoute(sockets, media);
    this.#silence = new SilenceWatch(options);
    this.#reader = new RtpStreamReader({
      receive: media.receive,
      codecOf: (format) => this.#codecs.of(format),
      digits: { began: () => undefined, ended: options.onDigit },
    });
    this.#writer = new RtpStreamWriter(payloadsOf(media), (): StreamStart => {
      return { ssrc: randomNumber(), sequence: randomNumber() & 0xffff, timestamp: randomNumber() };
    });
    this.#reports = new RtcpSession({ reader: this.#reader, writer: this.#writer, now: Date.now });
    this.#inward = new Resampler(this.#reader.rate, media.rate);
    this.#outward = new Resampler(media.rate, this.#codec.rate);
    this.#agree();
    // Guarded by hand: a list of arguments would be made for every packet.
    sockets.onAudio((bytes, from) => {
      try {
        this.#receive(bytes, from);
      } catch (error) {
        options.onFault(error);
      }
    });
    sockets.onReport(guarded((bytes, from) => this.#hearReport(bytes, from), options.onFault));
  }

  /** Applies new parameters. Throws like the constructor, and changes nothing then. */
  configure(media: RtpMedia): void {
    const codec = this.#codecs.of(media.send.audio.format);
    for (const { format } of media.receive.audio) this.#codecs.of(format);
    this.#route.configure(media);
    this.#codec = codec;
    this.#media = media;
    this.#reader.configure(media.receive);
    this.#writer.configure(payloadsOf(media));
    this.#agree();
  }

  frameAt(): Int16Array | undefined {
    return this.#incoming;
  }

  /** Sent at the end of the tick, when it is known that nothing else is. */
  carry(): void {}

  take(): boolean {
    this.#route.tick();
    this.#silence.tick();
    this.#relayTo(this.#relayPartner());
    if (this.#relay !== undefined) {
      this.#reader.tickPassing();
      this.#incoming = undefined;
      return false;
    }
    const frame = this.#reader.tick();
    this.#incoming = frame === undefined ? undefined : this.#resampledIn(frame);
    return frame !== undefined;
  }

  give(tick: number): void {
    this.#unsent += frameLength;
    const now = this.#writer.advance();
    if (this.#sends()) this.#sendFrame(this.leg.sentAt(tick), now);
    else this.#writer.pause();
    this.#keepAlive();
    const report = this.#reports.tick();
    if (report !== undefined) this.#route.sendReport(this.#protection.protectReport(report));
    if (this.#options.board !== undefined) this.#publish(this.#options.board);
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
    this.#relayTo(undefined);
    this.#reader.end();
    const goodbye = this.#reports.goodbye();
    this.#route.closeAfter(goodbye && this.#protection.protectReport(goodbye));
    this.#codecs.close();
  }

  #publish(board: StatisticsBoard): void {
    const { ssrc, counters, octets } = this.#reader;
    board.writeCounters({
      sent: { ssrc: this.#writer.ssrc, ...this.#writer.sent },
      received: { ssrc, packets: counters.received, octets },
      lost: counters.lost,
      jitter: counters.jitter,
    });
    const { count } = this.#reports;
    if (count === this.#published) return;
    this.#published = count;
    board.writeReports(this.statistics);
  }

  #sends(): boolean {
    return this.#media.direction === 'sendrecv' || this.#media.direction === 'sendonly';
  }

  #receives(): boolean {
    return this.#media.direction === 'sendrecv' || this.#media.direction === 'recvonly';
  }

  /** Settings derived from the parameters. */
  #agree(): void {
    const { send, packetTime, watch, rate, security } = this.#media;
    this.#protection.configure(security);
    const time = packetTimeOf(send.audio.format, packetTime);
    this.#pacing = time === frameLength ? undefined : new PacketPacing(this.#codec, time, send.audio.clockRate);
    this.#outward = new Resampler(rate, this.#codec.rate);
    this.#silence.limitTo(this.#receives() ? watch.silence : watch.silenceOnHold);
    if (rate !== this.leg.rate) this.leg.retune(rate);
  }

  /** A packet is parsed once, and only packets of this stream count: invalid ones do not verify a source. */
  #receive(bytes: Uint8Array, from: Origin): void {
    if (this.#isClosed) return;
    if (this.#media.rtcp.kind === 'mux' && isRtcp(bytes)) return this.#hearReport(bytes, from);
    const clear = this.#protection.open(bytes);
    const packet = clear === undefined ? undefined : readRtp(clear, this.#packet);
    if (packet === undefined) return;
    const use = this.#reader.useOf(packet);
    if (use === undefined) return this.#reader.refuse(packet);
    if (!this.#route.admits(from)) return;
    this.#silence.heard();
    if (!this.#receives()) return;
    const arrivedAt = this.#options.now();
    const relay = use.kind === 'audio' && use.format === this.#reader.format ? this.#relay : undefined;
    if (relay === undefined) {
      if (this.#relay !== undefined) this.#relay.#writer.skip(packet);
      return this.#reader.receive(packet, use, arrivedAt);
    }
    if (!this.#reader.passOn(packet, arrivedAt)) return;
    if (!this.leg.hasHeard) this.#listenOnce(packet);
    relay.#sendOn(packet);
  }

  #hearReport(bytes: Uint8Array, from: Origin): void {
    if (this.#isClosed) return;
    const clear = this.#protection.openReport(bytes);
    if (clear !== undefined && this.#route.admitsReport(from)) this.#reports.receive(clear);
  }

  /** The first audio of a leg is reported, also while relaying. */
  #listenOnce(packet: RtpPacket): void {
    if (hasSound(this.#codecs.of(this.#reader.format).decode(packet.payload))) this.leg.heardFirst(this.#options.work);
  }

  #relayPartner(): RtpEnd | undefined {
    const far = this.leg.relayPartner?.far;
    if (!(far instanceof RtpEnd) || !this.#receives() || !far.#sends()) return undefined;
    const { send, packetTime } = far.#media;
    if (send.audio.format !== this.#reader.format || packetTime !== this.#media.packetTime) return undefined;
    return this.#relay === far || far.#writer.wasSilent || this.#isQuiet() ? far : undefined;
  }

  /** Starting to relay drops the buffered audio, which would be audible in the middle of a word. */
  #isQuiet(): boolean {
    return this.#incoming === undefined || meanLevel(this.#incoming) < quietLevel;
  }

  #relayTo(partner: RtpEnd | undefined): void {
    if (partner === this.#relay) return;
    if (this.#relay !== undefined) this.#relay.#writer.endRelay();
    this.#relay = partner;
  }

  #sendOn(packet: RtpPacket): void {
    if (this.#isClosed) return;
    const bytes = this.#writer.relay(packet);
    if (bytes !== undefined) this.#send(bytes);
  }

  #sendFrame(frame: Int16Array | undefined, now: number): void {
    const event = this.#writer.event(now);
    if (event !== undefined) return this.#send(event);
    if (frame === undefined) {
      this.#pacing?.clear();
      return this.#writer.pause();
    }
    const samples = this.#outward.process(frame);
    if (this.#pacing !== undefined) return this.#sendPaced(samples, now, this.#pacing);
    this.#bytes = this.#codec.encode(samples, this.#bytes);
    if (this.#bytes.length > 0) this.#send(this.#writer.audio(this.#bytes, now));
  }

  #sendPaced(samples: Int16Array, now: number, pacing: PacketPacing): void {
    pacing.push(samples, now);
    for (let bytes = pacing.next(); bytes !== undefined; bytes = pacing.next()) {
      this.#send(this.#writer.audio(bytes, pacing.timestamp));
      pacing.moveOn();
    }
  }

  #keepAlive(): void {
    const { keepAlive } = this.#media.watch;
    if (keepAlive !== undefined && this.#unsent >= keepAlive)
      this.#send(this.#writer.keepAlive(noiseType, silentNoise));
  }

  #send(bytes: Uint8Array): void {
    this.#unsent = 0;
    this.#route.sendAudio(this.#protection.protect(bytes));
  }

  #resampledIn(frame: Int16Array): Int16Array {
    if (this.#inward.from !== this.#reader.rate || this.#inward.to !== this.leg.rate)
      this.#inward = new Resampler(this.#reader.rate, this.leg.rate);
    return this.#inward.process(frame);
  }
}

function payloadsOf({ send: { audio, events } }: RtpMedia): ConstructorParameters<typeof RtpStreamWriter>[0] {
  return { payloadType: audio.type, clockRate: audio.clockRate, events };
}

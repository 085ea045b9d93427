import { ntpTime, roundTrip, shortTime } from './rtcp';
import type { ReportBlock, RtcpReport } from './rtcp';
import { readRtcp } from './rtcp-reader';
import { writeRtcp } from './rtcp-writer';
import type { ReceptionReport } from './reception';
import type { RtpStreamReader } from '../rtp-stream-reader';
import type { RtpStreamWriter } from '../rtp-stream-writer';
import { Series } from './series';
import type { QualityReport } from './stream-quality';
import { StreamQuality } from './stream-quality';

export interface RtcpSessionOptions {
  readonly reader: Pick<RtpStreamReader, 'ssrc' | 'report' | 'clockRate'>;
  readonly writer: Pick<RtpStreamWriter, 'ssrc' | 'sent' | 'timestamp' | 'clockRate'>;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
}

/** The far end's report about our stream. */
export interface FarReception extends ReportBlock {
  /** Milliseconds to there and back; undefined as long as it is not known. */
  readonly roundTrip: number | undefined;
}

/** How both directions have arrived, report by report. */
export interface SessionFigures {
  readonly local: StreamQuality;
  readonly remote: StreamQuality;
  readonly roundTrips: Series;
}

/** Ticks between two reports: five seconds, as is usual for one who talks to one (RFC 3550 §6.2). */
const interval = 250;

/** Sends reception reports for a stream, and receives those of the far end. */
export class RtcpSession {
  readonly #options: RtcpSessionOptions;
  /** Our stream at the beginning, which gives the name in reports. */
  readonly #firstSource: number;
  #ticks = 0;
  #hasReported = false;
  #count = 0;
  #heard: { readonly middle: number; readonly at: number } | undefined;
  #farReception: FarReception | undefined;
  /** Made with the first report: most calls are too short for one. */
  #figures: SessionFigures | undefined;

  constructor(options: RtcpSessionOptions) {
    this.#options = options;
    this.#firstSource = options.writer.ssrc;
  }

  /** Reports of both sides so far. */
  get count(): number {
    return this.#count;
  }

  /** What the far end said last. */
  get farReception(): FarReception | undefined {
    return this.#farReception;
  }

  /** What the reports of both sides have shown so far. */
  get figures(): SessionFigures {
    this.#figures ??= { local: new StreamQuality(), remote: new StreamQuality(), roundTrips: new Series() };
    return this.#figures;
  }

  /** Called every 20 ms; returns a report when one is due. */
  tick(): Uint8Array | undefined {
    this.#ticks += 1;
    if (this.#ticks % interval !== 0) return undefined;
    this.#hasReported = true;
    return writeRtcp(this.#report([]));
  }

  receive(bytes: Uint8Array): void {
    const report = readRtcp(bytes);
    if (report === undefined) return;
    const { writer, now } = this.#options;
    const at = now();
    if (report.sender !== undefined) this.#heard = { middle: shortTime(report.sender), at };
    const block = report.blocks.find(({ ssrc }) => ssrc === writer.ssrc);
    if (block !== undefined) this.#hearOfUs({ ...block, roundTrip: roundTrip(block, at) });
  }

  /** What to send when the stream ends; undefined when the far end has never heard of it (RFC 3550 §6.3.7). */
  goodbye(): Uint8Array | undefined {
    if (!this.#hasReported && this.#options.writer.sent.packets === 0) return undefined;
    return writeRtcp(this.#report([this.#options.writer.ssrc]));
  }

  #hearOfUs(reception: FarReception): void {
    this.#count += 1;
    this.#farReception = reception;
    if (reception.roundTrip !== undefined) this.figures.roundTrips.add(reception.roundTrip);
    this.figures.remote.add(this.#quality(reception, this.#options.writer.clockRate));
  }

  #quality({ jitter, lost, fractionLost }: ReceptionReport, clockRate: number): QualityReport {
    return {
      jitter: (jitter * 1000) / clockRate,
      lostSoFar: lost,
      shareLost: fractionLost / 256,
      roundTrip: this.#farReception?.roundTrip,
    };
  }

  #report(left: readonly number[]): RtcpReport {
    const { writer, now } = this.#options;
    const { packets, octets } = writer.sent;
    const sender = packets === 0 ? {} : { sender: { ...ntpTime(now()), timestamp: writer.timestamp, packets, octets } };
    return { ssrc: writer.ssrc, ...sender, blocks: this.#blocks(), cname: this.#firstSource.toString(16), left };
  }

  #blocks(): ReportBlock[] {
    const { reader, now } = this.#options;
    const reception = reader.report();
    if (reader.ssrc === undefined || reception === undefined) return [];
    this.#count += 1;
    this.figures.local.add(this.#quality(reception, reader.clockRate));
    const heard = this.#heard;
    const delay = heard === undefined ? 0 : Math.round(((now() - heard.at) * 65_536) / 1000) >>> 0;
    return [{ ...reception, ssrc: reader.ssrc, lastReport: heard?.middle ?? 0, delay }];
  }
}

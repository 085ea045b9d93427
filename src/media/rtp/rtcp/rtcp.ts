import type { ReceptionReport } from './reception';

/** What one side tells the other of what it sends and receives (RFC 3550 §6). */
export interface RtcpReport {
  /** Who tells. */
  readonly ssrc: number;
  /** Only of those who send. */
  readonly sender?: SenderReport;
  readonly blocks: readonly ReportBlock[];
  readonly cname?: string;
  /** Those who leave. */
  readonly left: readonly number[];
}

export interface SenderReport {
  /** When it was sent: seconds since 1900, and their 2^32nd parts. */
  readonly seconds: number;
  readonly fraction: number;
  /** The same moment on the clock of the stream. */
  readonly timestamp: number;
  readonly packets: number;
  readonly octets: number;
}

/** How a stream arrives. */
export interface ReportBlock extends ReceptionReport {
  /** Whose stream. */
  readonly ssrc: number;
  /** When its last sender report was sent, and how long ago it came, in 65536ths of a second; 0 when none came. */
  readonly lastReport: number;
  readonly delay: number;
}

export const rtcpTypes = { senderReport: 200, receiverReport: 201, description: 202, goodbye: 203 } as const;

export const cnameItem = 1;

/** Seconds from 1900 to 1970. */
const epoch = 2_208_988_800;

/** Milliseconds of the wall clock as RTCP writes them. */
export function ntpTime(milliseconds: number): { readonly seconds: number; readonly fraction: number } {
  const seconds = Math.floor(milliseconds / 1000);
  return {
    seconds: (seconds + epoch) >>> 0,
    fraction: Math.floor(((milliseconds - seconds * 1000) / 1000) * 2 ** 32) >>> 0,
  };
}

/** The middle of a time, which reports refer to others by. */
export function shortTime({ seconds, fraction }: { readonly seconds: number; readonly fraction: number }): number {
  return ((seconds << 16) | (fraction >>> 16)) >>> 0;
}

/**
 * Milliseconds that a report to us and back has taken, when its block came at that wall-clock time (RFC 3550 §6.4.1).
 * Undefined when the block refers to no report of ours, or lies.
 */
export function roundTrip({ lastReport, delay }: ReportBlock, milliseconds: number): number | undefined {
  if (lastReport === 0) return undefined;
  const units = (shortTime(ntpTime(milliseconds)) - lastReport - delay) | 0;
  // Tolerates a clock that was set back a little, but not hours.
  if (units < -0x10000) return undefined;
  return (Math.max(0, units) * 1000) / 0x10000;
}

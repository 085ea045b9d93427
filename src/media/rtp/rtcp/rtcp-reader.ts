import { longWord, word } from '../rtp-packet';
import { cnameItem, rtcpTypes } from './rtcp';
import type { ReportBlock, RtcpReport, SenderReport } from './rtcp';

/** What is read of a datagram, part by part. */
interface Findings {
  ssrc: number | undefined;
  sender: SenderReport | undefined;
  cname: string | undefined;
  readonly blocks: ReportBlock[];
  readonly left: number[];
}

const headerLength = 4;
const senderLength = 20;
const blockLength = 24;

/**
 * Reads a datagram of reports; undefined when it is none, or any part of it lies about its length. Parts that are not
 * known are passed over. Of several senders in one datagram, the first is who tells.
 */
export function readRtcp(bytes: Uint8Array): RtcpReport | undefined {
  const found: Findings = { ssrc: undefined, sender: undefined, cname: undefined, blocks: [], left: [] };
  let at = 0;
  while (at < bytes.length) {
    const end = partEnd(bytes, at);
    if (end === undefined || !readPart(bytes.subarray(at, end), found)) return undefined;
    at = end;
  }
  const { ssrc, sender, cname, blocks, left } = found;
  if (ssrc === undefined) return undefined;
  return { ssrc, blocks, left, ...(sender === undefined ? {} : { sender }), ...(cname === undefined ? {} : { cname }) };
}

/** Where the part that begins there ends; undefined when that cannot be true. Only the last one may be padded. */
function partEnd(bytes: Uint8Array, at: number): number | undefined {
  const first = bytes[at] ?? 0;
  const type = bytes[at + 1] ?? 0;
  if (at + headerLength > bytes.length || first >> 6 !== 2 || type < 192 || type > 223) return undefined;
  const end = at + headerLength + 4 * word(bytes, at + 2);
  return end > bytes.length || (first & 0x20 && end !== bytes.length) ? undefined : end;
}

function readPart(padded: Uint8Array, found: Findings): boolean {
  const part = withoutPadding(padded);
  if (part === undefined) return false;
  switch (part[1]) {
    case rtcpTypes.senderReport:
    case rtcpTypes.receiverReport:
      return readReport(part, found);
    case rtcpTypes.description:
      readDescription(part, found);
      return true;
    case rtcpTypes.goodbye:
      return readGoodbye(part, found);
    default:
      return true;
  }
}

function withoutPadding(part: Uint8Array): Uint8Array | undefined {
  if (!((part[0] ?? 0) & 0x20)) return part;
  const padding = part[part.length - 1] ?? 0;
  return padding === 0 || padding > part.length - headerLength ? undefined : part.subarray(0, part.length - padding);
}

function readReport(part: Uint8Array, found: Findings): boolean {
  const isSender = part[1] === rtcpTypes.senderReport;
  const start = 8 + (isSender ? senderLength : 0);
  const count = countOf(part);
  if (part.length < start + blockLength * count) return false;
  const ssrc = longWord(part, 4);
  found.ssrc ??= ssrc;
  if (isSender && found.ssrc === ssrc) found.sender ??= senderOf(part);
  for (let i = 0; i < count; i += 1) found.blocks.push(blockOf(part, start + blockLength * i));
  return true;
}

function senderOf(part: Uint8Array): SenderReport {
  return {
    seconds: longWord(part, 8),
    fraction: longWord(part, 12),
    timestamp: longWord(part, 16),
    packets: longWord(part, 20),
    octets: longWord(part, 24),
  };
}

function blockOf(part: Uint8Array, at: number): ReportBlock {
  return {
    ssrc: longWord(part, at),
    fractionLost: part[at + 4] ?? 0,
    lost: (longWord(part, at + 4) << 8) >> 8,
    highestSequence: longWord(part, at + 8),
    jitter: longWord(part, at + 12),
    lastReport: longWord(part, at + 16),
    delay: longWord(part, at + 20),
  };
}

/** Looks for the name in the first chunk, which is the only one that end points send. */
function readDescription(part: Uint8Array, found: Findings): void {
  if (countOf(part) === 0) return;
  let at = 8;
  while (at + 1 < part.length && part[at] !== 0) {
    const end = at + 2 + (part[at + 1] ?? 0);
    if (end > part.length) return;
    if (part[at] === cnameItem) found.cname ??= Buffer.from(part.subarray(at + 2, end)).toString();
    at = end;
  }
}

function readGoodbye(part: Uint8Array, found: Findings): boolean {
  const count = countOf(part);
  if (part.length < headerLength + 4 * count) return false;
  for (let i = 0; i < count; i += 1) found.left.push(longWord(part, headerLength + 4 * i));
  found.ssrc ??= found.left[0];
  return true;
}

function countOf(part: Uint8Array): number {
  return (part[0] ?? 0) & 0x1f;
}

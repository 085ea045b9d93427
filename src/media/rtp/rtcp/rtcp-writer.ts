import { putLongWord } from '../rtp-packet';
import { cnameItem, rtcpTypes } from './rtcp';
import type { ReportBlock, RtcpReport, SenderReport } from './rtcp';

const blockLength = 24;
const senderLength = 20;
/** Counts in headers have five bits. */
const maxCounted = 31;
const maxText = 255;

/** Writes a report as one datagram: the report itself, who it is from, and who leaves. */
export function writeRtcp({ ssrc, sender, blocks, cname, left }: RtcpReport): Uint8Array {
  const parts = [report({ ssrc, blocks: blocks.slice(0, maxCounted), ...(sender === undefined ? {} : { sender }) })];
  if (cname !== undefined) parts.push(description(ssrc, cname));
  if (left.length > 0) parts.push(goodbye(left.slice(0, maxCounted)));
  return Buffer.concat(parts);
}

interface Report {
  readonly ssrc: number;
  readonly sender?: SenderReport;
  readonly blocks: readonly ReportBlock[];
}

function report({ ssrc, sender, blocks }: Report): Uint8Array {
  const start = sender === undefined ? 8 : 8 + senderLength;
  const type = sender === undefined ? rtcpTypes.receiverReport : rtcpTypes.senderReport;
  const bytes = part(type, blocks.length, start + blockLength * blocks.length);
  putLongWord(bytes, 4, ssrc);
  if (sender !== undefined) putSender(bytes, sender);
  blocks.forEach((block, index) => putBlock(bytes, start + blockLength * index, block));
  return bytes;
}

function putSender(bytes: Uint8Array, sender: SenderReport): void {
  putLongWord(bytes, 8, sender.seconds);
  putLongWord(bytes, 12, sender.fraction);
  putLongWord(bytes, 16, sender.timestamp);
  putLongWord(bytes, 20, sender.packets);
  putLongWord(bytes, 24, sender.octets);
}

function putBlock(bytes: Uint8Array, at: number, block: ReportBlock): void {
  // 24 bits with a sign; further losses no longer count (RFC 3550 A.3).
  const lost = Math.max(-0x800000, Math.min(0x7fffff, block.lost));
  putLongWord(bytes, at, block.ssrc);
  putLongWord(bytes, at + 4, (block.fractionLost << 24) | (lost & 0xffffff));
  putLongWord(bytes, at + 8, block.highestSequence);
  putLongWord(bytes, at + 12, block.jitter);
  putLongWord(bytes, at + 16, block.lastReport);
  putLongWord(bytes, at + 20, block.delay);
}

/** Items end with a zero, and chunks at a multiple of four. */
function description(ssrc: number, cname: string): Uint8Array {
  const text = Buffer.from(cname).subarray(0, maxText);
  const bytes = part(rtcpTypes.description, 1, Math.ceil((4 + 4 + 2 + text.length + 1) / 4) * 4);
  putLongWord(bytes, 4, ssrc);
  bytes[8] = cnameItem;
  bytes[9] = text.length;
  bytes.set(text, 10);
  return bytes;
}

function goodbye(left: readonly number[]): Uint8Array {
  const bytes = part(rtcpTypes.goodbye, left.length, 4 + 4 * left.length);
  left.forEach((ssrc, index) => putLongWord(bytes, 4 + 4 * index, ssrc));
  return bytes;
}

function part(type: number, count: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  putLongWord(bytes, 0, (2 << 30) | (count << 24) | (type << 16) | (length / 4 - 1));
  return bytes;
}

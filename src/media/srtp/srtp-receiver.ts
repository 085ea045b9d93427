import { readLongWord, readWord, rtpPayloadStart } from './packet-header';
import { ReplayWindow } from './replay-window';
import type { SessionKeys } from './session-keys';
import { deriveKeys } from './session-keys';
import { rtcpTagLength } from './suites';
import { hasTag } from './tag';

/** One source of packets. */
interface Source {
  readonly window: ReplayWindow;
  /** The index of the newest genuine packet. */
  highest: number;
}

/** Sources that are remembered: of more, the oldest is forgotten. */
const maxSources = 8;

/** Opens the packets and reports that come under one master key. What is not genuine changes nothing. */
export class SrtpReceiver {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #tagLength: number;
  readonly #sources = new Map<number, Source>();
  readonly #reports = new Map<number, ReplayWindow>();

  /** A master key with its salt, and the length of tags. */
  constructor(master: Uint8Array, tagLength: number) {
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
    this.#tagLength = tagLength;
  }

  /** The packet as it was sent, decrypted in place; undefined when it is not genuine, or came before (RFC 3711 §3.3). */
  open(packet: Uint8Array): Uint8Array | undefined {
    const end = packet.length - this.#tagLength;
    const start = rtpPayloadStart(packet);
    if (end < 12 || start > end) return undefined;
    const ssrc = readLongWord(packet, 8);
    const low = readWord(packet, 2);
    const source = this.#sources.get(ssrc) ?? { window: new ReplayWindow(), highest: low };
    const index = indexOf(source.highest, low);
    if (index < 0 || source.window.refuses(index)) return undefined;
    const high = Math.floor(index / cycle);
    const signature = this.#rtp.authenticator.sign(packet, end, high);
    if (!hasTag(packet, end, { signature, length: this.#tagLength })) return undefined;
    source.window.add(index);
    source.highest = Math.max(source.highest, index);
    keep(this.#sources, ssrc, source);
    this.#rtp.cipher.apply(packet, { start, end, ssrc, high, low });
    return packet.subarray(0, end);
  }

  /** The same for a report (RFC 3711 §3.4). */
  openReport(packet: Uint8Array): Uint8Array | undefined {
    const end = packet.length - rtcpTagLength - 4;
    if (end < 8) return undefined;
    const marked = readLongWord(packet, end);
    const index = marked & 0x7fffffff;
    const ssrc = readLongWord(packet, 4);
    const window = this.#reports.get(ssrc) ?? new ReplayWindow();
    if (window.refuses(index)) return undefined;
    const signature = this.#rtcp.authenticator.sign(packet, end, marked);
    if (!hasTag(packet, end + 4, { signature, length: rtcpTagLength })) return undefined;
    window.add(index);
    keep(this.#reports, ssrc, window);
    const isEncrypted = marked >= 0x80000000;
    if (isEncrypted) this.#rtcp.cipher.apply(packet, { start: 8, end, ssrc, high: index >>> 16, low: index & 0xffff });
    return packet.subarray(0, end);
  }
}

const cycle = 0x10000;

/** The index that is nearest to the newest one (RFC 3711 §3.3.1). */
function indexOf(highest: number, sequence: number): number {
  const distance = (sequence - highest) & 0xffff;
  return highest + (distance < cycle / 2 ? distance : distance - cycle);
}

function keep<Value>(values: Map<number, Value>, ssrc: number, value: Value): void {
  if (values.has(ssrc)) return;
  const [oldest] = values.keys();
  if (values.size >= maxSources && oldest !== undefined) values.delete(oldest);
  values.set(ssrc, value);
}

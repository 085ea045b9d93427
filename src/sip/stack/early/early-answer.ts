import type { NetworkPlace } from '../../../shared/network/network-place';
import type { EarlyRequest } from './early-request';
import { rportLength } from './early-via';

const statusLine = Buffer.from('SIP/2.0 503 Service Unavailable\r\n');

/** What is written at a position of the request, in the place of so many bytes there. */
interface Insertion {
  readonly at: number;
  readonly bytes: Buffer;
  readonly skipped: number;
}

const nothing: Insertion = { at: -1, bytes: Buffer.alloc(0), skipped: 0 };

/** A piece of the request. */
interface Piece {
  readonly datagram: Buffer;
  readonly from: number;
  readonly end: number;
}

/** Writes the answers to requests that are refused before they are parsed: from bytes to bytes, without a text between. */
export class EarlyAnswers {
  readonly #tag: Buffer;
  /** The last lines by the seconds after which a client may come again, of which there are a few. */
  readonly #last = new Map<number, Buffer>();
  /** Many requests come from one place. */
  #source: NetworkPlace = { host: '', port: 0 };
  #stamp = Buffer.alloc(0);

  /** The tag that all of them have in To. */
  constructor(tag: string) {
    this.#tag = Buffer.from(`;tag=${tag}`);
  }

  /** The bytes of a refusal of a request without a tag in To. */
  answer(request: EarlyRequest, retryAfterSeconds: number): Buffer {
    const { datagram, copied, tagAt, via, source } = request;
    const last = this.#lastLines(retryAfterSeconds);
    const tag: Insertion = { at: tagAt, bytes: this.#tag, skipped: 0 };
    const stamp = via.stampAt < 0 ? nothing : { at: via.stampAt, bytes: this.#stampOf(source), skipped: rportLength };
    const [first, second] = stamp.at < tag.at ? [stamp, tag] : [tag, stamp];
    const size = statusLine.length + lengthOf(copied) + growth(tag) + growth(stamp) + last.length;
    const answer = new ByteWriter(size).append(statusLine);
    for (let index = 0; index < copied.length; index += 2) {
      const [from, end] = [copied[index] as number, copied[index + 1] as number];
      const behindFirst = answer.insert(first, { datagram, from, end });
      const behindBoth = answer.insert(second, { datagram, from: behindFirst, end });
      answer.append(datagram, behindBoth, end);
    }
    return answer.append(last).bytes;
  }

  #lastLines(seconds: number): Buffer {
    const known = this.#last.get(seconds);
    if (known !== undefined) return known;
    const lines = Buffer.from(`Retry-After: ${seconds}\r\nContent-Length: 0\r\n\r\n`);
    this.#last.set(seconds, lines);
    return lines;
  }

  #stampOf(source: NetworkPlace): Buffer {
    if (source !== this.#source) {
      this.#source = source;
      this.#stamp = Buffer.from(`received=${source.host};rport=${source.port}`);
    }
    return this.#stamp;
  }
}

class ByteWriter {
  readonly bytes: Buffer;
  #length = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  append(source: Buffer, start = 0, end = source.length): this {
    this.#length += source.copy(this.bytes, this.#length, start, end);
    return this;
  }

  /** Where there is a place for it in the piece, what stands before that, and the insertion. The rest begins at the result. */
  insert({ at, bytes, skipped }: Insertion, { datagram, from, end }: Piece): number {
    if (at < from || at >= end) return from;
    this.append(datagram, from, at).append(bytes);
    return at + skipped;
  }
}

function growth({ bytes, skipped }: Insertion): number {
  return bytes.length - skipped;
}

function lengthOf(pieces: readonly number[]): number {
  let length = 0;
  for (let index = 0; index < pieces.length; index += 2)
    length += (pieces[index + 1] as number) - (pieces[index] as number);
  return length;
}

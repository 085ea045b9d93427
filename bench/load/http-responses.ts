const headerEnd = Buffer.from('\r\n\r\n');
const lengthHeader = Buffer.from('\r\nContent-Length: ');
const two = 0x32;
const carriageReturn = 0x0d;
const zero = 0x30;
const statusAt = 'HTTP/1.1 '.length;

/** Counts the HTTP answers in a stream of bytes, looking at nothing but their status and length. */
export class HttpResponses {
  #rest: Buffer | undefined;

  /** How many answers are complete with these bytes. Throws when one is not successful or has no length. */
  take(bytes: Buffer): number {
    const data = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
    let count = 0;
    let at = 0;
    for (let end = endOf(data, at); end !== undefined; end = endOf(data, at)) {
      count += 1;
      at = end;
    }
    this.#rest = at === data.length ? undefined : Buffer.from(data.subarray(at));
    return count;
  }
}

/** Where the answer that starts here ends; undefined while it is incomplete. */
function endOf(data: Buffer, start: number): number | undefined {
  const headers = data.indexOf(headerEnd, start);
  if (headers === -1) return undefined;
  if (data[start + statusAt] !== two) {
    throw new Error(`the server answered: ${data.toString('latin1', start, Math.min(data.length, start + 600))}`);
  }
  const end = headers + headerEnd.length + bodyLength(data, start, headers);
  return end > data.length ? undefined : end;
}

function bodyLength(data: Buffer, start: number, headers: number): number {
  const found = data.indexOf(lengthHeader, start);
  if (found === -1 || found > headers) return lengthIn(data.toString('latin1', start, headers));
  let length = 0;
  for (let at = found + lengthHeader.length; data[at] !== carriageReturn; at += 1) {
    length = length * 10 + (data[at] ?? NaN) - zero;
  }
  return length;
}

/** For servers that spell the header's name in another way. */
function lengthIn(headers: string): number {
  if (headers.startsWith('204', statusAt)) return 0;
  const digits = /\r\ncontent-length:\s*(\d+)/i.exec(headers)?.[1];
  if (digits === undefined) throw new Error('the server answers without Content-Length, which this load cannot read');
  return Number(digits);
}

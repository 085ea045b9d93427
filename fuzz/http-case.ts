/** A request to be sent, in parts as long as possible, so that a failing one can be made smaller. */
export interface HttpCase {
  /** What is odd about it. */
  readonly note: string;
  readonly method: string;
  readonly target: string;
  /** Characters stand for bytes, as in latin1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly framing: 'length' | 'chunked' | 'as-given';
  /**
   * `answer`: it has to be answered as the interface describes. `anything`: it is so broken as HTTP that the connection
   * may be closed, or the answer come from below the interface. `gone`: the client leaves without waiting.
   */
  readonly expects: 'answer' | 'anything' | 'gone';
}

export function bytesOf({ method, target, headers, body, framing }: HttpCase): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: fuzz', ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (framing === 'length' && body.length > 0) lines.push(`Content-Length: ${body.length}`);
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, framing === 'chunked' ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 7));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** On one line, for people. */
export function show(text: string): string {
  const line = JSON.stringify(text);
  return line.length > 400 ? `${line.slice(0, 300)}… (${line.length} characters)` : line;
}

export function describeCase(one: HttpCase): string {
  const headers = one.headers.map(([name, value]) => show(`${name}: ${value}`)).join(' ');
  const body = one.body.length === 0 ? '' : ` body ${show(one.body.toString('latin1'))}`;
  return `${one.method} ${show(one.target)} [${headers}]${body} (${one.note}, ${one.framing})`;
}

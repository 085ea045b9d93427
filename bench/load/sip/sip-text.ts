/** As much of a message as the load looks at. Everything else is passed over. */
export interface SeenMessage {
  /** 0 for requests. */
  readonly status: number;
  /** Of the request, or of the one that is answered. */
  readonly method: string;
  readonly sequence: number;
  readonly callId: string;
  readonly text: string;
  /** Milliseconds, as the clock of the load has them. */
  readonly receivedAt: number;
}

/** Undefined for what is not SIP. */
export function seeMessage(bytes: Buffer, receivedAt: number): SeenMessage | undefined {
  const text = bytes.toString('latin1');
  const callId = field(text, '\r\nCall-ID: ');
  const [sequence = '0', method = ''] = (field(text, '\r\nCSeq: ') ?? '').split(' ');
  if (callId === undefined || method === '') return undefined;
  const status = text.startsWith('SIP/2.0 ') ? Number(text.slice(8, 11)) : 0;
  return { status, method, sequence: Number(sequence), callId, text, receivedAt };
}

/** The first field of that name, given with the line break before it and the colon behind it. */
export function field(text: string, name: string): string | undefined {
  const start = text.indexOf(name);
  if (start < 0) return undefined;
  const from = start + name.length;
  return text.slice(from, text.indexOf('\r\n', from));
}

/** Every line of that name, as it stands. */
export function lines(text: string, name: string): string {
  let found = '';
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 2))
    found += text.slice(at + 2, text.indexOf('\r\n', at + 2) + 2);
  return found;
}

interface AnswerParts {
  /** Ours, where the request has none. */
  readonly tag?: string;
  readonly contact?: string;
  readonly sdp?: string;
}

/** The answer to a request. */
export function answerTo(text: string, status: string, { tag = '', contact = '', sdp = '' }: AnswerParts = {}): string {
  const copied = (name: string): string => `${name}: ${field(text, `\r\n${name}: `) ?? ''}\r\n`;
  const to = field(text, '\r\nTo: ') ?? '';
  const tagged = tag === '' || to.includes(';tag=') ? to : `${to};tag=${tag}`;
  return (
    `SIP/2.0 ${status}\r\n${lines(text, '\r\nVia: ')}${lines(text, '\r\nRecord-Route: ')}${copied('From')}` +
    `To: ${tagged}\r\n${copied('Call-ID')}${copied('CSeq')}${contact === '' ? '' : `Contact: <${contact}>\r\n`}` +
    `${sdp === '' ? '' : 'Content-Type: application/sdp\r\n'}Content-Length: ${sdp.length}\r\n\r\n${sdp}`
  );
}

/** What a phone offers: three formats and digits. */
export function phoneSdp(port: number): string {
  return [
    'v=0',
    'o=- 3912345678 3912345678 IN IP4 127.0.0.1',
    's=phone',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 8 9 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n');
}

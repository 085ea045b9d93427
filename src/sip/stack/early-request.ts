import type { NetworkPlace } from '../../shared/network/network-place';

/** What a datagram with a request has to say before it is worth more: enough to refuse it. */
export interface EarlyRequest {
  readonly method: string;
  /** Of its transaction, as `serverKey` has it. */
  readonly key: string;
  /** The tag of To; empty for a request outside of dialogs. */
  readonly toTag: string;
  /** The lines that an answer takes over, the source written into the first of them. */
  readonly answerLines: string;
  readonly to: string;
}

const startForm = /^([A-Z]+) [^\r\n]+ SIP\/2\.0\r\n/;
const lineForm = /\r\n(via|v|from|f|to|t|call-id|i|cseq)[ \t]*:[ \t]*([^\r\n]*)/gi;
/** One hop that wants its answer where the request came from. */
const viaForm = /^SIP\/2\.0\/UDP ([^\s;,:[\]]+)(?::(\d{1,5}))?;([^,"]*)$/i;
const branchForm = /(?:^|;)branch=(z9hG4bK[^;,\s]+)/;
const portForm = /(^|;)rport(?=;|$)/;
const tagForm = />[^>]*;\s*tag=([^;\s]+)|^[^<"]*;\s*tag=([^;\s]+)/i;
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Reads the few lines of a request that an answer needs, without the care that a message gets which is let in. Undefined
 * for whatever is not plain: line folding, several hops in a line, an answer that is to go elsewhere.
 */
export function readEarly(datagram: Buffer, source: NetworkPlace): EarlyRequest | undefined {
  const end = datagram.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = datagram.toString('latin1', 0, end);
  const method = startForm.exec(head)?.[1];
  if (method === undefined || /\r\n[ \t]/.test(head)) return undefined;
  const lines = linesIn(head);
  const { From: from, To: to, CSeq: sequence } = lines;
  const [top, ...rest] = lines.Via;
  if (top === undefined || from === '' || to === '' || lines['Call-ID'] === '' || sequence === '') return undefined;
  const via = stamped(top, source);
  if (via === undefined) return undefined;
  const [, afterBracket, bare] = tagForm.exec(to) ?? [];
  const vias = [via.line, ...rest].map((each) => `Via: ${each}\r\n`).join('');
  return {
    method,
    to,
    key: `${via.owner} ${method}`,
    toTag: afterBracket ?? bare ?? '',
    answerLines: `${vias}From: ${from}\r\nCall-ID: ${lines['Call-ID']}\r\nCSeq: ${sequence}\r\n`,
  };
}

/** The bytes of an answer without a body. */
export function earlyAnswer(request: EarlyRequest, answer: EarlyAnswer): Buffer {
  const { status, reason, tag, retryAfter } = answer;
  const to = request.toTag === '' ? `${request.to};tag=${tag}` : request.to;
  const text = `SIP/2.0 ${status} ${reason}\r\n${request.answerLines}To: ${to}\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`;
  return Buffer.from(text, 'latin1');
}

export interface EarlyAnswer {
  readonly status: number;
  readonly reason: string;
  readonly tag: string;
  /** Seconds. */
  readonly retryAfter: number;
}

interface EarlyLines {
  Via: string[];
  From: string;
  To: string;
  'Call-ID': string;
  CSeq: string;
}

const fullNames: Readonly<Record<string, keyof EarlyLines>> = {
  via: 'Via',
  v: 'Via',
  from: 'From',
  f: 'From',
  to: 'To',
  t: 'To',
  'call-id': 'Call-ID',
  i: 'Call-ID',
  cseq: 'CSeq',
};

function linesIn(head: string): EarlyLines {
  const lines: EarlyLines = { Via: [], From: '', To: '', 'Call-ID': '', CSeq: '' };
  for (const [, written = '', value = ''] of head.matchAll(lineForm)) {
    const name = fullNames[written.toLowerCase()];
    if (name === 'Via') lines.Via.push(value.trimEnd());
    else if (name !== undefined) lines[name] = value.trimEnd();
  }
  return lines;
}

/** The top hop with its real source (RFC 3581 §4), and what of it belongs to the key of the transaction. */
function stamped(via: string, source: NetworkPlace): { readonly line: string; readonly owner: string } | undefined {
  const [, host, port = '', parameters = ''] = viaForm.exec(via) ?? [];
  const branch = branchForm.exec(parameters)?.[1];
  if (host === undefined || branch === undefined || !portForm.test(parameters)) return undefined;
  if (/(^|;)received=/i.test(parameters)) return undefined;
  const stamps = parameters.replace(portForm, `$1received=${source.host};rport=${source.port}`);
  const place = port === '' ? host : `${host}:${port}`;
  return { line: `SIP/2.0/UDP ${place};${stamps}`, owner: `${branch} ${host.toLowerCase()}:${port}` };
}

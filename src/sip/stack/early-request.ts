import type { NetworkPlace } from '../../shared/network/network-place';
import { methods } from '../message/methods';

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

const known: ReadonlySet<string> = new Set(methods);
/** One hop that wants its answer where the request came from. */
const viaForm = /^SIP\/2\.0\/UDP ([^\s;,:[\]]+)(?::(\d{1,5}))?;([^,"]*)$/i;
const branchForm = /(?:^|;)branch=(z9hG4bK[^;,\s]+)/;
const portForm = /(?:^|;)(rport)(?:;|$)/;
const receivedForm = /(?:^|;)received=/i;
const tagForm = />[^>]*;\s*tag=([^;\s]+)|^[^<"]*;\s*tag=([^;\s]+)/i;
const headEnd = Buffer.from('\r\n\r\n');
const version = ' SIP/2.0';

/** How messages begin that are never refused: answers, and requests of calls that there are. */
const kept = new Set(
  ['SIP/', 'ACK ', 'BYE ', 'CANC', 'PRAC', 'UPDA', 'INFO'].map((start) => Buffer.from(start).readUInt32BE()),
);

/** Whether a datagram may hold a request outside of dialogs. Looks at four bytes of it. */
export function mayBeNew(datagram: Buffer): boolean {
  return datagram.length > 4 && !kept.has(datagram.readUInt32BE());
}

/**
 * Reads the few lines of a request that an answer needs, without the care that a message gets which is let in. Undefined
 * for whatever is not plain: line folding, several hops in a line, an answer that is to go elsewhere.
 */
export function readEarly(datagram: Buffer, source: NetworkPlace): EarlyRequest | undefined {
  const end = datagram.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = datagram.toString('latin1', 0, end);
  const firstEnd = head.indexOf('\r\n');
  const method = methodIn(head, firstEnd);
  const lines = method === undefined ? undefined : linesIn(head, firstEnd);
  if (method === undefined || lines === undefined) return undefined;
  const { from, to, callId, sequence, vias } = lines;
  const via = stamped(lines.via, source);
  if (via === undefined || from === '' || to === '' || callId === '' || sequence === '') return undefined;
  return {
    method,
    to,
    key: `${via.owner} ${method}`,
    toTag: to.includes(';') ? tagIn(to) : '',
    answerLines: `Via: ${via.line}\r\n${vias}From: ${from}\r\nCall-ID: ${callId}\r\nCSeq: ${sequence}\r\n`,
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

/** Values without their names; empty for those that are missing. */
interface EarlyLines {
  /** The top one. */
  via: string;
  /** The others, as lines. */
  vias: string;
  from: string;
  to: string;
  callId: string;
  sequence: string;
}

type Field = Exclude<keyof EarlyLines, 'vias'>;

const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['via', 'via'],
  ['v', 'via'],
  ['from', 'from'],
  ['f', 'from'],
  ['to', 'to'],
  ['t', 'to'],
  ['call-id', 'callId'],
  ['i', 'callId'],
  ['cseq', 'sequence'],
]);

/** Of the first letters of these names, whatever their case. */
const initials: ReadonlySet<number> = new Set([...fields.keys()].map((name) => name.charCodeAt(0)));
/** With spaces before the colon; longer names need no look. */
const longestName = 10;
const lowerCase = 0x20;
const [space, tab] = [0x20, 0x09];

/** The method of a start line; undefined when it is not that of a request. */
function methodIn(head: string, end: number): string | undefined {
  const space = head.indexOf(' ');
  if (end < 0 || !head.startsWith(version, end - version.length)) return undefined;
  // The version comes after the URI, which has no spaces.
  if (space < 1 || head.indexOf(' ', space + 1) !== end - version.length) return undefined;
  const method = head.slice(0, space);
  return known.has(method) ? method : undefined;
}

/** Undefined when a line goes on in the next one. */
function linesIn(head: string, firstEnd: number): EarlyLines | undefined {
  const lines: EarlyLines = { via: '', vias: '', from: '', to: '', callId: '', sequence: '' };
  let [start, end] = [firstEnd + 2, 0];
  for (; start < head.length; start = end + 2) {
    end = head.indexOf('\r\n', start);
    if (end < 0) end = head.length;
    const initial = head.charCodeAt(start);
    if (initial === space || initial === tab) return undefined;
    if (initials.has(initial | lowerCase)) readLine(head, { start, end }, lines);
  }
  return lines;
}

function readLine(head: string, { start, end }: { start: number; end: number }, lines: EarlyLines): void {
  const colon = head.indexOf(':', start);
  if (colon < 0 || colon > end || colon - start > longestName) return;
  const field = fields.get(head.slice(start, colon).trimEnd().toLowerCase());
  if (field === undefined) return;
  const value = head.slice(colon + 1, end).trim();
  if (field === 'via' && lines.via !== '') lines.vias += `Via: ${value}\r\n`;
  else lines[field] = value;
}

function tagIn(to: string): string {
  const [, afterBracket, bare] = tagForm.exec(to) ?? [];
  return afterBracket ?? bare ?? '';
}

/** The top hop with its real source (RFC 3581 §4), and what of it belongs to the key of the transaction. */
function stamped(via: string, source: NetworkPlace): { readonly line: string; readonly owner: string } | undefined {
  const [, host, port = '', parameters = ''] = viaForm.exec(via) ?? [];
  const branch = branchForm.exec(parameters)?.[1];
  if (host === undefined || branch === undefined || receivedForm.test(parameters)) return undefined;
  const owner = `${branch} ${host.toLowerCase()}:${port}`;
  const asked = portForm.exec(parameters);
  // Without a request for it, an answer goes to the place in the line, which has to be the source then.
  if (asked === null) return host === source.host && port === String(source.port) ? { line: via, owner } : undefined;
  const at = parameters.indexOf('rport', asked.index);
  const stamps = `${parameters.slice(0, at)}received=${source.host};rport=${source.port}${parameters.slice(at + 5)}`;
  return { line: `SIP/2.0/UDP ${host}${port === '' ? '' : ':'}${port};${stamps}`, owner };
}

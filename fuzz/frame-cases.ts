import { frameBytes, opcodes, textFrame } from './frame-bytes';
import type { HttpCase } from './http-case';
import type { Random } from './random';
import type { RequestCases } from './request-cases';
import { anyJson, deepJson, hostileTexts, nearText } from './values';

/** Bytes for an open socket, and what has to come of them. */
export interface FrameCase {
  readonly note: string;
  readonly bytes: Buffer;
  /** The message in them, where there is one. */
  readonly text?: string;
  /** `answer`: exactly one RESTResponse. `close`: the socket is closed. `either`: a question of how it is read. */
  readonly expects: 'answer' | 'close' | 'pong' | 'nothing' | 'either';
  /** Where it is a proper request: what its answer can be recognised and judged by. */
  readonly asked?: { readonly id: string; readonly method: string };
}

/** The largest message that the server is configured to take. */
export const maxPayload = 65_536;

const json = { content_type: 'application/json' };

/** Makes frames: valid requests, invalid messages, and bytes that violate the protocol. */
export class FrameCases {
  constructor(private readonly requests: RequestCases) {}

  at(random: Random, index: number): FrameCase {
    const kind = random.next();
    if (kind < 0.25) return requestFrame(this.requests.good(random), index);
    if (kind < 0.4) return requestFrame(this.requests.nearMiss(random), index);
    if (kind < 0.85) return this.#oddMessage(random, index);
    return brokenFrames(random);
  }

  #oddMessage(random: Random, index: number): FrameCase {
    const good = messageOf(this.requests.good(random), index);
    const text = random.pick(oddities)(random, good);
    const payload = Buffer.from(text);
    if (payload.length > maxPayload) return { note: 'too large', bytes: textFrame(payload), expects: 'close' };
    return {
      note: 'odd message',
      bytes: random.chance(0.2) ? fragmented(payload, random) : textFrame(payload),
      text,
      expects: 'answer',
    };
  }
}

type Message = Readonly<Record<string, string>>;

function messageOf({ method, target, body, headers }: HttpCase, index: number): Message {
  const contentType = headers.find(([name]) => name === 'Content-Type')?.[1];
  return {
    type: 'RESTRequest',
    transaction_id: 'fuzz',
    request_id: String(index),
    method,
    uri: target.replace(/^\/ari\//, ''),
    ...(contentType === undefined ? {} : { content_type: contentType, message_body: body.toString() }),
  };
}

function requestFrame(one: HttpCase, index: number): FrameCase {
  const text = JSON.stringify(messageOf(one, index));
  const asked = { id: String(index), method: one.method };
  return { note: one.note, bytes: textFrame(text), text, expects: 'answer', asked };
}

type Oddity = (random: Random, good: Message) => string;

const oddities: readonly Oddity[] = [
  (random) => random.pick(hostileTexts),
  (random) => anyJson(random, 4),
  (random) => deepJson(random),
  (random, good) => JSON.stringify(good).slice(0, random.below(100)),
  (random, good) => `${JSON.stringify(good)}${random.pick(['x', '{}', ',', '\u0000', ' '])}`,
  (random, good) => withMember(good, random.pick(Object.keys(good)), anyJson(random)),
  (random, good) => withMember(good, random.pick(Object.keys(good)), JSON.stringify(nearText(random))),
  (random, good) => withMember(good, random.pick(Object.keys(good)), undefined),
  (random, good) => withMember(good, random.pick(['__proto__', 'constructor', 'x', 'toString']), anyJson(random)),
  (random, good) =>
    `{"type":"RESTRequest","uri":"channels","method":"DELETE",${JSON.stringify(good).slice(1)}${random.chance(0.1) ? ' ' : ''}`,
  (random, good) => withMember(good, 'query_strings', random.pick(queries)),
  (random, good) =>
    withMember(good, 'query_strings', `[{"name":${JSON.stringify(nearText(random))},"value":${anyJson(random, 0)}}]`),
  (random, good) =>
    withMember(good, 'uri', JSON.stringify(random.pick(uris) + random.pick(['', '?x=%', '?__proto__=1', '??', '#x']))),
  (random, good) =>
    withMember(
      good,
      'method',
      JSON.stringify(random.pick(['get', 'GETT', '', ' GET', 'HEAD', 'OPTIONS', 'PATCH', 'CONNECT', '__proto__'])),
    ),
  (random, good) =>
    JSON.stringify({
      ...good,
      ...json,
      message_body: random.pick([deepJson(random), anyJson(random), '{', '\u0000', '"x"', 'null', '{"a":1}x']),
    }),
  (random, good) =>
    JSON.stringify({
      ...good,
      content_type: random.pick([
        'text/plain',
        '',
        'application/json;charset=x',
        'application/x-www-form-urlencoded',
        '__proto__',
      ]),
      message_body: random.pick(['a=b&a=c&%=%', '%zz', '&&&', '='.repeat(999)]),
    }),
  (random, good) => JSON.stringify({ ...good, padding: 'x'.repeat(random.pick([1000, 30_000, 60_000, 70_000])) }),
];

const queries = [
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '"x"',
  '[{"name":"app"}]',
  '[{"value":"x"}]',
  '[{"name":1,"value":1}]',
  '[{"name":"__proto__","value":"x"}]',
  `[${'{"name":"a","value":1},'.repeat(1500)}{"name":"a","value":2}]`,
];
const uris = [
  '',
  '/',
  '//',
  '..',
  '../ari',
  './channels',
  'channels/',
  'channels//x',
  '/channels',
  'http://evil.example/',
  '%',
  '%zz',
  '%00',
  'channels/%2e%2e',
  'events',
  'applications/%F0%9F%8E%89',
  'sounds/\u0000',
  'asterisk/ping',
  'recordings/stored/x/file',
  'x'.repeat(9000),
  '\ud800',
];

/** `undefined` leaves the member out. */
function withMember(good: Message, name: string, value: string | undefined): string {
  const rest = Object.entries(good).filter(([known]) => known !== name);
  const members = rest.map(([known, text]) => `${JSON.stringify(known)}:${JSON.stringify(text)}`);
  return `{${[...members, ...(value === undefined ? [] : [`${JSON.stringify(name)}:${value}`])].join(',')}}`;
}

/** In several frames, even through the middle of a character, with control frames between them. */
function fragmented(payload: Buffer, random: Random): Buffer {
  const cut = random.below(payload.length + 1);
  return Buffer.concat([
    frameBytes({ opcode: opcodes.text, payload: payload.subarray(0, cut), isFinal: false }),
    ...(random.chance(0.5) ? [frameBytes({ opcode: opcodes.pong, payload: Buffer.from('x') })] : []),
    frameBytes({ opcode: opcodes.continuation, payload: Buffer.alloc(0), isFinal: false }),
    frameBytes({ opcode: opcodes.continuation, payload: payload.subarray(cut) }),
  ]);
}

const some = Buffer.from('{}');
const { continuation, text, binary, close, ping, pong } = opcodes;

/** RFC 6455 tells for each of these what a server does. */
const broken: readonly ((random: Random) => FrameCase)[] = [
  () => closes('invalid UTF-8', textFrame(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))),
  () => closes('half a character', textFrame(Buffer.from([0xf0, 0x9f, 0x8e]))),
  () => closes('a surrogate in UTF-8', textFrame(Buffer.from([0xed, 0xa0, 0x80]))),
  () => closes('too large', textFrame(Buffer.alloc(maxPayload + 1, 'x'))),
  () => closes('a huge length', frameBytes({ opcode: text, payload: some, claimedLength: 2n ** 62n })),
  () => closes('a negative length', frameBytes({ opcode: text, payload: some, claimedLength: 2n ** 63n + 1n })),
  () =>
    closes(
      'too large in parts',
      Buffer.concat([
        frameBytes({ opcode: text, payload: Buffer.alloc(40_000, 'x'), isFinal: false }),
        frameBytes({ opcode: continuation, payload: Buffer.alloc(40_000, 'x') }),
      ]),
    ),
  () => closes('not masked', frameBytes({ opcode: text, payload: some, isMasked: false })),
  (random) => closes('reserved bits', frameBytes({ opcode: text, payload: some, reserved: 1 + random.below(7) })),
  (random) =>
    closes(
      'an unknown opcode',
      frameBytes({ opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), payload: some }),
    ),
  () => closes('a continuation of nothing', frameBytes({ opcode: continuation, payload: some })),
  () =>
    closes(
      'a message within a message',
      Buffer.concat([frameBytes({ opcode: text, payload: some, isFinal: false }), textFrame('{}')]),
    ),
  (random) =>
    closes(
      'a control frame in parts',
      frameBytes({ opcode: random.pick([ping, pong, close]), payload: some, isFinal: false }),
    ),
  (random) =>
    closes(
      'a large control frame',
      frameBytes({ opcode: random.pick([ping, pong, close]), payload: Buffer.alloc(126) }),
    ),
  (random) => closes('a close', frameBytes({ opcode: close, payload: closePayload(random) })),
  () => closes('a close of one byte', frameBytes({ opcode: close, payload: Buffer.from([3]) })),
  () => closes('a request to speak HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')),
  (random) => ({ note: 'noise', bytes: random.bytes(1 + random.below(40)), expects: 'either' }),
  () => ({ note: 'a frame cut off', bytes: textFrame('{"type":"RESTRequest"}').subarray(0, 9), expects: 'either' }),
  (random) => ({
    note: 'binary',
    bytes: frameBytes({ opcode: binary, payload: random.bytes(random.below(200)) }),
    expects: 'nothing',
  }),
  (random) => ({
    note: 'pong',
    bytes: frameBytes({ opcode: pong, payload: random.bytes(random.below(125)) }),
    expects: 'nothing',
  }),
  (random) => ({
    note: 'ping',
    bytes: frameBytes({ opcode: ping, payload: random.bytes(random.below(125)) }),
    expects: 'pong',
  }),
  () => ({ note: 'empty', bytes: textFrame(''), expects: 'answer' }),
];

function brokenFrames(random: Random): FrameCase {
  return random.pick(broken)(random);
}

function closes(note: string, bytes: Buffer): FrameCase {
  return { note, bytes, expects: 'close' };
}

function closePayload(random: Random): Buffer {
  const code = random.pick([0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 5000, 65_535]);
  const reason = random.pick([Buffer.alloc(0), Buffer.from('bye'), Buffer.from([0xff, 0xfe]), Buffer.alloc(123, 'x')]);
  return Buffer.concat([Buffer.from([code >> 8, code & 0xff]), reason]);
}

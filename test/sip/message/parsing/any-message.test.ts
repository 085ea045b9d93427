import * as fc from 'fast-check';
import * as address from '../../../../src/sip/message/headers/address-headers';
import * as auth from '../../../../src/sip/message/headers/auth-headers';
import { HeaderList } from '../../../../src/sip/message/headers/header-list';
import type { HeaderType } from '../../../../src/sip/message/headers/header-type';
import { SipRequest, SipResponse } from '../../../../src/sip/message/message';
import * as numbers from '../../../../src/sip/message/headers/number-headers';
import { parseDatagram } from '../../../../src/sip/message/parsing/parse-message';
import { MessageRefusal } from '../../../../src/sip/message/grammar/refusal';
import * as tokens from '../../../../src/sip/message/headers/token-headers';
import { writeMessage } from '../../../../src/sip/message/write-message';
import { cases } from '../../../support/effort';
import { parsed, tortureMessage, tortureNames, wire } from '../parsed';

const everyType = [address, auth, numbers, tokens].flatMap((module) =>
  Object.values(module as Record<string, unknown>).filter(isHeaderType),
);

const token = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,12}$/);
const value = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) =>
  Buffer.from(text.replace(/[\r\n]/g, ''))
    .toString()
    .replace(/^[ \t]+|[ \t]+$/g, ''),
);
const reserved = new Set([
  'via',
  'v',
  'from',
  'f',
  'to',
  't',
  'call-id',
  'i',
  'cseq',
  'max-forwards',
  'content-type',
  'c',
]);
const extra = fc
  .tuple(token, value)
  .filter(([name]) => !reserved.has(name.toLowerCase()) && !/^(l|content-length)$/i.test(name));

function headersFor(method: string, extras: readonly (readonly [string, string])[]): HeaderList {
  const headers = new HeaderList()
    .add('Via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1')
    .add('From', '<sip:a@example.com>;tag=1')
    .add('To', '<sip:b@example.com>')
    .add('Call-ID', 'x')
    .add('CSeq', `1 ${method}`);
  for (const [name, text] of extras) headers.add(name, text);
  return headers;
}

const anyMessage = fc.oneof(
  fc.tuple(token, fc.array(extra, { maxLength: 8 }), fc.uint8Array({ maxLength: 60 })).map(
    ([method, extras, body]) =>
      new SipRequest({
        method,
        uri: 'sip:b@[::1]:5070;x',
        headers: headersFor(method, extras),
        body: Buffer.from(body),
      }),
  ),
  fc
    .tuple(fc.integer({ min: 100, max: 699 }), value, fc.array(extra, { maxLength: 8 }))
    .map(([status, reason, extras]) => new SipResponse({ status, reason, headers: headersFor('INVITE', extras) })),
);

describe('any message', () => {
  it('is the same after being written and read', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const written = writeMessage(message);
        const again = parsed(written);

        expect([...again.headers]).toEqual([...message.headers]);
        expect(again.body).toEqual(message.body);
        expect(writeMessage(again)).toEqual(written);
      }),
      { numRuns: cases({ few: 200, many: 5000 }) },
    );
  });

  it('made of any bytes is a message or a refusal, down to every header field', () => {
    const damage = fc.record({
      name: fc.constantFrom(...tortureNames),
      edits: fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.uint8Array({ minLength: 1, maxLength: 3 })), { maxLength: 6 }),
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
      damage.map(({ name, edits }) => edits.reduce(edited, tortureMessage(name))),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const result = parseDatagram(given);
        const { headers } = result.message ?? result.request ?? {};

        for (const type of everyType) refusalOrNothing(() => headers?.all(type));
      }),
      { numRuns: cases({ few: 300, many: 20_000 }) },
    );
  });
});

describe('the work of the parser', () => {
  it.each<[string, (size: number) => string]>([
    ['spaces', (size) => `X: ${' '.repeat(size)}x`],
    ['folded lines', (size) => `X: ${'a\n '.repeat(size / 4)}x`],
    ['blank folded lines', (size) => `X:${'    \n    '.repeat(size / 8)}x`],
    ['quotes', (size) => `Contact: ${'"'.repeat(size)}`],
    ['escaped quotes', (size) => `Contact: "${'\\"'.repeat(size / 2)}`],
    ['open brackets', (size) => `Contact: ${'<'.repeat(size)}`],
    ['commas', (size) => `Contact: ${','.repeat(size)}`],
    [
      'contacts',
      (size) =>
        `Contact: ${Array(Math.floor(size / 10))
          .fill('<sip:a@b>')
          .join()}`,
    ],
    ['parameters', (size) => `Contact: <sip:a@b>${';a'.repeat(size / 2)}`],
    ['names', (size) => `Contact: ${'a '.repeat(size / 2)}`],
    ['escapes', (size) => `Contact: <sip:${'%41'.repeat(size / 3)}@b>`],
    ['URI parameters', (size) => `Contact: <sip:a@b${Array.from({ length: size / 8 }, (_, i) => `;p${i}`).join('')}>`],
    ['URI headers', (size) => `Contact: <sip:a@b?${'a=b&'.repeat(size / 4)}a=b>`],
    ['IPv6 colons', (size) => `Contact: <sip:[${':'.repeat(size)}]>`],
    ['comments', (size) => `Retry-After: 1 ${'('.repeat(size)}`],
    ['digits', (size) => `Expires: ${'9'.repeat(size)}`],
    [
      'many lines',
      (size) =>
        Array(Math.floor(size / 6))
          .fill('X: 1')
          .join('\n'),
    ],
    ['digest parameters', (size) => `Authorization: Digest ${'a=b, '.repeat(size / 5)}c=d`],
  ])('grows with the message and not faster: %s', (_what, line) => {
    const [small, large] = [4096, 16_384].map((size) => workFor(wire(`${plain}\n${line(size)}`)));

    // Four times the length; a quadratic reader would need sixteen times the work.
    expect((large ?? 0) / (small ?? 1)).toBeLessThan(6);
  });
});

const plain = `OPTIONS sip:b SIP/2.0
Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1
From: <sip:a@example.com>;tag=1
To: <sip:b@example.com>
Call-ID: x
CSeq: 1 OPTIONS`;

/** Characters that are looked at, one by one or by a search. */
function workFor(bytes: Buffer): number {
  let work = 0;
  const count = (
    name: 'charCodeAt' | 'charAt' | 'indexOf',
    cost: (text: string, args: unknown[], found: number) => number,
  ) => {
    const original = Reflect.get(String.prototype, name) as (...args: unknown[]) => never;
    jest.spyOn(String.prototype, name).mockImplementation(function (this: string, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      work += cost(this, args, result);
      return result;
    });
  };
  count('charCodeAt', () => 1);
  count('charAt', () => 1);
  count('indexOf', (text, [, start = 0], found) => (found < 0 ? text.length : found) - Number(start));
  try {
    const result = parseDatagram(bytes);
    const { headers } = result.message ?? result.request ?? {};
    for (const type of everyType) refusalOrNothing(() => headers?.all(type));
  } finally {
    jest.restoreAllMocks();
  }
  return work;
}

function refusalOrNothing(action: () => unknown): MessageRefusal | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof MessageRefusal) return error;
    throw error;
  }
}

function edited(bytes: Buffer, [place, kind, inserted]: [number, number, Uint8Array]): Buffer {
  const at = place % (bytes.length + 1);
  const removed = kind === 0 ? 0 : kind;
  return Buffer.concat([bytes.subarray(0, at), kind === 3 ? Buffer.alloc(0) : inserted, bytes.subarray(at + removed)]);
}

function isHeaderType(exported: unknown): exported is HeaderType<unknown> {
  return typeof exported === 'object' && exported !== null && 'repetition' in exported;
}

import { defaultLimits } from '../../../../src/sip/message/grammar/limits';
import type { MessageLimits } from '../../../../src/sip/message/grammar/limits';
import type { ParseResult, RefusedMessage } from '../../../../src/sip/message/parsing/parse-message';
import { parseDatagram } from '../../../../src/sip/message/parsing/parse-message';
import { StreamFraming } from '../../../../src/sip/message/parsing/stream-framing';
import { startLine, writeMessage } from '../../../../src/sip/message/write-message';
import { cases } from '../../../support/effort';
import { optionsWith, tortureMessage, tortureNames, wire } from '../parsed';

type Seen = string;

/** What happens on a stream, as words. */
function aStream(limits: MessageLimits = defaultLimits) {
  const seen: Seen[] = [];
  const bodies: string[] = [];
  const framing = new StreamFraming(
    {
      onMessage: (result) => {
        seen.push(wordFor(result));
        if (result.message !== undefined) bodies.push(result.message.body.toString('latin1'));
      },
      onPing: () => seen.push('ping'),
      onPong: () => seen.push('pong'),
      onBroken: (refused: RefusedMessage) => seen.push(`broken: ${refused.refusal.message}`),
    },
    limits,
  );
  return { framing, seen, bodies };
}

function wordFor(result: ParseResult): Seen {
  return result.message === undefined ? `refused: ${result.refusal.message}` : startLine(result.message);
}

function through(pieces: readonly Buffer[]): { seen: Seen[]; bodies: string[] } {
  const { framing, seen, bodies } = aStream();
  for (const piece of pieces) framing.push(piece);
  return { seen, bodies };
}

/** As one text; a line break that comes alone may be taken for a pong before the rest of a ping comes. */
function outcome(pieces: readonly Buffer[]): string {
  const { seen, bodies } = through(pieces);
  return JSON.stringify([seen.filter((word) => word !== 'pong'), bodies]);
}

const message = Buffer.concat([optionsWith('Content-Length: 0')]);
const withBody = wire(
  optionsWith('Content-Length: 11').toString().replaceAll('\r\n', '\n').trim(),
  'a\r\n\r\nb\r\nc d',
);

describe('a stream', () => {
  it.each(tortureNames)('yields the same of %s wherever it is split', (name) => {
    const bytes = Buffer.concat([tortureMessage(name), message]);
    const whole = outcome([bytes]);
    const differing: number[] = [];

    for (let at = 1; at < bytes.length; at += cases({ few: 7, many: 1 })) {
      if (outcome([bytes.subarray(0, at), bytes.subarray(at)]) !== whole) differing.push(at);
    }

    expect(differing).toEqual([]);
    expect(outcome(bytesOf(bytes))).toBe(whole);
  });

  it('yields messages with bodies one after the other, byte by byte and all at once', () => {
    const bytes = Buffer.concat([message, withBody, Buffer.from('\r\n'), message, withBody]);
    const line = 'OPTIONS sip:bob@example.com SIP/2.0';

    for (const { seen, bodies } of [through([bytes]), through(bytesOf(bytes))]) {
      expect(seen.filter((word) => word !== 'pong')).toEqual([line, line, line, line]);
      expect(bodies).toEqual(['', 'a\r\n\r\nb\r\nc d', '', 'a\r\n\r\nb\r\nc d']);
    }
  });

  it('keeps the body of a message when more bytes come', () => {
    const { framing, bodies } = aStream();
    const kept: Buffer[] = [];
    const held = new StreamFraming({
      onMessage: (result) => result.message !== undefined && kept.push(result.message.body),
      onPing: () => undefined,
      onPong: () => undefined,
      onBroken: () => undefined,
    });
    for (const each of [withBody, withBody].flatMap(bytesOf)) {
      framing.push(each);
      held.push(Buffer.from(each));
    }

    expect(kept.map((body) => body.toString('latin1'))).toEqual(bodies);
  });

  it('tells pings from pongs', () => {
    const { framing, seen } = aStream();

    for (const text of ['\r\n\r\n', '\r\n', '\r', '\n\r\n\r\n']) framing.push(Buffer.from(text));
    framing.push(message);

    expect(seen).toEqual(['ping', 'pong', 'ping', 'ping', 'OPTIONS sip:bob@example.com SIP/2.0']);
  });

  it.each([
    ['without Content-Length', optionsWith('X: 1'), 'Content-Length: is required on a stream'],
    ['with two lengths', tortureMessage('mcl01'), 'must not appear more than once'],
    ['with a negative length', tortureMessage('ncl'), 'must be a number'],
    ['with a header field that is none', optionsWith('no colon\nContent-Length: 0'), "':' expected"],
    ['of something else', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'neither request nor response'],
    ['with a lone line feed', Buffer.from('\n\n'), 'CR and LF'],
  ])('breaks at a message %s, and hears nothing after it', (_what, bytes, reason) => {
    const { framing, seen } = aStream();

    framing.push(bytes);
    framing.push(message);

    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('broken');
    expect(seen[0]).toContain(reason);
  });

  it('goes on behind a request that is refused but whose length is known', () => {
    const bad = Buffer.from(message.toString().replace('CSeq: 1 OPTIONS', 'CSeq: 1 INVITE'));

    expect(through([bad, message]).seen).toEqual([
      expect.stringContaining('refused: CSeq'),
      'OPTIONS sip:bob@example.com SIP/2.0',
    ]);
  });

  it('keeps no more bytes than the limits allow', () => {
    const limits = { maxHeadBytes: 500, maxBodyBytes: 100, maxHeaders: 20 };
    const { framing, seen } = aStream(limits);
    for (let count = 0; count < 2000; count += 1) framing.push(Buffer.from('x'));
    const { framing: other, seen: seenThere } = aStream(limits);
    other.push(optionsWith('Content-Length: 101'));

    expect(seen).toEqual([expect.stringContaining('longer than 500 bytes')]);
    expect(seenThere).toEqual([expect.stringContaining('must not be greater than 100')]);
    expect([framing.pendingBytes, other.pendingBytes]).toEqual([0, 0]);
  });

  it('reads what was written', () => {
    const parsed = parseDatagram(withBody).message;
    if (parsed === undefined) throw new Error('expected a message');

    expect(through([writeMessage(parsed)]).bodies).toEqual(['a\r\n\r\nb\r\nc d']);
  });
});

function bytesOf(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte) => Buffer.from([byte]));
}

import { toHeader, viaHeader } from '../../../../src/sip/message/headers/address-headers';
import type { SipRequest, SipResponse } from '../../../../src/sip/message/message';
import { parseDatagram } from '../../../../src/sip/message/parsing/parse-message';
import { EarlyAnswers } from '../../../../src/sip/stack/early/early-answer';
import { mayBeNew, readEarly } from '../../../../src/sip/stack/early/early-request';
import { serverKey } from '../../../../src/sip/transaction/transaction-key';

const source = { host: '198.51.100.7', port: 40_123 };

function datagram(changes: Readonly<Record<string, string>> = {}): Buffer {
  const lines = {
    Via: 'SIP/2.0/UDP Phone.example.com:5062;branch=z9hG4bK776;rport',
    From: '"Alice" <sip:alice@example.com>;tag=1',
    To: '<sip:bob@example.com;user=phone>',
    'Call-ID': 'a84b4c76@pc33',
    CSeq: '1 INVITE',
    ...changes,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`INVITE sip:bob@example.com SIP/2.0\r\n${head.join('')}Content-Length: 4\r\n\r\nTo: <`);
}

const answers = new EarlyAnswers('ours');

describe('a request that is refused before it is parsed', () => {
  it('gets the answer that it would have got', () => {
    const bytes = datagram({ v: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1' });
    const early = readEarly(bytes, source);
    const answer = early && parseDatagram(answers.answer(early, 7)).message;
    const { headers, status } = answer as SipResponse;

    expect([status, headers.raw('Retry-After'), headers.get(toHeader)?.params.get('tag')]).toEqual([503, '7', 'ours']);
    expect(headers.all(viaHeader).map(({ host, port }) => [host, port])).toEqual([
      ['Phone.example.com', 5062],
      ['192.0.2.1', undefined],
    ]);
    expect(headers.get(viaHeader)?.params.get('received')).toBe(source.host);
    expect(headers.get(viaHeader)?.params.number('rport')).toBe(source.port);
    expect(['From', 'Call-ID', 'CSeq'].map((name) => headers.raw(name))).toEqual([
      '"Alice" <sip:alice@example.com>;tag=1',
      'a84b4c76@pc33',
      '1 INVITE',
    ]);
  });

  it('is found under the key of its transaction', () => {
    const bytes = datagram();
    const { message } = parseDatagram(bytes);

    expect(readEarly(bytes, source)?.key).toBe(serverKey(message as SipRequest));
  });

  it.each([
    ['<sip:bob@example.com>;tag=9', '9'],
    ['sip:bob@example.com;tag=9', '9'],
    ['"a;tag=1" <sip:bob@example.com;tag=2>', ''],
    ['<sip:bob@example.com>', ''],
  ])('with To: %s has the tag %j', (to, tag) => {
    expect(readEarly(datagram({ To: to }), source)?.toTag).toBe(tag);
  });

  it('gets the same answer whatever the order of its lines is', () => {
    const lines = datagram().toString().split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    for (const [index] of lines.entries()) {
      if (index === 0) continue;
      const [first = '', ...rest] = lines;
      const turned = [first, ...rest.slice(index), ...rest.slice(0, index)];
      const early = readEarly(Buffer.from(`${turned.join('\r\n')}\r\n\r\n`), source);
      const answer = early && answers.answer(early, 7).toString();

      expect(answer?.split('\r\n').sort()).toEqual(
        [
          'SIP/2.0 503 Service Unavailable',
          `Via: SIP/2.0/UDP Phone.example.com:5062;branch=z9hG4bK776;received=${source.host};rport=${source.port}`,
          ...['From: "Alice" <sip:alice@example.com>;tag=1', 'To: <sip:bob@example.com;user=phone>;tag=ours'],
          ...['Call-ID: a84b4c76@pc33', 'CSeq: 1 INVITE', 'Retry-After: 7', 'Content-Length: 0', '', ''],
        ].sort(),
      );
    }
  });

  it('needs no stamp in a Via that names its source', () => {
    const via = `SIP/2.0/UDP ${source.host}:${source.port};branch=z9hG4bK776`;
    const early = readEarly(datagram({ Via: via }), source);
    const answer = early && parseDatagram(answers.answer(early, 7)).message;

    expect((answer as SipResponse).headers.rawAll('Via')).toEqual([via]);
  });

  it.each([
    ['folded lines', { Subject: 'one\r\n two' }],
    ['two hops in a line', { Via: 'SIP/2.0/UDP a;branch=z9hG4bK1;rport, SIP/2.0/UDP b' }],
    ['an answer that goes elsewhere', { Via: 'SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK776' }],
    ['an answer that goes to another port', { Via: `SIP/2.0/UDP ${source.host}:5060;branch=z9hG4bK776` }],
    ['a source of its own', { Via: 'SIP/2.0/UDP a;branch=z9hG4bK1;rport;received=192.0.2.9' }],
    ['an old branch', { Via: 'SIP/2.0/UDP a;branch=1;rport' }],
    ['another transport', { Via: 'SIP/2.0/TCP a;branch=z9hG4bK1;rport' }],
    ['no From', { From: '' }],
    ['two senders', { f: '<sip:eve@example.com>;tag=2' }],
    ['a port that has another form', { Via: 'SIP/2.0/UDP a:05060;branch=z9hG4bK1;rport' }],
    ['an IPv6 address', { Via: 'SIP/2.0/UDP [2001:db8::1];branch=z9hG4bK1;rport' }],
    ['spaces between parameters', { Via: 'SIP/2.0/UDP a;branch=z9hG4bK1; rport' }],
    ['a line break of another kind', { Subject: 'one\nTo: <sip:eve@example.com>;tag=2' }],
  ])('is left to the parser with %s', (_what, changes) => {
    expect(readEarly(datagram(changes), source)).toBeUndefined();
  });

  it('is recognized by compact names of fields in any case, with spaces around their values', () => {
    const bytes = Buffer.from(
      'INVITE sip:bob@example.com SIP/2.0\r\nV : SIP/2.0/UDP a:5062;rport;branch=z9hG4bK776 \r\nMax-Forwards: 70\r\n' +
        'F:<sip:alice@example.com>;tag=1\r\nT:\t<sip:bob@example.com> \r\nI: one\r\ncseq: 1 INVITE\r\n\r\n',
    );
    const early = readEarly(bytes, source);
    const { message } = parseDatagram(bytes);
    const answer = early && parseDatagram(answers.answer(early, 7)).message;
    const { headers } = answer as SipResponse;

    expect(early?.key).toBe(serverKey(message as SipRequest));
    expect(headers.raw('Via')).toBe(
      `SIP/2.0/UDP a:5062;received=${source.host};rport=${source.port};branch=z9hG4bK776`,
    );
    expect(headers.get(toHeader)?.params.get('tag')).toBe('ours');
    expect(['From', 'Call-ID', 'CSeq'].map((name) => headers.raw(name))).toEqual([
      '<sip:alice@example.com>;tag=1',
      'one',
      '1 INVITE',
    ]);
  });

  it.each([
    ['sip:112@example.com', false],
    ['urn:service:sos', true],
    ['URN:Service:SOS.fire', true],
    ['urn:service:sosii', false],
    ['urn:service:counseling', false],
  ])('asks for an emergency service with %s: %j', (uri, expected) => {
    const bytes = Buffer.from(datagram().toString().replace('sip:bob@example.com', uri));

    expect(readEarly(bytes, source)?.isEmergency).toBe(expected);
  });

  it.each([
    '',
    'INVITE',
    'INVITE sip:a SIP/2.0',
    'INVITE sip:a SIP/3.0\r\n\r\n',
    'SIP/2.0 200 OK\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('is none: %j', (text) => {
    expect(readEarly(Buffer.from(text), source)).toBeUndefined();
  });
});

it.each([
  ['INVITE', true],
  ['REGISTER', true],
  ['OPTIONS', true],
  ['WHATEVER', true],
  ['ACK', false],
  ['BYE', false],
  ['CANCEL', false],
  ['PRACK', false],
  ['UPDATE', false],
  ['INFO', false],
  ['SIP/2.0 200 OK', false],
])('a datagram that begins with %s may be refused: %j', (start, expected) => {
  expect(mayBeNew(Buffer.from(`${start} sip:bob@example.com SIP/2.0\r\n`))).toBe(expected);
});

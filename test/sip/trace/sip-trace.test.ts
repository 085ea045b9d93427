import type { SipMessage } from '../../../src/sip/message/message';
import { writeMessage } from '../../../src/sip/message/write-message';
import { maskSecrets } from '../../../src/sip/trace/mask-secrets';
import type { TraceListener } from '../../../src/sip/trace/sip-trace';
import { defaultTraceLimits, SipTrace } from '../../../src/sip/trace/sip-trace';
import type { Flow } from '../../../src/sip/transport/flow';
import { parsed, wire } from '../message/parsed';

const flow = { remote: { host: '192.0.2.7', port: 5062 }, transport: 'UDP' } as Flow;

function message(first: string, callId: string, more = ''): SipMessage {
  const method = /^SIP/.test(first) ? 'INVITE' : first.split(' ')[0];
  return parsed(
    wire(`${first}
Via: SIP/2.0/UDP 192.0.2.7:5062;branch=z9hG4bK1
From: <sip:alice@example.com>;tag=a
To: <sip:bob@example.com>
Call-ID: ${callId}
CSeq: 1 ${method}
Max-Forwards: 70
${more}Content-Length: 0`),
  );
}

const invite = (callId: string): SipMessage => message('INVITE sip:bob@example.com SIP/2.0', callId);

describe('a trace', () => {
  it('keeps the first and the last messages of a call and counts those between', () => {
    const trace = new SipTrace(() => 0, { limits: { ...defaultTraceLimits, first: 2, last: 3 } });
    for (let count = 0; count < 9; count += 1) trace.received(invite('one'), flow);

    expect(trace.of('one')?.messages.map(({ number }) => number)).toEqual([1, 2, 7, 8, 9]);
    expect(trace.of('one')?.leftOut).toEqual({ count: 4, behind: 2 });
  });

  it('begins with an INVITE: other requests make no entry', () => {
    const trace = new SipTrace(() => 0);
    trace.received(message('OPTIONS sip:bob@example.com SIP/2.0', 'one'), flow);

    expect(trace.size).toBe(0);
  });

  it('finds a call by its channel until it is forgotten: by number, or by time', () => {
    let now = 0;
    const trace = new SipTrace(() => now, { limits: { ...defaultTraceLimits, endedCalls: 2, keepMs: 1000 } });
    trace.received(invite('one'), flow);
    const unlink = trace.link('one', 'channel-1');
    for (const callId of ['two', 'three', 'four']) trace.received(invite(callId), flow);
    const known = (): readonly boolean[] =>
      ['channel-1', 'two', 'three', 'four'].map((id) => trace.of(id) !== undefined);
    expect(known()).toEqual([true, false, true, true]);

    unlink();
    expect(known()).toEqual([true, false, false, true]);
    now = 1001;
    expect(known()).toEqual([false, false, false, false]);
    expect(trace.size).toBe(0);
  });

  it('keeps the beginning of a huge message, and few bytes of calls that have ended', () => {
    const huge = (callId: string): SipMessage =>
      message('INVITE sip:bob@example.com SIP/2.0', callId, `Subject: ${'x'.repeat(20_000)}\n`);
    const trace = new SipTrace(() => 0, { limits: { ...defaultTraceLimits, messageBytes: 1000, endedBytes: 2500 } });
    for (const callId of ['one', 'two', 'three', 'four']) trace.received(huge(callId), flow);

    const [kept] = trace.of('four')?.messages ?? [];
    expect(kept?.summary).toBe('INVITE sip:bob@example.com');
    expect(kept?.text).toMatch(/^INVITE [^]*xxx\r\n\[20\d{3} bytes in all\]$/);
    expect(kept?.text.length).toBeLessThan(1100);
    expect(['one', 'two', 'three', 'four'].map((id) => trace.of(id) !== undefined)).toEqual([false, false, true, true]);
  });

  it('gives messages of all calls behind a number', () => {
    const trace = new SipTrace(() => 0);
    trace.received(invite('one'), flow);
    trace.received(invite('two'), flow);
    trace.received(message('SIP/2.0 486 Busy Here', 'one'), flow);

    expect(trace.after(1, 10).map(({ callId, summary }) => `${callId} ${summary}`)).toEqual([
      'two INVITE sip:bob@example.com',
      'one 486 Busy Here (INVITE)',
    ]);
  });

  it('shows a message as it came, whatever was done to it afterwards', () => {
    const trace = new SipTrace(() => 0);
    const request = invite('one');
    trace.received(request, flow);
    request.headers.setRaw('To', '<sip:carol@example.com>');

    const [kept] = trace.of('one')?.messages ?? [];
    expect([kept?.text, kept?.summary, kept?.bodyType]).toEqual([
      expect.stringContaining('To: <sip:bob@example.com>'),
      'INVITE sip:bob@example.com',
      undefined,
    ]);
  });

  it('shows of each message where it came from or went, also of calls that take the place of forgotten ones', () => {
    const trace = new SipTrace(() => 7, { limits: { ...defaultTraceLimits, endedCalls: 1, first: 2, last: 1 } });
    const ways = ['UDP', 'TCP', 'TLS', 'WS', 'WSS'] as const;
    for (const [index, transport] of ways.entries()) {
      const remote = { host: index % 2 === 0 ? '192.0.2.7' : '2001:db8::7', port: 65_535 - index };
      trace.received(invite(`call-${index}`), { remote, transport } as Flow);
      const response = message('SIP/2.0 486 Busy Here', `call-${index}`);
      const bytes = writeMessage(response);
      for (let count = 0; count < 3; count += 1)
        trace.sent(response, { bytes, channel: { remote, transport } as Flow, isRepeated: count > 0 });
      const shown = trace.of(`call-${index}`);

      expect(shown?.leftOut).toEqual({ count: 1, behind: 2 });
      expect(shown?.messages.map((each) => [each.number - 4 * index, each.direction, each.summary])).toEqual([
        [1, 'in', 'INVITE sip:bob@example.com'],
        [2, 'out', '486 Busy Here (INVITE)'],
        [4, 'out', '486 Busy Here (INVITE)'],
      ]);
      for (const each of shown?.messages ?? []) expect(each).toMatchObject({ remote, transport, time: 7 });
    }
    expect(trace.size).toBe(1);
  });

  it('lets go of nothing that was asked for when the call is forgotten', () => {
    const trace = new SipTrace(() => 0, { limits: { ...defaultTraceLimits, endedCalls: 1 } });
    trace.received(invite('one'), flow);
    const shown = trace.of('one')?.messages[0];
    trace.received(message('INVITE sip:carol@example.com SIP/2.0', 'two'), flow);
    trace.received(message('INVITE sip:carol@example.com SIP/2.0', 'three'), flow);

    expect(trace.of('one')).toBeUndefined();
    expect([shown?.summary, shown?.callId]).toEqual(['INVITE sip:bob@example.com', 'one']);
  });

  it('keeps one call in eight of those that begin while there is too much to do, and all that began before', () => {
    let isSparing = false;
    const trace = new SipTrace(() => 0, { isSparing: () => isSparing });
    trace.received(invite('before'), flow);
    isSparing = true;
    for (let count = 0; count < 24; count += 1) {
      trace.received(invite(`call-${count}`), flow);
      trace.link(`call-${count}`, `channel-${count}`)();
    }
    trace.received(message('SIP/2.0 486 Busy Here', 'before'), flow);
    isSparing = false;
    trace.received(invite('after'), flow);

    expect(trace.size).toBe(5);
    expect(['before', 'after'].map((callId) => trace.of(callId)?.messages.length)).toEqual([2, 1]);
  });

  it('tells its listeners of each message, with the channel once there is one', () => {
    const told: string[] = [];
    const listener: TraceListener = ({ direction, summary }, channelId) =>
      void told.push(`${direction} ${summary} ${channelId ?? 'without channel'}`);
    const trace = new SipTrace(() => 0, { listeners: new Set([listener]) });
    trace.received(invite('one'), flow);
    trace.link('one', 'channel-1');
    const response = message('SIP/2.0 486 Busy Here', 'one');
    trace.sent(response, { bytes: writeMessage(response), channel: flow, isRepeated: false });

    expect(told).toEqual(['in INVITE sip:bob@example.com without channel', 'out 486 Busy Here (INVITE) channel-1']);
  });
});

describe('secrets', () => {
  const head = (line: string): string => `INVITE sip:bob@example.com SIP/2.0\r\n${line}\r\nCSeq: 1 INVITE\r\n\r\n`;
  it.each([
    [
      'Authorization: Digest username="alice", nonce="n", response="0123456789abcdef", qop=auth',
      'Authorization: Digest username="alice", nonce="n", response="********", qop=auth',
    ],
    [
      'proxy-authorization:DIGEST response=abc,uri="sip:x"',
      'proxy-authorization:DIGEST response="********",uri="sip:x"',
    ],
    ['Authorization: Basic YWxpY2U6c2VjcmV0', 'Authorization: Basic ********'],
    ['Authorization: Bearer a.b.c, d', 'Authorization: Bearer ********'],
  ])('are masked in %s', (line, shown) => {
    expect(maskSecrets(head(line))).toBe(head(shown));
  });

  it.each([
    [
      'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:abc+/=|2^20|1:4 KDR=1',
      'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:********|2^20|1:4 KDR=1',
    ],
    ['k=clear:secret', 'k=clear:********'],
    ['a=ice-pwd:secret', 'a=ice-pwd:********'],
  ])('are masked in the description: %s', (line, shown) => {
    expect(maskSecrets(`${head('X: y')}v=0\r\n${line}\r\na=sendrecv\r\n`)).toBe(
      `${head('X: y')}v=0\r\n${shown}\r\na=sendrecv\r\n`,
    );
  });
});

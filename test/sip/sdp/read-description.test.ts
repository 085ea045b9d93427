import * as fc from 'fast-check';
import { parse, write } from 'sdp-transform';
import { formatsOf } from '../../../src/sip/sdp/payload-formats';
import { readDescription } from '../../../src/sip/sdp/read-description';
import { SdpRefusal } from '../../../src/sip/sdp/sdp-refusal';
import { writeDescription } from '../../../src/sip/sdp/write-description';
import { cases } from '../../support/effort';
import { tortureMessage, tortureNames, parsed } from '../message/parsed';
import { remoteSdp } from './negotiation';

const browser = remoteSdp(
  'a=group:BUNDLE 0 1',
  'a=ice-options:trickle',
  'm=audio 54400 UDP/TLS/RTP/SAVPF 111 63',
  'c=IN IP6 2001:db8::5',
  'b=AS:64',
  'b=TIAS:64000',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtcp-fb:111 transport-cc',
  'a=setup:actpass',
  'a=mid:0',
  'a=candidate:1 1 udp 2122260223 192.0.2.1 54400 typ host',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=inactive',
);

function formatsIn(text: string): readonly string[] {
  const [section] = readDescription(text).media;
  return section === undefined
    ? []
    : formatsOf(section).map(({ name, parameters }) => [name, parameters].join(' ').trim());
}

describe('a session description', () => {
  it('is written as it was read', () => {
    const withMore = browser.replace('t=0 0', 'b=CT:200\r\nt=0 0').replace('54400', '54400/2');

    expect(writeDescription(readDescription(browser))).toBe(browser);
    expect(writeDescription(readDescription(withMore))).toBe(withMore);
  });

  it('is read like the first time when only its port and its sender are others', () => {
    const audio = ['b=AS:64', 'a=rtpmap:97 opus/48000/2', 'a=fmtp:97 useinbandfec=1', 'a=ptime:20', 'a=sendonly'];
    const first = remoteSdp('m=audio 4000 RTP/AVP 97 0', ...audio);
    const [second, elsewhere] = [first.replace('4000', '5000'), first.replaceAll('198.51.100', '192.0.2')];
    const others = [second, elsewhere, first, `${second}m=audio 6000 RTP/AVP 0\r\n`, second.replace('5000', '5000/2')];

    readDescription(first);

    for (const text of others) expect(writeDescription(readDescription(text))).toBe(text);
    for (const text of others) expect(formatsIn(text)).toEqual(['opus useinbandfec=1', 'PCMU']);
    expect(() => readDescription(first.replace(/c=.*\r\n/, ''))).toThrow('line 10: no c= for the first m=');
    expect(() => readDescription(first.replace('4000', '70000'))).toThrow('m= must be');
  });

  it('means the same to an independent reader', () => {
    expect(parse(writeDescription(readDescription(browser)))).toEqual(parse(browser));
    expect(readDescription(write(parse(browser)))).toMatchObject({ media: [{ port: 54_400 }, { kind: 'video' }] });
  });

  it('may end its lines with LF, and may lack what no call needs', () => {
    const text = 'v=0\no=- 1 2 IN IP4 host.example.com\nc=IN IP4 host.example.com\nm=audio 1 RTP/AVP 0';

    expect(readDescription(text)).toMatchObject({ origin: { version: '2' }, media: [{ formats: ['0'] }] });
  });

  it.each([
    ['', 1, "must be 'v=0'"],
    ['v=1', 1, "must be 'v=0'"],
    ['v=0\r\nhello', 2, 'must look like'],
    ['v=0\r\no=me 1 2 IN IP4', 2, 'o= must be'],
    ['v=0\r\no=me x 2 IN IP4 a', 2, 'o= must be'],
    ['v=0\r\ns=x', 2, 'o= is missing'],
    [remoteSdp('m=audio'), 6, 'm= must be'],
    [remoteSdp('m=audio 70000 RTP/AVP 0'), 6, 'm= must be'],
    [remoteSdp('m=audio 1 RTP/AVP 0', 'c=IN IP4 2001:db8::1'), 7, 'not an address of IP4'],
    [remoteSdp('m=audio 1 RTP/AVP 0', 'c=192.0.2.1'), 7, 'c= must be'],
    [remoteSdp('a=:x'), 6, 'attribute without a name'],
    ['v=0\r\no=- 1 2 IN IP4 a\r\nm=audio 1 RTP/AVP 0', 3, 'no c= for the first m='],
    [remoteSdp(...Array<string>(65).fill('m=audio 1 RTP/AVP 0')), 70, 'more than 64'],
    [remoteSdp(`m=audio 1 RTP/AVP${' 0'.repeat(129)}`), 6, 'more than 128 formats'],
    [`v=0\r\n${'a=x\r\n'.repeat(1001)}`, 1000, 'more than 1000 lines'],
  ])('is refused where it is wrong: %#', (text, line, reason) => {
    let refusal: unknown;
    try {
      readDescription(text);
    } catch (error) {
      refusal = error;
    }

    expect(refusal).toBeInstanceOf(SdpRefusal);
    expect(refusal).toMatchObject({ line, message: expect.stringContaining(reason) as string });
  });

  it('made of anything is read or refused', () => {
    const line = fc
      .tuple(fc.constantFrom(...'vosiuepcbtrzkamx'), fc.string())
      .map(([type, value]) => `${type}=${value}`);
    const text = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => remoteSdp(...lines)),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          const description = readDescription(given);
          expect(readDescription(writeDescription(description))).toEqual(description);
        } catch (error) {
          if (!(error instanceof SdpRefusal)) throw error;
        }
      }),
      { numRuns: cases({ few: 200, many: 10_000 }) },
    );
  });

  it.each(tortureNames.filter((name) => /^(baddate|esc01|longreq|sdp01|wsinv|inv2543)$/.test(name)))(
    'of the torture message %s is read',
    (name) => {
      expect(readDescription(parsed(tortureMessage(name)).body.toString()).media[0]?.port).toBe(49_217);
    },
  );
});

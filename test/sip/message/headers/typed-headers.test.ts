import * as address from '../../../../src/sip/message/headers/address-headers';
import * as auth from '../../../../src/sip/message/headers/auth-headers';
import type { HeaderType } from '../../../../src/sip/message/headers/header-type';
import { nameAddr } from '../../../../src/sip/message/headers/name-addr';
import * as numbers from '../../../../src/sip/message/headers/number-headers';
import { Parameters } from '../../../../src/sip/message/grammar/parameters';
import * as tokens from '../../../../src/sip/message/headers/token-headers';
import { parseUri } from '../../../../src/sip/message/uri/uri';
import { optionsWith, parsed } from '../parsed';

type AnyHeaderType = Omit<HeaderType<unknown>, 'write'>;

const read = (type: AnyHeaderType, line: string): readonly unknown[] =>
  parsed(optionsWith(line)).headers.all({ ...type, write: String });

describe('a typed header field', () => {
  it.each<[AnyHeaderType, string, unknown]>([
    [numbers.expiresHeader, 'Expires: 3600', 3600],
    [numbers.rAckHeader, 'RAck: 776656 1 INVITE', { responseNumber: 776656, sequence: 1, method: 'INVITE' }],
    [numbers.rSeqHeader, 'RSeq: 988789', 988789],
    [numbers.retryAfterHeader, 'Retry-After: 120 (I am in (a) meeting) ;duration=60', { seconds: 120 }],
    [numbers.sessionExpiresHeader, 'x: 4000;refresher=UAC', { seconds: 4000, refresher: 'uac' }],
    [numbers.sessionExpiresHeader, 'Session-Expires: 90', { seconds: 90, refresher: undefined }],
    [numbers.minSessionExpiresHeader, 'Min-SE: 60;extra', 60],
    [tokens.reasonHeader, 'Reason: Q.850 ;cause=16 ;text="Terminated"', { token: 'Q.850' }],
    [tokens.eventHeader, 'o: presence.winfo;id=3', { token: 'presence.winfo' }],
    [tokens.subscriptionStateHeader, 'Subscription-State: active;expires=599', { token: 'active' }],
    [tokens.contentTypeHeader, 'c: Multipart / Mixed;boundary="a b"', { type: 'multipart/mixed' }],
    [tokens.privacyHeader, 'Privacy: id;Critical', ['id', 'critical']],
    [
      tokens.replacesHeader,
      'Replaces: 98732@sip.example.com ;from-tag=r33th4x0r ;to-tag=ff87ff;early-only',
      { callId: '98732@sip.example.com', fromTag: 'r33th4x0r', toTag: 'ff87ff', earlyOnly: true },
    ],
    [address.contactHeader, 'm: *', '*'],
    [address.referToHeader, 'r: <sip:dave@denver.example.org?Replaces=12345%40x%3Bto-tag%3D12>', { displayName: '' }],
    [address.diversionHeader, 'Diversion: <sip:bob@x.org>;reason=user-busy;counter=1', { displayName: '' }],
    [address.fromHeader, 'X-None: 1', { displayName: '' }],
  ])('%#: %s is read', (type, line, wanted) => {
    const [value] = read(type, line);

    if (typeof wanted === 'object') expect(value).toMatchObject(wanted as object);
    else expect(value).toBe(wanted);
  });

  it.each<[AnyHeaderType, string, string]>([
    [numbers.rAckHeader, 'RAck: 1 INVITE', 'sequence number must be a number'],
    [numbers.sessionExpiresHeader, 'Session-Expires: 90;refresher=me', "'uac' or 'uas'"],
    [numbers.retryAfterHeader, 'Retry-After: 5 (open', 'comment is not closed'],
    [numbers.maxForwardsHeader, 'Expires: 1x', ''],
    [tokens.replacesHeader, 'Replaces: 1;to-tag=2', 'to-tag and from-tag are required'],
    [tokens.eventHeader, 'Event:', 'value expected'],
    [tokens.supportedHeader, 'Supported: a,,b', 'value expected'],
    [tokens.contentDispositionHeader, 'Content-Disposition: session render', "unexpected 'r'"],
    [address.contactHeader, 'Contact: "x" sip:a@b', "'<' expected"],
    [address.contactHeader, 'Contact: <sip:a@b', "'>' is missing"],
    [address.contactHeader, 'Contact: *;expires=1', 'without a scheme'],
    [address.contactHeader, `Contact: <sip:a@b>${';x'.repeat(2)}`, 'appears twice'],
    [address.contactHeader, `Contact: ${Array(129).fill('<sip:a@b>').join()}`, 'more than 128 values'],
    [auth.authorizationHeader, 'Authorization: Digest realm="x", realm="y"', 'appears twice'],
    [auth.authorizationHeader, 'Authorization: Digest realm', "'=' expected"],
  ])('%#: %s is refused', (type, line, reason) => {
    const attempt = (): unknown => read(type, line);

    if (reason === '') expect(attempt()).toEqual([]);
    else expect(attempt).toThrow(reason);
  });

  it('names header field, position and reason in a refusal', () => {
    let refusal: unknown;
    try {
      read(address.contactHeader, 'Contact: <sip:a@b>, <sip:c@d>;q=');
    } catch (error) {
      refusal = error;
    }

    expect(refusal).toMatchObject({ header: 'Contact', offset: 23, reason: 'parameter value expected', status: 400 });
  });

  it('is found under its compact form, in every case, line by line and separated by commas', () => {
    const values = read(tokens.supportedHeader, 'k: a , b\nSUPPORTED: c\nsupported:\nK:d,e');

    expect(values).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('reads commas and brackets inside quotes as part of a name', () => {
    const values = read(
      address.assertedIdentityHeader,
      'P-Asserted-Identity: "a, <b> \\"c\\"" <sip:a@b>, tel:+123;x=1',
    );

    expect(values).toMatchObject([{ displayName: 'a, <b> "c"' }, { uri: { kind: 'tel', number: '+123' } }]);
  });

  it('writes what it reads', () => {
    const value = nameAddr(parseUri('sip:a@b;lr', 'To'), Parameters.of({ tag: '1', note: 'two words' }), 'Say "hi" \\');
    const written = address.toHeader.write(value);

    expect(written).toBe('"Say \\"hi\\" \\\\" <sip:a@b;lr>;tag=1;note="two words"');
    expect(read(address.referToHeader, `Refer-To: ${written}`)).toMatchObject([{ displayName: 'Say "hi" \\' }]);
  });
});

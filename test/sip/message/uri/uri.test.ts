import * as fc from 'fast-check';
import { Parameters } from '../../../../src/sip/message/grammar/parameters';
import { MessageRefusal } from '../../../../src/sip/message/grammar/refusal';
import { parseUri, SipUri } from '../../../../src/sip/message/uri/uri';
import { equalUris } from '../../../../src/sip/message/uri/uri-equality';

const uri = (text: string) => parseUri(text, 'Contact');

describe('equality of URIs (RFC 3261 §19.1.4)', () => {
  it.each([
    ['sip:%61lice@atlanta.com;transport=TCP', 'sip:alice@AtLanTa.CoM;Transport=tcp'],
    ['sip:carol@chicago.com', 'sip:carol@chicago.com;newparam=5'],
    ['sip:carol@chicago.com', 'sip:carol@chicago.com;security=on'],
    ['sip:carol@chicago.com;newparam=5', 'sip:carol@chicago.com;security=on'],
    [
      'sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com',
      'sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com',
    ],
    [
      'sip:alice@atlanta.com?subject=project%20x&priority=urgent',
      'sip:alice@atlanta.com?priority=urgent&subject=project%20x',
    ],
    ['sip:a@[2001:DB8:0::1]', 'sip:a@[2001:db8::1]'],
    ['tel:+1-201-555-0123', 'tel:+12015550123'],
    ['urn:service:sos', 'urn:service:sos'],
  ])('%s equals %s', (one, other) => {
    expect([equalUris(uri(one), uri(other)), equalUris(uri(other), uri(one))]).toEqual([true, true]);
  });

  it.each([
    ['SIP:ALICE@AtLanTa.CoM;Transport=udp', 'sip:alice@AtLanTa.CoM;Transport=UDP'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com:5060'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com;transport=udp'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com:6000;transport=tcp'],
    ['sip:carol@chicago.com', 'sip:carol@chicago.com?Subject=next%20meeting'],
    ['sip:bob@phone21.boxesbybob.com', 'sip:bob@192.0.2.4'],
    ['sip:carol@chicago.com;security=off', 'sip:carol@chicago.com;security=on'],
    ['sip:bob@biloxi.com', 'sips:bob@biloxi.com'],
    ['sip:biloxi.com', 'sip:bob@biloxi.com'],
    ['sip:bob:secret@biloxi.com', 'sip:bob@biloxi.com'],
    ['sip:a%3Bb@biloxi.com', 'sip:a;b@biloxi.com'],
    ['sip:bob@biloxi.com;maddr=192.0.2.1', 'sip:bob@biloxi.com'],
    ['tel:+12015550123', 'tel:2015550123;phone-context=+1'],
    ['sip:bob@biloxi.com', 'tel:+12015550123'],
  ])('%s does not equal %s', (one, other) => {
    expect([equalUris(uri(one), uri(other)), equalUris(uri(other), uri(one))]).toEqual([false, false]);
  });
});

describe('a URI', () => {
  it.each([
    ['sip:', 'host expected'],
    ['sip:@example.com', 'empty user'],
    ['sip:alice@', 'host expected'],
    ['sip:alice@example.com:', 'port must be a number'],
    ['sip:alice@example.com:65536', 'port must not be greater than 65535'],
    ['sip:alice@example.com;', 'without a name'],
    ['sip:alice@example.com;a=1;A=2', 'appears twice'],
    ['sip:alice@exam ple.com', "unexpected ' '"],
    ['sip:alice@[::1', 'malformed IPv6 address'],
    ['sip:alice@[example]', 'malformed IPv6 address'],
    ['sip:al%4@example.com', "'%' is not allowed in a user"],
    ['sip:a@b@example.com', "unexpected '@'"],
    ['sip:example.com?', 'malformed URI header'],
    ['example.com', 'without a scheme'],
    ['tel:', 'malformed telephone number'],
    [`sip:example.com${Array.from({ length: 65 }, (_, index) => `;p${index}`).join('')}`, 'more than 64'],
  ])('%s is refused: %s', (text, reason) => {
    expect(() => uri(text)).toThrow(MessageRefusal);
    expect(() => uri(text)).toThrow(reason);
  });

  it('is built from plain texts', () => {
    const params = Parameters.of({ transport: 'tls', lr: '' });
    const made = SipUri.of({ scheme: 'sips', user: 'böb @home', host: '2001:db8::1', port: 5061, params });

    expect(made.toString()).toBe('sips:b%C3%B6b%20%40home@[2001:db8::1]:5061;transport=tls;lr');
    expect(uri(made.toString())).toMatchObject({ user: 'böb @home', host: '[2001:db8::1]', isLoose: true });
  });

  it('changes into another one and stays itself', () => {
    const before = uri('sip:bob@example.com:5070;transport=tcp;ob?Subject=x');
    if (!(before instanceof SipUri)) throw new Error('expected a SIP URI');
    const after = before.with({ host: '192.0.2.1', port: undefined, params: before.params.without('ob') });

    expect(after.toString()).toBe('sip:bob@192.0.2.1;transport=tcp?Subject=x');
    expect(after.withoutHeaders().toString()).toBe('sip:bob@192.0.2.1;transport=tcp');
    expect(before.toString()).toBe('sip:bob@example.com:5070;transport=tcp;ob?Subject=x');
  });

  it('keeps any user through escaping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (user) => {
        const written = SipUri.of({ user, host: 'example.com' }).toString();

        expect(uri(written)).toMatchObject({ user: Buffer.from(user).toString(), host: 'example.com' });
      }),
    );
  });
});

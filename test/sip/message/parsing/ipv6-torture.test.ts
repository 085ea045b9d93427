import { contactHeader, viaHeader } from '../../../../src/sip/message/headers/address-headers';
import { SipUri } from '../../../../src/sip/message/uri/uri';
import { equalUris } from '../../../../src/sip/message/uri/uri-equality';
import { receivedOf } from '../../../../src/sip/message/headers/via';
import { ipv6Message as message, parsedRequest, refusalOf } from '../parsed';

function sipUri(bytes: Buffer): SipUri {
  const { uri } = parsedRequest(bytes);
  if (!(uri instanceof SipUri)) throw new Error('expected a SIP URI');
  return uri;
}

describe('a torture message of RFC 5118', () => {
  it('4.1: an address in brackets is a host', () => {
    const request = parsedRequest(message({}));
    const contact = request.headers.get(contactHeader);

    expect(request.uri).toMatchObject({ host: '[2001:db8::10]', port: undefined });
    expect(request.headers.get(viaHeader)).toMatchObject({ host: '[2001:db8::9:1]', port: undefined });
    expect(contact !== '*' && contact?.uri).toMatchObject({ host: '[2001:db8::1]' });
  });

  it('4.2: an address without brackets is refused with 400', () => {
    const refusal = refusalOf(message({ uri: 'sip:2001:db8::10' }));

    expect([refusal.status, refusal.header, refusal.isAnswered]).toEqual([400, 'Request-URI', true]);
  });

  it('4.3: what looks like a port inside the brackets belongs to the address', () => {
    expect(sipUri(message({ uri: 'sip:[2001:db8::10:5070]' }))).toMatchObject({
      host: '[2001:db8::10:5070]',
      port: undefined,
    });
  });

  it('4.4: the port stands behind the brackets', () => {
    expect(sipUri(message({ uri: 'sip:[2001:db8::10]:5070' }))).toMatchObject({ host: '[2001:db8::10]', port: 5070 });
  });

  it.each(['[2001:db8::9:255]', '2001:db8::9:255'])('4.5: received=%s is understood', (received) => {
    const via = `SIP/2.0/UDP [2001:db8::9:1];received=${received};branch=z9hG4bKas3-111`;
    const [top] = parsedRequest(message({ method: 'BYE', via })).headers.all(viaHeader);

    expect(top === undefined ? undefined : receivedOf(top)).toBe('2001:db8::9:255');
  });

  it('4.7: hops of both families follow each other', () => {
    const via =
      'SIP/2.0/UDP [2001:db8::9:1]:6050;branch=z9hG4bKas3-111\nVia: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKjhja8781\n' +
      'Via: SIP/2.0/TCP [2001:db8::9:255];branch=z9hG4bK451jj;received=192.0.2.200';
    const { headers } = parsedRequest(message({ method: 'BYE', via }));

    expect(headers.all(viaHeader).map(({ host, port }) => [host, port])).toEqual([
      ['[2001:db8::9:1]', 6050],
      ['192.0.2.1', undefined],
      ['[2001:db8::9:255]', undefined],
    ]);
  });

  it('4.9: IPv4 addresses inside IPv6 addresses are understood', () => {
    const via = 'SIP/2.0/UDP [::ffff:192.0.2.10]:19823;branch=z9hG4bKbh19';
    const { headers } = parsedRequest(message({ method: 'INVITE', via, contact: 'sip:ted@[::ffff:192.0.2.2]' }));

    expect(headers.get(viaHeader)).toMatchObject({ host: '[::ffff:192.0.2.10]', port: 19823 });
  });

  it('4.10: a third colon before an IPv4 part means the same as two', () => {
    const odd = sipUri(message({ uri: 'sip:user@[2001:db8:::192.0.2.1]' }));
    const usual = sipUri(message({ uri: 'sip:user@[2001:db8::192.0.2.1]' }));

    expect(odd.host).toBe(usual.host);
    expect(equalUris(odd, usual)).toBe(true);
  });
});

import {
  contactHeader,
  fromHeader,
  recordRouteHeader,
  routeHeader,
  toHeader,
  viaHeader,
} from '../../../../src/sip/message/headers/address-headers';
import { authorizationHeader } from '../../../../src/sip/message/headers/auth-headers';
import { unsupportedExtensions } from '../../../../src/sip/message/headers/extensions';
import { tagOf } from '../../../../src/sip/message/headers/name-addr';
import { cSeqHeader, expiresHeader, maxForwardsHeader } from '../../../../src/sip/message/headers/number-headers';
import { MessageRefusal } from '../../../../src/sip/message/grammar/refusal';
import { acceptHeader, callIdHeader } from '../../../../src/sip/message/headers/token-headers';
import { SipUri } from '../../../../src/sip/message/uri/uri';
import { branchOf } from '../../../../src/sip/message/headers/via';
import { writeMessage } from '../../../../src/sip/message/write-message';
import { parsed, parsedRequest, parsedResponse, refusalOf, tortureMessage, tortureNames } from '../parsed';

/** Well formed by themselves; what a server answers to some of them is not the parser's business. */
const accepted =
  'badbranch baddate bcast bext01 cparam01 cparam02 dblreq esc01 esc02 escnull intmeth inv2543 invut longreq lwsdisp mpart01 noreason novelsc regaut01 regbadct regescrt sdp01 semiuri transports unkscm unksm2 unreason wsinv zeromf'.split(
    ' ',
  );

const refused: readonly (readonly [name: string, status: number, header: string | undefined, answered: boolean])[] = [
  ['badaspec', 400, 'To', true],
  ['baddn', 400, undefined, true],
  ['badinv01', 400, 'Via', true],
  ['badvers', 505, undefined, true],
  ['bigcode', 400, undefined, false],
  ['clerr', 400, 'Content-Length', true],
  ['escruri', 400, 'Request-URI', true],
  ['insuf', 400, 'From', true],
  ['ltgtruri', 400, 'Request-URI', true],
  ['lwsruri', 400, undefined, true],
  ['lwsstart', 400, undefined, true],
  ['mcl01', 400, 'Content-Length', true],
  ['mismatch01', 400, 'CSeq', true],
  ['mismatch02', 400, 'CSeq', true],
  ['multi01', 400, 'From', true],
  ['ncl', 400, 'Content-Length', true],
  ['quotbal', 400, 'To', true],
  ['scalar02', 400, 'CSeq', true],
  ['scalarlg', 400, 'CSeq', false],
  ['trws', 400, undefined, true],
];

describe('a torture message of RFC 4475', () => {
  it('is in exactly one of the tables below', () => {
    expect([...accepted, ...refused.map(([name]) => name)].sort()).toEqual([...tortureNames].sort());
  });

  it.each(accepted)('%s is accepted and can be written again', (name) => {
    const message = parsed(tortureMessage(name));
    const written = writeMessage(message);

    expect(writeMessage(parsed(written))).toEqual(written);
    expect([...parsed(written).headers]).toEqual([...message.headers]);
  });

  it.each(refused)('%s is refused with %i because of %s, answered: %s', (name, status, header, answered) => {
    const refusal = refusalOf(tortureMessage(name));

    expect([refusal.status, refusal.header, refusal.isAnswered]).toEqual([status, header, answered]);
    expect(refusal.reason).not.toBe('');
  });

  it('baddn would be refused for its display names, were it complete', () => {
    const refusal = refusalOf(Buffer.concat([tortureMessage('baddn'), Buffer.from('\r\n')]));

    expect([refusal.header, refusal.status]).toEqual(['From', 400]);
  });

  it('wsinv is understood through all its white space', () => {
    const { headers, uri, body } = parsedRequest(tortureMessage('wsinv'));

    expect(uri.toString()).toBe('sip:vivekg@chair-dnrc.example.com;unknownparam');
    expect(headers.get(toHeader)?.params.get('tag')).toBe('1918181833n');
    expect(headers.get(fromHeader)).toMatchObject({ displayName: 'J Rosenberg \\"' });
    expect(headers.get(maxForwardsHeader)).toBe(68);
    expect(headers.get(cSeqHeader)).toEqual({ sequence: 9, method: 'INVITE' });
    expect(headers.all(viaHeader).map((via) => [via.transport, via.host, branchOf(via)])).toEqual([
      ['UDP', '192.0.2.2', '390skdjuw'],
      ['TCP', 'spindle.example.com', 'z9hG4bK9ikj8'],
      ['UDP', '192.168.255.111', 'z9hG4bK30239'],
    ]);
    expect(headers.raw('Subject')).toBe('');
    expect(headers.raw('NewFangledHeader')).toBe('newfangled value continued newfangled value');
    expect(headers.raw('UnknownHeaderWithUnusualValue')).toBe(';;,,;;,;');
    expect(headers.get(routeHeader)?.uri).toMatchObject({ host: 'services.example.com', isLoose: true });
    expect(headers.get(contactHeader)).toMatchObject({ displayName: 'Quoted string ""' });
    expect(body.length).toBe(150);
  });

  it('intmeth is passed on character by character', () => {
    const { method, headers, uri } = parsedRequest(tortureMessage('intmeth'));

    expect(method).toBe("!interesting-Method0123456789_*+`.%indeed'~");
    expect(uri).toMatchObject({
      rawUser: "1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*",
      rawPassword: "&it+has=1,weird!*pas$wo~d_too.(doesn't-it)",
      host: 'example.com',
    });
    expect(headers.get(toHeader)?.displayName).toBe('BEL:\x07 NUL:\0 DEL:\x7f');
    expect(headers.get(fromHeader)).toMatchObject({ displayName: "token1~` token2'+_ token3*%!.-" });
    expect(headers.get(fromHeader)?.params.get("fromparam''~+*_!.-%")).toBe('работающий');
    expect(headers.get(callIdHeader)).toBe('intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{');
    expect(headers.raw("extensionHeader-!.%*+_`'~")).toBe('\ufeff大停電');
  });

  it('esc01 is unescaped where people look, and not where it is passed on', () => {
    const { headers, uri } = parsedRequest(tortureMessage('esc01'));
    const contact = headers.get(contactHeader);

    expect(uri).toMatchObject({ user: 'sips:user@example.com', host: 'example.net' });
    expect(uri.toString()).toBe('sip:sips%3Auser%40example.com@example.net');
    expect(headers.get(toHeader)?.uri).toMatchObject({ user: 'user' });
    expect(headers.get(fromHeader)?.uri).toMatchObject({ user: 'I have spaces' });
    if (contact === undefined || contact === '*' || !(contact.uri instanceof SipUri)) throw new Error('a SIP contact');
    expect(contact.uri.isLoose).toBe(true);
    expect(contact.uri.params.get('name')).toBe('v%61lue%25%34%31');
  });

  it('esc02 keeps its method and the header field that only looks like Contact', () => {
    const { method, headers } = parsedRequest(tortureMessage('esc02'));

    expect(method).toBe('RE%47IST%45R');
    expect(headers.all(contactHeader)).toHaveLength(2);
    expect(headers.raw('C%6Fntact')).toBe('<sip:alias2@host2.example.com>');
    expect(headers.get(toHeader)?.displayName).toBe('%Z%45');
  });

  it('escnull keeps null characters escaped and apart', () => {
    const contacts = parsedRequest(tortureMessage('escnull')).headers.all(contactHeader);

    expect(contacts.map((contact) => contact !== '*' && contact.uri instanceof SipUri && contact.uri.user)).toEqual([
      '\0',
      '\0\0',
    ]);
  });

  it('semiuri has a user with a semicolon and an escaped at sign', () => {
    const { uri, headers } = parsedRequest(tortureMessage('semiuri'));

    expect(uri).toMatchObject({ user: 'user;par=u@example.net', host: 'example.com' });
    expect(headers.all(acceptHeader).map(({ type }) => type)).toEqual([
      'application/sdp',
      'application/pkcs7-mime',
      'multipart/mixed',
      'multipart/signed',
      'message/sip',
      'message/sipfrag',
    ]);
  });

  it('dblreq ends with the first request: a datagram carries one', () => {
    const message = parsedRequest(tortureMessage('dblreq'));

    expect([message.method, message.body.length]).toEqual(['REGISTER', 0]);
  });

  it('cparam01 and cparam02 differ in what the parameter belongs to', () => {
    const [outside, inside] = ['cparam01', 'cparam02'].map((name) => {
      const contact = parsed(tortureMessage(name)).headers.get(contactHeader);
      if (contact === undefined || contact === '*' || !(contact.uri instanceof SipUri))
        throw new Error('a SIP contact');
      return [contact.params.has('unknownparam'), contact.uri.params.has('unknownparam')];
    });

    expect([outside, inside]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('regbadct is refused when its contact is read', () => {
    const { headers } = parsed(tortureMessage('regbadct'));

    expect(() => headers.get(contactHeader)).toThrow(MessageRefusal);
    expect(() => headers.get(contactHeader)).toThrow('needs angle brackets');
  });

  it('regescrt has a contact that asks for a route', () => {
    const contact = parsed(tortureMessage('regescrt')).headers.get(contactHeader);

    expect(contact !== '*' && contact?.uri).toMatchObject({ headers: [['Route', '<sip:sip.example.com>']] });
  });

  it('longreq has 34 hops under every spelling of Via', () => {
    const { headers } = parsed(tortureMessage('longreq'));

    expect(headers.all(viaHeader)).toHaveLength(34);
    expect(headers.all(viaHeader)[33]?.params.get('received')).toBe('192.0.2.5');
    expect(headers.get(fromHeader)?.params.get('tag')).toMatch(/^1(29829)*/);
  });

  it.each([
    ['unkscm', 'nobodyknowsthisscheme'],
    ['novelsc', 'soap.beep'],
  ])('%s has a Request-URI of the unknown scheme %s', (name, scheme) => {
    expect(parsedRequest(tortureMessage(name)).uri).toMatchObject({ kind: 'opaque', scheme });
  });

  it('unksm2 has addresses of unknown schemes', () => {
    const { headers } = parsed(tortureMessage('unksm2'));

    expect(headers.get(toHeader)?.uri.toString()).toBe('isbn:2983792873');
    expect(headers.get(fromHeader)?.uri.scheme).toBe('http');
  });

  it('inv2543 lacks what RFC 2543 did not ask for', () => {
    const { headers, body } = parsedRequest(tortureMessage('inv2543'));

    expect(headers.all(viaHeader).map(branchOf)).toEqual([undefined]);
    expect(tagOf(headers.get(fromHeader) ?? fail('a From'))).toBeUndefined();
    expect(headers.get(maxForwardsHeader)).toBeUndefined();
    expect(headers.get(recordRouteHeader)?.uri.toString()).toBe('sip:UserB@example.com;maddr=ss1.example.com');
    expect(body.toString()).toContain('m=audio 49217 RTP/AVP 0');
  });

  it('scalar02 has an Expires that counts as the greatest there is', () => {
    const { headers } = parsed(
      Buffer.from(tortureMessage('scalar02').toString().replace('36893488147419103232', '1').replace(': 300', ': 70')),
    );

    expect(headers.get(expiresHeader)).toBe(2 ** 32 - 1);
  });

  it('regaut01 carries credentials of an unknown scheme', () => {
    expect(parsed(tortureMessage('regaut01')).headers.get(authorizationHeader)).toMatchObject({
      scheme: 'NoOneKnowsThisScheme',
      text: 'opaque-data=here',
    });
  });

  it('bext01 requires unknown extensions', () => {
    const request = parsedRequest(tortureMessage('bext01'));

    expect(unsupportedExtensions(request, ['100rel', 'nothingSupportsThis'])).toEqual(['nothingSupportsThisEither']);
  });

  it('unreason and noreason have the phrases that they have', () => {
    expect(parsedResponse(tortureMessage('unreason')).reason).toBe('= 2**3 * 5**2 но сто девяносто девять - простое');
    expect(parsedResponse(tortureMessage('noreason')).reason).toBe('');
  });

  it('a phrase may contain what other languages take for the end of a line', () => {
    const bytes = Buffer.from(tortureMessage('noreason').toString().replace('100 ', '100 one\u2028two'));

    expect(parsedResponse(bytes).reason).toBe('one\u2028two');
  });

  it('mpart01 has a body of binary bytes', () => {
    expect(parsed(tortureMessage('mpart01')).body.length).toBe(553);
  });
});

function fail(what: string): never {
  throw new Error(`expected ${what}`);
}

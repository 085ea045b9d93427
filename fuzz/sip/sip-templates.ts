import type { Random } from '../random';

/** What a message is made for. */
export interface Place {
  /** Of the server. */
  readonly port: number;
  /** Ours. */
  readonly here: number;
  readonly protocol: 'UDP' | 'TCP';
}

const methods = [
  'INVITE',
  'REGISTER',
  'OPTIONS',
  'MESSAGE',
  'SUBSCRIBE',
  'NOTIFY',
  'REFER',
  'PUBLISH',
  'INFO',
  'UPDATE',
];
const others = ['ACK', 'BYE', 'CANCEL', 'PRACK', 'WHATEVER', 'invite'];
const users = ['fuzz', 'fuzz', 'fuzz', 'alice', 'nobody'];
const extensions = ['100', '200', '300', 'nowhere', ''];

/** A request that is well-formed, as a phone sends it. */
export function requestText(random: Random, place: Place): string {
  const method = random.chance(0.8) ? random.pick(methods) : random.pick(others);
  const [user, extension] = [random.pick(users), random.pick(extensions)];
  const hasBody = ['INVITE', 'UPDATE', 'MESSAGE', 'NOTIFY'].includes(method) && random.chance(0.8);
  const body = hasBody ? (method === 'MESSAGE' ? 'hello' : sdpText(random)) : '';
  const type = method === 'MESSAGE' ? 'text/plain' : 'application/sdp';
  const inside = random.chance(0.1) ? `;tag=${random.below(1000)}` : '';
  return [
    `${method} sip:${extension === '' ? '' : `${extension}@`}127.0.0.1:${place.port} SIP/2.0`,
    `Via: SIP/2.0/${place.protocol} 127.0.0.1:${place.here};branch=z9hG4bK${random.below(2 ** 31)};rport`,
    'Max-Forwards: 70',
    `From: "F" <sip:${user}@127.0.0.1>;tag=${random.below(2 ** 31)}`,
    `To: <sip:${extension}@127.0.0.1>${inside}`,
    `Call-ID: ${random.below(2 ** 31)}@fuzz`,
    `CSeq: ${1 + random.below(100)} ${method}`,
    `Contact: <sip:fuzz@127.0.0.1:${place.here}>`,
    ...extraFields(random, method),
    ...(body === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function extraFields(random: Random, method: string): readonly string[] {
  const known = [
    'Expires: 60',
    'Supported: 100rel, timer, replaces',
    'Require: 100rel',
    'Session-Expires: 90;refresher=uac',
    'Min-SE: 90',
    'Record-Route: <sip:127.0.0.1:9;lr>',
    'Allow: INVITE, ACK, BYE, UPDATE',
    'P-Asserted-Identity: "A" <sip:1@example.com>',
    'Diversion: <sip:2@example.com>;reason=no-answer;counter=1',
    'Replaces: a@b;to-tag=1;from-tag=2',
    'RAck: 1 1 INVITE',
    'Authorization: Digest username="alice", realm="Patchbay", nonce="x", uri="sip:x", response="0", qop=auth, nc=00000001, cnonce="c"',
    'Reason: Q.850;cause=16',
    'Refer-To: <sip:100@127.0.0.1?Replaces=a%40b%3Bto-tag%3D1>',
    'Event: message-summary',
    'Accept: application/sdp',
    'Path: <sip:127.0.0.1:9;lr>',
    'Subject: fuzz',
  ];
  return method === 'REGISTER' && random.chance(0.5) ? ['Expires: 60'] : random.some(known, 0.15);
}

/** A description with one stream or several. */
export function sdpText(random: Random): string {
  const stream = (): string[] => [
    `m=${random.pick(['audio', 'audio', 'audio', 'video', 'image'])} ${random.pick([40_000, 0, 9, 65_535])} ${random.pick(['RTP/AVP', 'RTP/AVP', 'RTP/SAVP', 'UDP/TLS/RTP/SAVPF'])} ${random.pick(['0 8 101', '0', '96 97', '9 0'])}`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    ...random.some(
      [
        'a=sendonly',
        'a=inactive',
        'a=ptime:20',
        'a=rtcp-mux',
        'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:x',
        'a=rtpmap:96 opus/48000/2',
        'c=IN IP4 0.0.0.0',
        'c=IN IP6 ::1',
      ],
      0.2,
    ),
  ];
  const streams = Array.from({ length: random.chance(0.85) ? 1 : random.below(5) }, stream).flat();
  return ['v=0', 'o=f 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', ...streams, ''].join('\r\n');
}

/** An answer to a request that the server has never sent. */
export function responseText(random: Random, place: Place): string {
  return [
    `SIP/2.0 ${random.pick([100, 180, 200, 302, 401, 486, 503, 699])} Whatever`,
    `Via: SIP/2.0/${place.protocol} 127.0.0.1:${place.port};branch=z9hG4bK${random.below(2 ** 31)}`,
    'From: <sip:a@127.0.0.1>;tag=1',
    'To: <sip:b@127.0.0.1>;tag=2',
    `Call-ID: ${random.below(1000)}@fuzz`,
    `CSeq: 1 ${random.pick(methods)}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

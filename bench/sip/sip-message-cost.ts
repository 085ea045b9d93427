import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Parse from '../../src/sip/message/parsing/parse-message';
import type * as Write from '../../src/sip/message/write-message';
import { phoneSdp } from '../load/sip/sip-text';
import { cells, fixed, say } from '../report';

const load = createRequire(__filename);
const dist = join(__dirname, '../../dist/src/sip/message');
/** Microseconds that an INVITE may take to be parsed and written again. */
const affordable = 20;
const rounds = 15;
const perRound = 5000;

/** An INVITE as a phone behind a proxy sends it, with credentials: some 1,300 bytes. */
function invite(): Buffer {
  const sdp = phoneSdp(40_000);
  const head = [
    'INVITE sip:+49301234567@sip.example.com;user=phone SIP/2.0',
    'Via: SIP/2.0/UDP 192.0.2.20:5060;branch=z9hG4bKdeadbeef.1;rport',
    'Via: SIP/2.0/UDP 198.51.100.7:5062;branch=z9hG4bK776asdhds;received=198.51.100.7;rport=5062',
    'Record-Route: <sip:192.0.2.20;lr;ftag=1928301774>',
    'Max-Forwards: 69',
    'From: "Alice Example" <sip:1001@sip.example.com>;tag=1928301774',
    'To: <sip:+49301234567@sip.example.com;user=phone>',
    'Call-ID: a84b4c76e66710@pc33.example.com',
    'CSeq: 314159 INVITE',
    'Contact: <sip:1001@198.51.100.7:5062;transport=udp;ob>;+sip.instance="<urn:uuid:00000000-0000-1000-8000-000A95A0E128>"',
    'Authorization: Digest username="1001", realm="example", nonce="1794701931:9f2c1c6ab0f1", uri="sip:+49301234567@sip.example.com", response="6629fae49393a05397450978507c4ef1", algorithm=MD5, qop=auth, nc=00000001, cnonce="0a4f113b"',
    'Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, NOTIFY, REFER, MESSAGE, SUBSCRIBE',
    'Supported: replaces, 100rel, timer, outbound, path',
    'Session-Expires: 1800',
    'Min-SE: 90',
    'User-Agent: ExamplePhone/5.2.1',
    'Content-Type: application/sdp',
    `Content-Length: ${sdp.length}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${sdp}`);
}

/** What parsing and writing cost, in the modules of dist/. The smallest of several rounds: others only add to it. */
export function measureMessages(): void {
  const { parseDatagram } = load(join(dist, 'parsing/parse-message.js')) as typeof Parse;
  const { writeMessage } = load(join(dist, 'write-message.js')) as typeof Write;
  const bytes = invite();
  const parse = (): ReturnType<typeof parseDatagram> => parseDatagram(bytes);
  const { message } = parse();
  if (message === undefined) throw new Error('the message of the benchmark is refused');
  const [parsing, both] = [smallest(parse), smallest(() => writeMessage(parseDatagram(bytes).message ?? message))];
  say(cells(['', 'CPU µs']));
  say(cells([`INVITE, ${bytes.length} bytes: parsed`, fixed(parsing, 2)]));
  say(cells(['parsed and written', fixed(both, 2)]));
  say(`target: at most ${affordable} µs parsed and written: ${both <= affordable ? 'pass' : 'FAIL'}`);
}

function smallest(run: () => unknown): number {
  for (let count = 0; count < 2 * perRound; count += 1) run();
  const costs = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (let count = 0; count < perRound; count += 1) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / perRound;
  });
  return Math.min(...costs);
}

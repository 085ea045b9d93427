import { eventually } from '../../support/eventually';
import { ipv6Message, tortureMessage, tortureNames } from '../../sip/message/parsed';
import { RawTcpPeer, RawUdpPeer } from '../../sip/transport/raw-peer';
import { SipRig, phoneConf, tcpTransport, udpTransport } from './sip-rig';

/** Goes on: the next request is answered. Closed: nobody can tell where the next one begins. Waits: for bytes that were announced. */
type Rest = 'goes on' | 'closed' | 'waits';

interface Outcome {
  /** Statuses of the answers over UDP, and over TCP where they are others. */
  readonly udp: readonly (number | string)[];
  readonly tcp?: readonly (number | string)[];
  /** What becomes of the connection; it goes on unless told. */
  readonly rest?: Rest;
}

/** A stranger has to prove who it is before anything else is said about its request. */
const unproven = 'unproven';
const strangers =
  'baddate cparam01 cparam02 esc01 escnull invut longreq mpart01 regaut01 regbadct regescrt sdp01 unksm2';
const refused =
  'badaspec badinv01 escruri insuf ltgtruri lwsruri lwsstart mismatch01 mismatch02 multi01 quotbal scalar02 trws';
const answered = 'badbranch lwsdisp semiuri transports zeromf';
/** Answers to requests that nobody here has sent, and one whose sequence number cannot be told. */
const dropped = 'bcast noreason scalarlg unreason';

const outcomes: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ...strangers.split(' ').map((name) => [name, { udp: [unproven] }] as const),
  ...refused.split(' ').map((name) => [name, { udp: [400] }] as const),
  ...answered.split(' ').map((name) => [name, { udp: [200] }] as const),
  ...dropped.split(' ').map((name) => [name, { udp: [] }] as const),
  ['badvers', { udp: [505] }],
  // The request is inside a dialog that does not exist.
  ['wsinv', { udp: [481] }],
  ['bext01', { udp: [420] }],
  ['novelsc', { udp: [416] }],
  ['unkscm', { udp: [416] }],
  ['esc02', { udp: [501] }],
  ['intmeth', { udp: [501] }],
  // In a datagram what follows the first message is passed over; on a connection it is the next one, which lacks its end.
  ['dblreq', { udp: [unproven], tcp: [unproven, unproven], rest: 'closed' }],
  ['clerr', { udp: [400], tcp: [], rest: 'waits' }],
  ['baddn', { udp: [400], rest: 'closed' }],
  ['bigcode', { udp: [], rest: 'closed' }],
  ['mcl01', { udp: [400], rest: 'closed' }],
  ['ncl', { udp: [400], rest: 'closed' }],
  ['inv2543', { udp: [unproven], tcp: [400], rest: 'closed' }],
]);

let rig: SipRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

describe('a torture message of RFC 4475, sent to the server', () => {
  it('is in the table', () => {
    expect([...outcomes.keys()].sort()).toEqual([...tortureNames].sort());
  });

  it.each([...outcomes])(
    '%s is answered as it has to be over UDP, and the next request as well',
    async (name, { udp }) => {
      expect(await overUdp(tortureMessage(name))).toEqual(udp);
    },
  );

  it.each([...outcomes])('%s is answered as it has to be over TCP, sent byte by byte', async (name, outcome) => {
    const { udp, tcp = udp, rest = 'goes on' } = outcome;
    expect(await overTcp(tortureMessage(name), rest)).toEqual(tcp);
  });
});

const addresses: readonly (readonly [
  section: string,
  message: Parameters<typeof ipv6Message>[0],
  status: number | string,
])[] = [
  ['4.1', {}, unproven],
  ['4.2', { uri: 'sip:2001:db8::10' }, 400],
  ['4.3', { uri: 'sip:[2001:db8::10:5070]' }, unproven],
  ['4.4', { uri: 'sip:[2001:db8::10]:5070' }, unproven],
  ['4.5', { via: 'SIP/2.0/UDP [2001:db8::9:1];received=[2001:db8::9:255];branch=z9hG4bKas3-111' }, unproven],
  ['4.9', { via: 'SIP/2.0/UDP [::ffff:192.0.2.10]:19823;branch=z9hG4bKbh19' }, unproven],
  ['4.10', { uri: 'sip:user@[2001:db8:::192.0.2.1]' }, unproven],
];

describe('a torture message of RFC 5118, sent to the server', () => {
  it.each(addresses)('%s is answered as it has to be over UDP and over TCP', async (_section, message, status) => {
    expect(await overUdp(ipv6Message(message))).toEqual([status]);
    await rig?.close();
    expect(await overTcp(ipv6Message(message), 'goes on')).toEqual([status]);
  });
});

/** What is answered to the message. The request behind it has to be answered, too. */
async function overUdp(message: Buffer): Promise<readonly (number | string)[]> {
  rig = await new SipRig(udpTransport + phoneConf('alice')).start();
  const peer = await RawUdpPeer.open();
  peer.send(message, rig.port('udp'));
  peer.send(question('UDP'), rig.port('udp'));
  await eventually(
    () => peer.received.some(isAnswer),
    () => 'the next request is not answered',
  );
  peer.close();
  return statuses(peer.received);
}

/** The same on a connection, byte by byte. */
async function overTcp(message: Buffer, rest: Rest): Promise<readonly (number | string)[]> {
  rig = await new SipRig(tcpTransport + phoneConf('alice')).start();
  const peer = await RawTcpPeer.connect(rig.port('tcp'));
  peer.socket.setNoDelay(true);
  for (const byte of Buffer.concat([message, Buffer.from(question('TCP'))])) {
    if (peer.isClosed) break;
    await new Promise((resolve) => peer.socket.write(Buffer.from([byte]), resolve));
  }
  const restOf = (): Rest => (peer.isClosed ? 'closed' : isAnswer(peer.received) ? 'goes on' : 'waits');
  await eventually(
    () => restOf() === rest,
    () => `the connection ${restOf()}: ${peer.received}`,
  );
  peer.socket.destroy();
  return statuses(peer.received.split(/(?=^SIP\/2\.0 )/m).filter((text) => text !== ''));
}

/** A request that is answered whoever asks: the answer shows that all before it was dealt with. */
function question(protocol: 'UDP' | 'TCP'): string {
  return [
    'OPTIONS sip:127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/${protocol} 127.0.0.1;branch=z9hG4bKlast;rport`,
    'From: <sip:tester@127.0.0.1>;tag=1',
    'To: <sip:127.0.0.1>',
    'Call-ID: the-last-one',
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 70',
    'Content-Length: 0\r\n\r\n',
  ].join('\r\n');
}

function isAnswer(text: string): boolean {
  return /^Call-ID: the-last-one/m.test(text);
}

function statuses(answers: readonly string[]): readonly (number | string)[] {
  const all = answers.filter((text) => !isAnswer(text)).map((text) => Number(text.slice(8, 11)));
  return all.map((status) => (status === 401 || status === 405 ? unproven : status));
}

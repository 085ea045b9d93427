import type { Socket } from 'node:dgram';
import { LossServer } from './loss/loss-server';
import { serverPort } from './loss/loss-phone';

const conf = (host: string): string => `
[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${serverPort}
external_signaling_address = 203.0.113.5
external_signaling_port = 5080
external_media_address = 203.0.113.6
local_net = 10.0.0.0/8

[phone]
type = endpoint
aors = phone
disallow = all
allow = ulaw
[phone]
type = aor
contact = sip:phone@${host}:6009
`;

const sdp = 'v=0\r\no=phone 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40000 RTP/AVP 0\r\n';

/** A phone at an address of its own, which writes its messages itself. */
class DistantPhone {
  readonly #socket: Socket;
  readonly messages: string[] = [];

  constructor(
    private readonly server: LossServer,
    private readonly host: string,
  ) {
    this.#socket = server.network.makeSocket();
    this.#socket.on('message', (bytes: Buffer) => this.messages.push(bytes.toString()));
    this.#socket.bind(6009, host);
  }

  /** The first message that begins so. */
  async until(start: string): Promise<string> {
    const find = (): string | undefined => this.messages.find((text) => text.startsWith(start));
    await this.server.passUntil(() => find() !== undefined);
    return find() ?? `nothing that begins with ${start}:\n${this.messages.join('\n')}`;
  }

  send(method: string, cseq: string, { toTag = '', body = '' } = {}): void {
    this.#write([
      `${method} sip:leaves@127.0.0.1:${serverPort} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.host}:6009;branch=z9hG4bK-${cseq}-${method}`,
      'Max-Forwards: 70',
      `From: <sip:phone@${this.host}>;tag=mine`,
      `To: <sip:leaves@127.0.0.1>${toTag === '' ? '' : `;tag=${toTag}`}`,
      'Call-ID: distant-call',
      `CSeq: ${cseq} ${method}`,
      `Contact: <sip:phone@${this.host}:6009>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ]);
  }

  /** Answers a request with the header fields that an answer repeats. */
  reply(request: string, status: string): void {
    const repeated = request.split('\r\n').filter((line) => /^(Via|From|Call-ID|CSeq):/i.test(line));
    this.#write([`SIP/2.0 ${status}`, ...repeated, `${field(request, 'To')};tag=mine`, 'Content-Length: 0', '', '']);
  }

  close(): void {
    this.#socket.close();
  }

  #write(lines: readonly string[]): void {
    this.#socket.send(Buffer.from(lines.join('\r\n')), serverPort, '127.0.0.1', () => undefined);
  }
}

function field(message: string, name: string): string {
  return new RegExp(`^${name}:.*$`, 'im').exec(message)?.[0].trimEnd() ?? '';
}

/** The places of ours that a message names. */
function named(message: string): readonly (string | undefined)[] {
  const place = (line: string): string | undefined => /(?:UDP |@|sip:)([\d.]+(?::\d+)?)[;>]/.exec(line)?.[1];
  return [place(field(message, 'Via')), place(field(message, 'Contact')), /^c=IN IP4 (\S+)/m.exec(message)?.[1]];
}

const own = `127.0.0.1:${serverPort}`;
const outside = '203.0.113.5:5080';
/** Which address of this machine leads there depends on its networks. */
const notExternal: unknown = expect.not.stringContaining('203.0.113');

describe.each([
  ['outside of our networks', '198.51.100.7', { signalling: outside, audio: '203.0.113.6' }],
  ['in one of our networks', '10.1.2.3', { signalling: own, audio: notExternal }],
])('a phone %s', (_title, host, { signalling, audio }) => {
  let server: LossServer;
  let phone: DistantPhone;
  beforeEach(async () => {
    server = await LossServer.start(conf(host));
    phone = new DistantPhone(server, host);
  });
  afterEach(async () => {
    phone.close();
    await server.close();
  });

  it('that calls is told where it reaches us, in the answer and in later requests', async () => {
    phone.send('INVITE', '1', { body: sdp });
    const answer = await phone.until('SIP/2.0 200');
    const toTag = /;tag=(\S+)/.exec(field(answer, 'To'))?.[1] ?? '';
    phone.send('ACK', '1', { toTag });
    const bye = await phone.until('BYE ');
    phone.reply(bye, '200 OK');

    expect(named(answer).slice(1)).toEqual([signalling, audio]);
    expect(named(bye)[0]).toBe(signalling);
  });

  it('that is called is told where it reaches us', async () => {
    const { status } = await server.rest.post(
      '/channels?endpoint=PJSIP/phone&context=default&extension=stays&priority=1',
    );
    const invite = await phone.until('INVITE ');
    phone.reply(invite, '486 Busy Here');
    await phone.until('ACK ');

    expect(status).toBe(200);
    expect(named(invite)).toEqual([signalling, signalling, audio]);
  });
});

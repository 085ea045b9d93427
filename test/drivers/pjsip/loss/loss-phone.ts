import type { Clock } from '../../../../src/shared/time/clock';
import { makeLogger } from '../../../../src/shared/logger';
import { DialogLayer } from '../../../../src/sip/dialog/dialog-layer';
import { IncomingCall } from '../../../../src/sip/dialog/incoming-call';
import type { InviteSession } from '../../../../src/sip/dialog/invite-session';
import { OutgoingCall } from '../../../../src/sip/dialog/outgoing-call';
import type { SessionContext, SessionHandlers } from '../../../../src/sip/dialog/session-context';
import type { SessionTimerSettings } from '../../../../src/sip/dialog/session-timer';
import { ClientCredentials } from '../../../../src/sip/digest/client-credentials';
import { HeaderList } from '../../../../src/sip/message/headers/header-list';
import { SipRequest } from '../../../../src/sip/message/message';
import type { NameAddr } from '../../../../src/sip/message/headers/name-addr';
import { nameAddr } from '../../../../src/sip/message/headers/name-addr';
import { parseUri } from '../../../../src/sip/message/uri/uri';
import { AuthenticatedRequest } from '../../../../src/sip/dialog/dialog-request';
import { SipStack } from '../../../../src/sip/stack/sip-stack';
import type { ServerTransaction } from '../../../../src/sip/transaction/server-transaction';
import type { MemoryNetwork } from '../../../support/sip/memory-network';
import { SeededRandom } from '../../../support/seeded-random';

export const serverPort = 5060;

export interface LossPhoneInit {
  readonly name: string;
  readonly port: number;
  readonly network: MemoryNetwork;
  readonly clock: Clock;
  readonly sessionTimer?: SessionTimerSettings;
}

/** A phone with the stack of the project on a network in memory. It reports only what is not a matter of chance. */
export class LossPhone {
  readonly happened: string[] = [];
  /** What it does with a call that comes. */
  onCall: (call: IncomingCall) => void = () => undefined;
  /** What it does when its call is answered. */
  onAnswered: (session: InviteSession) => unknown = () => undefined;
  /** What it does when its call is told of progress. */
  onProgress: (call: OutgoingCall, status: number) => void = () => undefined;
  readonly name: string;
  readonly clock: Clock;
  readonly #stack: SipStack;
  readonly #dialogs: DialogLayer;
  readonly #context: SessionContext;
  readonly #contact: NameAddr;
  readonly #port: number;
  #calls = 0;

  private constructor({ name, port, network, clock, sessionTimer }: LossPhoneInit) {
    this.name = name;
    this.clock = clock;
    this.#port = port;
    const random = new SeededRandom(port);
    const randomBytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => random.below(256)));
    this.#dialogs = new DialogLayer({ onRequest: (transaction) => this.#receive(transaction) });
    this.#stack = new SipStack({
      clock,
      random: randomBytes,
      makeSocket: network.makeSocket,
      switchToTcp: false,
      log: makeLogger((level, fields, sentence) => {
        if (level === 'error') this.happened.push(`fault: ${sentence} ${JSON.stringify(fields)}`);
      }),
      user: {
        onRequest: (transaction, source) => this.#dialogs.onRequest(transaction, source),
        onAck: (ack) => this.#dialogs.onAck(ack),
      },
    });
    const credentials = new ClientCredentials({
      randomBytes,
      accountFor: () => ({ username: name, secret: { password: name } }),
    });
    this.#context = {
      stack: this.#stack,
      dialogs: this.#dialogs,
      random: () => random.below(1000) / 1000,
      ...(sessionTimer === undefined ? {} : { sessionTimer }),
      authenticate: (response, sent, next) => credentials.answer(response, sent, next).outcome === 'retry',
    };
    this.#contact = nameAddr(parseUri(`sip:${name}@127.0.0.1:${port}`, 'Contact'));
  }

  static async open(init: LossPhoneInit): Promise<LossPhone> {
    const phone = new LossPhone(init);
    await phone.#stack.listen({ protocol: 'UDP', bind: { host: '127.0.0.1', port: init.port } });
    return phone;
  }

  /** What there still is of calls and requests. */
  get left(): Readonly<Record<string, number>> {
    const { transactions, wheel } = this.#stack;
    return { dialogs: this.#dialogs.size, transactions, timers: wheel.size };
  }

  get description(): string {
    return describe(this.#port + 30_000, 'sendrecv');
  }

  /** Puts the far end on hold, or takes it back. */
  async hold(session: InviteSession, direction: 'sendonly' | 'sendrecv'): Promise<void> {
    const { outcome } = await session.offer(describe(this.#port + 30_000, direction));
    this.happened.push(`${direction} ${outcome}`);
  }

  call(extension: string, headers: Readonly<Record<string, string>> = {}): OutgoingCall {
    const call = new OutgoingCall({
      request: this.#make('INVITE', extension, headers),
      contact: this.#contact,
      context: this.#context,
      offer: this.description,
      handlers: {
        ...this.#handlers,
        onProgress: (own, { status }) => this.onProgress(own, status),
        onAnswered: (_call, session) => {
          this.happened.push('answered');
          this.onAnswered(session);
        },
        onFailed: (_call, failure) =>
          this.happened.push(`failed ${failure.cause === 'response' ? failure.response.status : failure.cause}`),
      },
    });
    call.start();
    return call;
  }

  /** Asks the server to connect its partner with an extension. */
  refer(session: InviteSession, extension: string): void {
    const make = (): SipRequest => {
      const refer = session.dialog.request('REFER');
      refer.headers.add('Refer-To', `<sip:${extension}@127.0.0.1>`);
      return refer;
    };
    session.request(make, {
      // An answer may come behind the NOTIFYs; only a refusal is a fact.
      onResponse: ({ status }) => status >= 300 && this.happened.push(`REFER ${status}`),
      onTimeout: () => this.happened.push('REFER timeout'),
      onTransportFailure: ({ message }) => this.happened.push(`REFER ${message}`),
    });
  }

  /** Sends a request outside of dialogs, with credentials when they are asked for. */
  request(method: string, headers: Readonly<Record<string, string>> = {}): void {
    let sequence = 0;
    const first = this.#make(method, '', headers);
    const make = (): SipRequest => {
      sequence += 1;
      const next = first.clone();
      next.headers.setRaw('CSeq', `${sequence} ${method}`);
      return next;
    };
    new AuthenticatedRequest(this.#context, make, {
      onResponse: ({ status }) => status >= 200 && this.happened.push(`${method} ${status}`),
      onTimeout: () => this.happened.push(`${method} timeout`),
      onTransportFailure: ({ message }) => this.happened.push(`${method} ${message}`),
    }).start();
  }

  close(): void {
    this.#stack.close();
  }

  #make(method: string, extension: string, headers: Readonly<Record<string, string>>): SipRequest {
    this.#calls += 1;
    const [aor, tag] = [`sip:${this.name}@127.0.0.1`, `${this.name}-${this.#calls}`];
    const list = new HeaderList()
      .add('Max-Forwards', '70')
      .add('From', `<${aor}>;tag=${tag}`)
      .add('To', extension === '' ? `<${aor}>` : `<sip:${extension}@127.0.0.1>`)
      .add('Call-ID', `${tag}-call`)
      .add('CSeq', `1 ${method}`);
    if (method === 'REGISTER') list.add('Contact', `<sip:${this.name}@127.0.0.1:${this.#port}>`);
    for (const [name, value] of Object.entries(headers)) list.add(name, value);
    const user = extension === '' ? '' : `${extension}@`;
    return new SipRequest({ method, uri: `sip:${user}127.0.0.1:${serverPort}`, headers: list });
  }

  get #handlers(): SessionHandlers {
    return {
      onOffer: (_session, offer) => {
        const direction = /a=(sendonly|recvonly|inactive)/.exec(offer)?.[1] ?? 'sendrecv';
        this.happened.push(`offer ${direction}`);
        return describe(this.#port + 30_000, direction === 'sendonly' ? 'recvonly' : 'sendrecv');
      },
      onAnswer: () => undefined,
      makeOffer: () => this.description,
      onRequest: (_session, transaction) => {
        const [, status = '100'] = /^SIP\/2\.0 (\d{3})/.exec(transaction.request.body.toString()) ?? [];
        // Those before the last may come too late to be taken.
        if (Number(status) >= 200) this.happened.push(`told ${status}`);
        transaction.reply(200);
      },
      onEnded: (_session, { cause }) => {
        // Whether a branch that is not answered is known depends on provisional answers, which may get lost.
        if (cause !== 'not-chosen') this.happened.push(`ended: ${cause}`);
      },
    };
  }

  #receive(transaction: ServerTransaction): void {
    if (transaction.request.method !== 'INVITE') return transaction.reply(200);
    const handlers = { ...this.#handlers, onCancelled: () => this.happened.push('cancelled') };
    const call = new IncomingCall({ transaction, contact: this.#contact, context: this.#context, handlers });
    if (!call.isAnswered) this.onCall(call);
  }
}

function describe(port: number, direction: string): string {
  return `v=0\r\no=phone 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0\r\na=${direction}\r\n`;
}

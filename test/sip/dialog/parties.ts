import { DialogLayer } from '../../../src/sip/dialog/dialog-layer';
import { IncomingCall } from '../../../src/sip/dialog/incoming-call';
import type { InviteSession } from '../../../src/sip/dialog/invite-session';
import { OutgoingCall } from '../../../src/sip/dialog/outgoing-call';
import type { SessionContext, SessionHandlers } from '../../../src/sip/dialog/session-context';
import type { SessionTimerSettings } from '../../../src/sip/dialog/session-timer';
import { HeaderList } from '../../../src/sip/message/headers/header-list';
import type { SipMessage } from '../../../src/sip/message/message';
import { SipRequest } from '../../../src/sip/message/message';
import { nameAddr } from '../../../src/sip/message/headers/name-addr';
import { MessageRefusal } from '../../../src/sip/message/grammar/refusal';
import { parseUri } from '../../../src/sip/message/uri/uri';
import { OutgoingRequest } from '../../../src/sip/stack/outgoing-request';
import type { ServerTransaction } from '../../../src/sip/transaction/server-transaction';
import { defaultTimers } from '../../../src/sip/transaction/timer-settings';
import { TimerWheel } from '../../../src/sip/transaction/timer-wheel';
import { TransactionLayer } from '../../../src/sip/transaction/transaction-layer';
import type { Flow } from '../../../src/sip/transport/flow';
import { ManualClock } from '../../support/client/client-clock';
import { SeededRandom } from '../../support/seeded-random';
import { parsed } from '../message/parsed';
import { wordOf } from '../../../src/shared/pooled-random';

/** How long a message is on its way. */
const travelMs = 10;

export interface Passing {
  readonly from: string;
  readonly to: string;
  readonly message: SipMessage;
  /** `INVITE`, `200 INVITE`, with `+sdp` where there is a description. */
  readonly name: string;
}

/** A network in memory, on a virtual clock: slow, and as lossy as the test wants it. */
export class Network {
  readonly clock = new ManualClock();
  /** Everything that was sent: `alice INVITE +sdp`. */
  readonly ladder: string[] = [];
  readonly parties: Party[] = [];
  /** Whether a message arrives. */
  delivers: (passing: Passing) => boolean = () => true;
  /** Changes requests on their way. */
  edit: ((request: SipRequest) => void) | undefined;
  /** Who gets a request; the one it is for, as a rule. */
  route: (passing: Passing) => readonly string[] = ({ to }) => [to];

  party(name: string, sessionTimer?: SessionTimerSettings): Party {
    const party = new Party(name, this, sessionTimer);
    this.parties.push(party);
    return party;
  }

  send(from: string, to: string, bytes: Buffer): void {
    const message = parsed(bytes);
    const passing = { from, to, message, name: nameOf(message) };
    this.ladder.push(`${from} ${passing.name}`);
    if (!this.delivers(passing)) return;
    for (const name of this.route(passing)) {
      const receiver = this.parties.find((party) => party.name === name);
      const arriving = parsed(bytes);
      if (arriving instanceof SipRequest) this.edit?.(arriving);
      this.clock.after(travelMs, () => receiver?.receive(arriving, from));
    }
  }

  /** Lets time pass. */
  pass(milliseconds: number): void {
    this.clock.advance(milliseconds);
  }

  /** What was sent since the last time, without 100s. */
  since(): string[] {
    return this.ladder.splice(0).filter((line) => !line.includes(' 100 '));
  }
}

/** One user agent. */
export class Party {
  readonly happened: string[] = [];
  readonly sessions: InviteSession[] = [];
  readonly incoming: IncomingCall[] = [];
  readonly context: SessionContext;
  readonly wheel: TimerWheel;
  readonly transactions: TransactionLayer;
  readonly dialogs: DialogLayer;
  /** What it answers to offers; undefined refuses. */
  answer: (offer: string) => string | undefined | Promise<string | undefined> = (offer) => `${this.name} to ${offer}`;
  /** What it does with a new call. */
  onCall: (call: IncomingCall) => void = () => undefined;
  /** What it does with other requests outside of dialogs. */
  onNew: (transaction: ServerTransaction) => void = (transaction) => transaction.reply(501);
  /** What it does with other requests. */
  onOther: (transaction: ServerTransaction) => void = (transaction) => transaction.reply(200);

  constructor(
    readonly name: string,
    private readonly network: Network,
    sessionTimer: SessionTimerSettings | undefined,
  ) {
    this.wheel = new TimerWheel(network.clock, (error) => {
      throw error;
    });
    const random = new SeededRandom(name.length);
    this.dialogs = new DialogLayer({ onRequest: (transaction) => this.#receiveNew(transaction) });
    this.transactions = new TransactionLayer({
      wheel: this.wheel,
      timers: defaultTimers,
      randomText: (length) => wordOf(Buffer.from(Array.from({ length: (length / 4) * 3 }, () => random.below(256)))),
      maxTransactions: 1000,
      user: {
        onRequest: (transaction) => this.#receive(transaction),
        onAck: (ack) => this.dialogs.onAck(ack),
      },
    });
    this.context = {
      stack: {
        wheel: this.wheel,
        timers: defaultTimers,
        send: (request, handlers) => {
          const outgoing = new OutgoingRequest(request, this.#sender, handlers);
          outgoing.start();
          return outgoing;
        },
        sendAck: (ack) => this.transactions.sendAck(ack, this.flowTo(hostOf(ack))),
      },
      dialogs: this.dialogs,
      random: () => random.below(1000) / 1000,
      onFault: (error) => this.happened.push(`fault: ${(error as Error).message}`),
      ...(sessionTimer === undefined ? {} : { sessionTimer }),
      authenticate: (response, _sent, next) => {
        next.headers.add('Authorization', `Digest answer="${response.status}"`);
        return true;
      },
    };
  }

  get session(): InviteSession {
    const session = this.sessions.at(-1);
    if (session === undefined) throw new Error(`${this.name} has no session`);
    return session;
  }

  call(to: string, hasOffer = true): OutgoingCall {
    const headers = new HeaderList()
      .add('Max-Forwards', '70')
      .add('From', `<sip:${this.name}@example.com>;tag=${this.name}-tag`)
      .add('To', `<sip:${to}@example.com>`)
      .add('Call-ID', `call of ${this.name}`.replaceAll(' ', '-'))
      .add('CSeq', '1 INVITE');
    const call = new OutgoingCall({
      request: new SipRequest({ method: 'INVITE', uri: `sip:${to}@${to}.invalid`, headers }),
      contact: this.#contact,
      ...(hasOffer ? { offer: `${this.name} offers` } : {}),
      context: this.context,
      handlers: {
        ...this.#handlers,
        onProgress: (_call, { status }) => status !== 100 && this.happened.push(`progress ${status}`),
        onAnswered: (_call, session) => {
          this.sessions.push(session);
          this.happened.push('answered');
        },
        onFailed: (_call, failure) =>
          this.happened.push(`failed ${failure.cause === 'response' ? failure.response.status : failure.cause}`),
      },
    });
    call.start();
    return call;
  }

  receive(message: SipMessage, from: string): void {
    this.transactions.receive(message, this.flowTo(from));
  }

  flowTo(to: string): Flow {
    return {
      isReliable: false,
      transport: 'UDP',
      sentBy: { host: `${this.name}.invalid`, port: undefined },
      remote: { host: to, port: 5060 },
      isClosed: false,
      listener: undefined,
      keepAlive: () => undefined,
      toward: ({ host }) => this.flowTo(host),
      close: () => undefined,
      send: (bytes) => this.network.send(this.name, to, bytes),
    };
  }

  get #contact() {
    return nameAddr(parseUri(`sip:${this.name}@${this.name}.invalid`, 'Contact'));
  }

  get #sender(): ConstructorParameters<typeof OutgoingRequest>[1] {
    return {
      transactions: this.transactions,
      outboundProtocols: () => ['UDP'],
      resolve: ({ host }) => [{ protocol: 'UDP', host: host.replace('.invalid', ''), port: 5060, name: host }],
      flowTo: ({ host }) => this.flowTo(host),
      switchToTcp: false,
    };
  }

  get #handlers(): SessionHandlers {
    return {
      onOffer: (_session, offer) => {
        this.happened.push(`offer: ${offer}`);
        return this.answer(offer);
      },
      onAnswer: (_session, answer) => this.happened.push(`answer: ${answer}`),
      makeOffer: () => `${this.name} offers instead`,
      onRequest: (_session, transaction) => {
        this.happened.push(transaction.request.method);
        this.onOther(transaction);
      },
      onEnded: (_session, end) => this.happened.push(`ended: ${end.cause}`),
    };
  }

  /** As the stack does it. */
  #receive(transaction: ServerTransaction): void {
    try {
      this.dialogs.onRequest(transaction, this.flowTo('?'));
    } catch (error) {
      if (!(error instanceof MessageRefusal)) throw error;
      transaction.reply(error.status);
    }
  }

  #receiveNew(transaction: ServerTransaction): void {
    if (transaction.request.method !== 'INVITE') return this.onNew(transaction);
    const handlers = { ...this.#handlers, onCancelled: () => this.happened.push('cancelled') };
    const call = new IncomingCall({ transaction, contact: this.#contact, context: this.context, handlers });
    if (call.isAnswered) return;
    this.incoming.push(call);
    this.sessions.push(call.session);
    this.happened.push(`call${call.offer === undefined ? '' : `: ${call.offer}`}`);
    this.onCall(call);
  }
}

export interface TwoParties {
  readonly network: Network;
  readonly alice: Party;
  readonly bob: Party;
}

/** The second answers calls as the test says. */
export function twoParties(timers: { alice?: SessionTimerSettings; bob?: SessionTimerSettings } = {}): TwoParties {
  const network = new Network();
  return { network, alice: network.party('alice', timers.alice), bob: network.party('bob', timers.bob) };
}

/** Alice has called Bob, and he has answered. */
export function answeredCall(...args: Parameters<typeof twoParties>): TwoParties {
  const parties = twoParties(...args);
  parties.bob.onCall = (call) => call.accept('bob answers');
  parties.alice.call('bob');
  parties.network.pass(100);
  parties.network.since();
  for (const party of [parties.alice, parties.bob]) party.happened.length = 0;
  return parties;
}

/** Loses the first messages of that name. */
export function loses(name: string, count = Infinity): (passing: Passing) => boolean {
  let lost = 0;
  return (passing) => passing.name !== name || ++lost > count;
}

function nameOf(message: SipMessage): string {
  const sdp = message.body.length > 0 ? ' +sdp' : '';
  if (message instanceof SipRequest) return `${message.method}${sdp}`;
  return `${message.status} ${message.headers.raw('CSeq')?.split(' ')[1]}${sdp}`;
}

function hostOf({ uriText }: SipRequest): string {
  return /@([^.]+)/.exec(uriText)?.[1] ?? '';
}

import type { HeaderList } from '../message/headers/header-list';
import { toHeader, viaHeader } from '../message/headers/address-headers';
import type { ResponseOptions } from '../message/make-response';
import type { SipMessage, SipRequest, SipResponse } from '../message/message';
import { tagOf } from '../message/headers/name-addr';
import type { CSeq } from '../message/headers/number-headers';
import { cSeqHeader, retryAfterHeader } from '../message/headers/number-headers';
import { Parameters } from '../message/grammar/parameters';
import type { Via } from '../message/headers/via';
import { branchCookie, branchOf } from '../message/headers/via';
import { writeMessage } from '../message/write-message';
import { AnsweredRequest } from './answered-request';
import type { ClientTable } from './client-table';
import type { ClientHandlers, ClientTransaction } from './client-transaction';
import { InviteClientTransaction } from './invite-client-transaction';
import { InviteServerTransaction } from './invite-server-transaction';
import type { LeftInvite } from './left-invite';
import type { MessageChannel } from './message-channel';
import { NonInviteClientTransaction } from './non-invite-client-transaction';
import { NonInviteServerTransaction } from './non-invite-server-transaction';
import { makeCancel } from './related-requests';
import type { ServerKeys, ServerTable } from './server-table';
import type { ServerTransaction } from './server-transaction';
import { statelessResponse } from './stateless-response';
import type { TimerSettings } from './timer-settings';
import type { TimerWheel } from './timer-wheel';
import type { TransactionObserver } from './transaction-observer';
import { clientKey, mergeKey, responseKey, serverKey } from './transaction-key';
import { TurnoverMap } from '../../shared/collections/turnover-map';

/** Told to the user of the transactions. */
export interface TransactionUser {
  /** A request that is new. It has to be answered through the transaction. */
  readonly onRequest: (transaction: ServerTransaction, source: MessageChannel) => void;
  /** The ACK for a 2xx, which is a separate transaction without a response. */
  readonly onAck: (ack: SipRequest, source: MessageChannel) => void;
}

export interface TransactionLayerOptions {
  readonly wheel: TimerWheel;
  readonly timers: TimerSettings;
  /** A word with so many characters of six random bits each. */
  readonly randomText: (length: number) => string;
  /** Beyond this many, requests are answered 503 and forgotten. */
  readonly maxTransactions: number;
  readonly user: TransactionUser;
  /** A request with that key was received for the first time. */
  readonly onStarted?: (key: string) => void;
  readonly observer?: TransactionObserver | undefined;
}

const overloadRetrySeconds = 5;
const ignored = (): void => undefined;
const branchLength = 16;
const tagLength = 12;
/** Of our own Via: rport is a flag there, and the other one says which transaction it is. */
const viaParameters: readonly string[] = ['rport', 'branch'];

/** All transactions: finds the one that a message belongs to, and starts new ones (RFC 3261 §17). */
export class TransactionLayer {
  readonly #clients = new TurnoverMap<string, ClientTransaction | LeftInvite>();
  readonly #servers = new Map<string, ServerTransaction | AnsweredRequest>();
  /** The transaction that was first among the copies of a request. */
  readonly #merged = new Map<string, string>();
  readonly #serverTable: ServerTable = {
    replace: ({ key }, rest) => void this.#servers.set(key, rest),
    forget: (keys) => this.#forgetServer(keys),
    refused: new Set(),
  };

  readonly #clientTable: ClientTable = {
    replace: (key, rest) => void this.#clients.set(key, rest),
    forget: (key) => void this.#clients.delete(key),
  };

  constructor(private readonly options: TransactionLayerOptions) {}

  get size(): number {
    return this.#clients.size + this.#servers.size;
  }

  /** Whether a request with that key is a copy of one that is known. */
  knows(key: string): boolean {
    return this.#servers.has(key);
  }

  /** Sends a request in a new transaction; our Via is added on top. Not for ACK. */
  sendRequest(request: SipRequest, channel: MessageChannel, handlers: ClientHandlers): ClientTransaction {
    const branch = this.#addVia(request, channel);
    return this.#startClient(request, clientKey(branch, request.method), { channel, handlers });
  }

  /** Sends an ACK for a 2xx: no transaction, no answer. */
  sendAck(ack: SipRequest, channel: MessageChannel): void {
    this.#addVia(ack, channel);
    this.#sendAlone(ack, channel);
  }

  /** Cancels our INVITE as soon as that is allowed. The response to the INVITE shows the result. */
  cancel(invite: InviteClientTransaction, edit: (headers: HeaderList) => void = () => undefined): void {
    invite.cancelWith(() => {
      const cancel = makeCancel(invite.request);
      edit(cancel.headers);
      const handlers = { onResponse: ignored, onTimeout: ignored, onTransportFailure: ignored };
      const key = clientKey(branchOfRequest(cancel), 'CANCEL');
      this.#startClient(cancel, key, { channel: invite.channel, handlers });
    });
  }

  /** Takes a message that has arrived. `channel` is where answers to it go, `source` the way it came, if that is another one. */
  receive(message: SipMessage, channel: MessageChannel, source: MessageChannel = channel): void {
    if (message.kind === 'response') this.#receiveResponse(message);
    else if (message.method === 'ACK') this.#receiveAck(message, source);
    else this.#receiveRequest(message, { channel, source });
  }

  /** A connection has closed: transactions that wait for a response over it end. */
  loseChannel(channel: MessageChannel): void {
    const waiting = [...this.#clients.values()].filter((transaction) => transaction.channel === channel);
    for (const transaction of waiting) transaction.loseChannel(new Error('connection is closed'));
  }

  /** Answers and forgets. */
  respondStateless(request: SipRequest, channel: MessageChannel, answer: StatelessAnswer): void {
    const { status, headers = [], ...options } = answer;
    const response = statelessResponse(request, status, options);
    for (const [name, value] of headers) response.headers.add(name, value);
    this.options.observer?.onFinal('in', request.method, status);
    this.#sendAlone(response, channel);
  }

  /** Ends all transactions without callbacks. */
  close(): void {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.terminate();
  }

  /** Sends what belongs to no transaction. */
  #sendAlone(message: SipMessage, channel: MessageChannel): void {
    const bytes = writeMessage(message);
    this.options.observer?.onSent(message, { bytes, channel, isRepeated: false });
    channel.send(bytes);
  }

  #startClient(
    request: SipRequest,
    key: string,
    { channel, handlers }: { readonly channel: MessageChannel; readonly handlers: ClientHandlers },
  ): ClientTransaction {
    const { wheel, timers, observer } = this.options;
    const init = { request, channel, handlers, wheel, timers, observer, key, table: this.#clientTable };
    const transaction =
      request.method === 'INVITE' ? new InviteClientTransaction(init) : new NonInviteClientTransaction(init);
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  #addVia(request: SipRequest, { transport, sentBy }: MessageChannel): string {
    const branch = `${branchCookie}${this.options.randomText(branchLength)}`;
    const params = Parameters.fromRaw(viaParameters, [undefined, branch]);
    const { host, port } = sentBy;
    request.headers.prepend(viaHeader, { protocol: 'SIP/2.0', transport, host, port, params });
    return branch;
  }

  #receiveResponse(response: SipResponse): void {
    const vias = response.headers.all(viaHeader);
    const sequence = response.headers.get(cSeqHeader);
    const transaction = this.#clients.get(responseKey(vias[0], sequence));
    // More than one Via, or one that we did not write: the response is not for us (§8.1.3.3, §18.1.2).
    if (transaction === undefined || vias.length !== 1 || !isAnswered(transaction.request, vias[0], sequence)) return;
    transaction.receive(response);
  }

  #receiveAck(ack: SipRequest, source: MessageChannel): void {
    // Most ACKs are for a 2xx. Those are for the user, with whatever branch (RFC 6026 §7.1).
    const transaction = this.#serverTable.refused.size === 0 ? undefined : this.#servers.get(serverKey(ack));
    if (transaction instanceof InviteServerTransaction) transaction.receiveAck(ack);
    else this.options.user.onAck(ack, source);
  }

  #receiveRequest(request: SipRequest, way: RequestWay): void {
    const { channel } = way;
    const key = serverKey(request);
    const known = this.#servers.get(key);
    if (known !== undefined) {
      this.options.observer?.onRepeated(request.method);
      known.receiveAgain();
      return;
    }
    if (this.size >= this.options.maxTransactions) {
      const retryAfter = retryAfterHeader.write({ seconds: overloadRetrySeconds, params: Parameters.none });
      this.respondStateless(request, channel, { status: 503, headers: [[retryAfterHeader.name, retryAfter]] });
    } else if (request.method === 'CANCEL') {
      this.#receiveCancel(request, key, channel);
    } else {
      this.#receiveNew(request, key, way);
    }
  }

  #receiveNew(request: SipRequest, key: string, { channel, source }: RequestWay): void {
    const merged = mergeKey(request);
    if (merged !== undefined && this.#merged.has(merged)) {
      this.respondStateless(request, channel, { status: 482 });
      return;
    }
    if (merged !== undefined) this.#merged.set(merged, key);
    const transaction = this.#startServer(request, { key, merged }, channel);
    this.options.user.onRequest(transaction, source);
  }

  /** Every CANCEL is answered immediately; the cancelled transaction responds separately (§9.2). */
  #receiveCancel(cancel: SipRequest, key: string, channel: MessageChannel): void {
    const target = this.#servers.get(serverKey(cancel, 'INVITE'));
    const transaction = this.#startServer(cancel, { key, merged: undefined }, channel);
    if (isOfInvite(target)) {
      transaction.reply(200, { toTag: target.localTag });
      if (target instanceof InviteServerTransaction) target.receiveCancel(cancel);
    } else {
      transaction.reply(481);
    }
  }

  #startServer(request: SipRequest, keys: ServerKeys, channel: MessageChannel): ServerTransaction {
    const { wheel, timers, observer } = this.options;
    const to = request.headers.get(toHeader);
    const localTag = (to && tagOf(to)) ?? this.options.randomText(tagLength);
    const init = { request, localTag, channel, wheel, timers, observer, keys, table: this.#serverTable };
    const isInvite = request.method === 'INVITE';
    const transaction = isInvite ? new InviteServerTransaction(init) : new NonInviteServerTransaction(init);
    this.#servers.set(keys.key, transaction);
    this.options.onStarted?.(keys.key);
    if (transaction instanceof InviteServerTransaction) transaction.start();
    return transaction;
  }

  #forgetServer({ key, merged }: ServerKeys): void {
    this.#servers.delete(key);
    if (merged !== undefined && this.#merged.get(merged) === key) this.#merged.delete(merged);
  }
}

export interface StatelessAnswer extends ResponseOptions {
  readonly status: number;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Where a request came from, and where its answers go. */
interface RequestWay {
  readonly channel: MessageChannel;
  readonly source: MessageChannel;
}

function isOfInvite(
  transaction: ServerTransaction | AnsweredRequest | undefined,
): transaction is InviteServerTransaction | AnsweredRequest {
  if (transaction instanceof AnsweredRequest) return transaction.isInvite;
  return transaction instanceof InviteServerTransaction;
}

function branchOfRequest({ headers }: SipRequest): string {
  const via = headers.get(viaHeader);
  return (via && branchOf(via)) ?? '';
}

/** Whether a response with this Via and this CSeq is one to the request. */
function isAnswered(request: SipRequest | undefined, via: Via | undefined, sequence: CSeq | undefined): boolean {
  if (request === undefined) return false;
  const sent = request.headers.get(viaHeader);
  const isSameHost = sent?.host === via?.host || sent?.host.toLowerCase() === via?.host.toLowerCase();
  const isSameSender = isSameHost && sent?.port === via?.port;
  return isSameSender && request.headers.get(cSeqHeader)?.sequence === sequence?.sequence;
}

import { contactHeader, fromHeader, toHeader } from '../message/headers/address-headers';
import { HeaderList } from '../message/headers/header-list';
import type { HeaderType } from '../message/headers/header-type';
import type { SipMessage, SipResponse } from '../message/message';
import { SipRequest } from '../message/message';
import type { NameAddr } from '../message/headers/name-addr';
import { nameAddr, tagOf } from '../message/headers/name-addr';
import { cSeqHeader, maxForwardsHeader } from '../message/headers/number-headers';
import { MessageRefusal } from '../message/grammar/refusal';
import { callIdHeader } from '../message/headers/token-headers';
import type { Uri } from '../message/uri/uri';
import { initialMaxForwards } from '../transaction/max-forwards';
import type { Flow } from '../transport/flow';
import type { RouteSet } from './route-set';
import { applyRouteSet, routeSetOfRequest, routeSetOfResponse } from './route-set';

export interface DialogId {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
}

interface DialogInit extends DialogId {
  /** As it stands in From of our requests, with our tag. */
  readonly local: NameAddr;
  readonly remote: NameAddr;
  readonly contact: NameAddr;
  readonly remoteTarget: Uri;
  readonly routeSet: RouteSet;
  readonly localSequence: number;
  readonly remoteSequence: number | undefined;
  /** Who has sent the request that made the dialog. */
  readonly isInitiator: boolean;
  readonly flow: Flow | undefined;
}

/** Requests that tell the far end where we are from now on (RFC 3261 §12.2). */
const refreshing = new Set(['INVITE', 'UPDATE', 'SUBSCRIBE', 'NOTIFY', 'REFER']);

/** A relation of two user agents: who they are, where they are, and how their requests are numbered (RFC 3261 §12). */
export class Dialog implements DialogId {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  readonly isInitiator: boolean;
  /** The connection that requests take as long as it is open, where the target alone would not lead there. */
  flow: Flow | undefined;
  /** What its user has it for, to be found by the dialog; unknown here. */
  purpose: unknown;
  contact: NameAddr;
  #remoteTarget: Uri;
  #routeSet: RouteSet;
  #localSequence: number;
  #remoteSequence: number | undefined;
  #isConfirmed = false;

  private constructor(init: DialogInit) {
    this.callId = init.callId;
    this.localTag = init.localTag;
    this.remoteTag = init.remoteTag;
    this.local = init.local;
    this.remote = init.remote;
    this.contact = init.contact;
    this.isInitiator = init.isInitiator;
    this.flow = init.flow;
    this.#remoteTarget = init.remoteTarget;
    this.#routeSet = init.routeSet;
    this.#localSequence = init.localSequence;
    this.#remoteSequence = init.remoteSequence;
  }

  /** The dialog created by our response to a request (§12.1.1). Refuses a request without a Contact. */
  static asServer(
    request: SipRequest,
    own: { readonly localTag: string; readonly contact: NameAddr; readonly flow?: Flow | undefined },
  ): Dialog {
    const { headers } = request;
    const [from, to] = [required(headers, fromHeader), required(headers, toHeader)];
    return new Dialog({
      callId: required(headers, callIdHeader),
      localTag: own.localTag,
      // Peers of RFC 2543 have no tag.
      remoteTag: tagOf(from) ?? '',
      local: nameAddr(to.uri, to.params.withOne('tag', own.localTag), to.displayName),
      remote: from,
      contact: own.contact,
      remoteTarget: contactOf(request),
      routeSet: routeSetOfRequest(headers),
      localSequence: 0,
      remoteSequence: required(headers, cSeqHeader).sequence,
      isInitiator: false,
      flow: own.flow,
    });
  }

  /** The dialog created by the response to our request (§12.1.2). */
  static asClient(request: SipRequest, response: SipResponse, contact: NameAddr): Dialog {
    const [from, to] = [required(request.headers, fromHeader), required(response.headers, toHeader)];
    return new Dialog({
      callId: required(request.headers, callIdHeader),
      localTag: tagOf(from) ?? '',
      remoteTag: tagOf(to) ?? '',
      local: from,
      remote: to,
      contact,
      remoteTarget: response.headers.has('Contact') ? contactOf(response) : request.uri,
      routeSet: routeSetOfResponse(response.headers),
      localSequence: required(request.headers, cSeqHeader).sequence,
      remoteSequence: undefined,
      isInitiator: true,
      flow: undefined,
    });
  }

  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  get remoteTarget(): Uri {
    return this.#remoteTarget;
  }

  get routeSet(): RouteSet {
    return this.#routeSet;
  }

  get localSequence(): number {
    return this.#localSequence;
  }

  /** A 2xx of the far end has the last word on the way and on its place (§13.2.2.4); afterwards the way stays. */
  confirm(response?: SipResponse): void {
    if (response !== undefined && !this.#isConfirmed) {
      this.#routeSet = routeSetOfResponse(response.headers);
      this.refreshTarget(response);
    }
    this.#isConfirmed = true;
  }

  /** A request within the dialog, with the next number. Not for ACK and CANCEL. */
  request(method: string, body?: { readonly type: string; readonly content: string }): SipRequest {
    this.#localSequence += 1;
    const request = this.#make(method, this.#localSequence);
    if (refreshing.has(method)) request.headers.set(contactHeader, this.contact);
    if (body !== undefined) setBody(request, body);
    return request;
  }

  /** The ACK for the 2xx to an INVITE with that number. */
  ack(sequence: number, body?: { readonly type: string; readonly content: string }): SipRequest {
    const ack = this.#make('ACK', sequence);
    if (body !== undefined) setBody(ack, body);
    return ack;
  }

  /** Whether a request of the far end comes in order (§12.2.2); one that does not is answered 500. */
  takeSequence(request: SipRequest): boolean {
    const { sequence } = required(request.headers, cSeqHeader);
    if (this.#remoteSequence !== undefined && sequence < this.#remoteSequence) return false;
    this.#remoteSequence = sequence;
    return true;
  }

  /** Takes over where the far end says it is. */
  refreshTarget(message: SipMessage): void {
    if (message.headers.has('Contact')) this.#remoteTarget = contactOf(message);
  }

  #make(method: string, sequence: number): SipRequest {
    const request = new SipRequest({ method, uri: this.#remoteTarget, headers: new HeaderList() });
    request.headers.set(maxForwardsHeader, initialMaxForwards);
    request.headers.set(fromHeader, this.local).set(toHeader, this.remote);
    request.headers.set(callIdHeader, this.callId).set(cSeqHeader, { sequence, method });
    applyRouteSet(request, this.#routeSet, this.#remoteTarget);
    return request;
  }
}

export function setBody(
  message: SipMessage,
  { type, content }: { readonly type: string; readonly content: string },
): void {
  message.headers.setRaw('Content-Type', type);
  message.body = Buffer.from(content);
}

function contactOf({ headers }: SipMessage): Uri {
  const contact = headers.get(contactHeader);
  if (contact === undefined || contact === '*') {
    throw new MessageRefusal({ header: 'Contact', offset: 0, reason: 'must say where its sender is' });
  }
  return contact.uri;
}

function required<Value>(headers: HeaderList, type: HeaderType<Value>): Value {
  const value = headers.get(type);
  if (value === undefined) throw new MessageRefusal({ header: type.name, offset: 0, reason: 'is missing' });
  return value;
}

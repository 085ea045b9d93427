import { fromHeader, toHeader } from '../message/headers/address-headers';
import type { SipRequest } from '../message/message';
import { tagOf } from '../message/headers/name-addr';
import { MessageRefusal } from '../message/grammar/refusal';
import { callIdHeader } from '../message/headers/token-headers';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { Flow } from '../transport/flow';
import type { Dialog, DialogId } from './dialog';
import { TurnoverMap } from '../../shared/collections/turnover-map';

/** Who deals with the requests of a dialog. */
export interface DialogOwner {
  /** A request in order. It has to be answered through the transaction. */
  readonly onRequest: (transaction: ServerTransaction, source: Flow) => void;
  /** The ACK for a 2xx. */
  readonly onAck?: (ack: SipRequest) => void;
  /** One of the above has thrown, and not because of what the far end has sent: the dialog cannot go on. */
  readonly onFault?: (error: unknown) => void;
}

/** Deals with what belongs to no dialog. */
export interface RequestHandler {
  readonly onRequest: (transaction: ServerTransaction, source: Flow) => void;
}

/** Brings requests to the dialogs that they belong to (RFC 3261 §12.2.2). */
export class DialogLayer {
  readonly #dialogs = new TurnoverMap<string, { readonly dialog: Dialog; readonly owner: DialogOwner }>();
  /** Our requests whose responses will create dialogs: a request of the far end may arrive before its response. */
  readonly #expected = new TurnoverMap<string, DialogOwner>();

  constructor(private readonly outside: RequestHandler) {}

  get size(): number {
    return this.#dialogs.size;
  }

  /** Requests of the dialog go to the owner until the result is called. Idempotent. */
  add(dialog: Dialog, owner: DialogOwner): () => void {
    const key = keyOf(dialog);
    const entry = { dialog, owner };
    this.#dialogs.set(key, entry);
    return () => {
      if (this.#dialogs.get(key) === entry) this.#dialogs.delete(key);
    };
  }

  /** Requests to this tag that belong to no dialog yet go to the owner: the NOTIFY that comes before the answer, for example. */
  expect({ callId, localTag }: Pick<DialogId, 'callId' | 'localTag'>, owner: DialogOwner): () => void {
    const key = keyOfExpected(callId, localTag);
    this.#expected.set(key, owner);
    return () => {
      if (this.#expected.get(key) === owner) this.#expected.delete(key);
    };
  }

  find(id: DialogId): Dialog | undefined {
    return this.#dialogs.get(keyOf(id))?.dialog;
  }

  /** For the stack: a new request. */
  onRequest(transaction: ServerTransaction, source: Flow): void {
    const id = idOf(transaction.request);
    if (id === undefined) return this.outside.onRequest(transaction, source);
    const found = this.#dialogs.get(keyOf(id));
    if (found === undefined) {
      const expected = this.#expected.get(keyOfExpected(id.callId, id.localTag));
      if (expected === undefined) transaction.reply(481);
      else expected.onRequest(transaction, source);
    } else if (found.dialog.takeSequence(transaction.request)) {
      this.#hand(found.owner, transaction, source);
    } else {
      transaction.reply(500, { reason: 'CSeq Out Of Order' });
    }
  }

  /** For the stack: the ACK for a 2xx. One outside any dialog is dropped. */
  onAck(ack: SipRequest): void {
    const id = idOf(ack);
    const owner = id === undefined ? undefined : this.#dialogs.get(keyOf(id))?.owner;
    try {
      owner?.onAck?.(ack);
    } catch (error) {
      fail(owner, error);
    }
  }

  /** A fault in one call ends that call, and its far end is told. */
  #hand(owner: DialogOwner, transaction: ServerTransaction, source: Flow): void {
    try {
      owner.onRequest(transaction, source);
    } catch (error) {
      if (error instanceof MessageRefusal) throw error;
      transaction.reply(500);
      fail(owner, error);
    }
  }
}

/** Those who do not say what to do about a fault leave it to the stack, which logs it. */
function fail(owner: DialogOwner | undefined, error: unknown): void {
  if (owner?.onFault === undefined) throw error;
  owner.onFault(error);
}

/** Undefined outside dialogs: without our tag. */
function idOf({ headers }: SipRequest): DialogId | undefined {
  const [from, to] = [headers.get(fromHeader), headers.get(toHeader)];
  const localTag = to && tagOf(to);
  if (from === undefined || localTag === undefined) return undefined;
  return { callId: headers.get(callIdHeader) ?? '', localTag, remoteTag: tagOf(from) ?? '' };
}

/** No value of a header field contains a line break. */
function keyOf({ callId, localTag, remoteTag }: DialogId): string {
  return `${callId}\n${localTag}\n${remoteTag}`;
}

function keyOfExpected(callId: string, localTag: string): string {
  return `${callId}\n${localTag}`;
}

import type { Flow } from '../../transport/flow';
import type { RequestQueue } from '../request-queue';
import { EarlyAnswers } from './early-answer';
import type { EarlyRequest } from './early-request';
import { mayBeNew, readEarly } from './early-request';
import type { SeenBranches } from './seen-branches';

/** Decides about requests outside of dialogs while there is too much to do. */
export interface OverloadGate {
  /** Whether anything may be refused at present. */
  readonly isClosing: () => boolean;
  /** Seconds after which the client may try again with its 503; undefined lets a request of the method in. */
  readonly refusal: (method: string) => number | undefined;
}

export interface EarlyGateDeps {
  readonly overload: OverloadGate;
  readonly requests: Pick<RequestQueue, 'run' | 'holds'>;
  /** Of all requests that wait or were served. */
  readonly seen: Pick<SeenBranches, 'mayKnow'>;
  /** Whether a request with that key is a copy of one that is known. */
  readonly knows: (key: string) => boolean;
  /** A word for the answers that no other server uses. */
  readonly tag: string;
  readonly onRepeated: (method: string) => void;
  readonly onRefused: (method: string) => void;
  /** The turn of a datagram that was let in has come. */
  readonly receive: (datagram: Buffer, flow: Flow) => void;
}

/** In overload, requests over UDP are refused before they cost anything, and the ACKs to that are dropped. */
export class EarlyGate {
  readonly #answers: EarlyAnswers;
  /** The tag as it stands in an ACK. */
  readonly #mark: Buffer;
  #hasRefused = false;

  constructor(private readonly deps: EarlyGateDeps) {
    this.#answers = new EarlyAnswers(deps.tag);
    this.#mark = Buffer.from(deps.tag);
  }

  /** The bytes of an answer, or 'taken' when nothing is left to do; undefined for what is to be parsed now. */
  take(datagram: Buffer, flow: Flow): Buffer | 'taken' | undefined {
    const { overload, onRepeated, onRefused } = this.deps;
    if (this.#hasRefused && isAck(datagram) && datagram.includes(this.#mark)) return 'taken';
    if (!mayBeNew(datagram) || !overload.isClosing()) return undefined;
    const request = readEarly(datagram, flow.remote);
    if (request === undefined || request.isEmergency || request.toTag !== '') return undefined;
    const place = this.#placeOf(request);
    if (place === 'served') return undefined;
    const { method } = request;
    if (place === 'waiting') {
      onRepeated(method);
      return 'taken';
    }
    const retryAfter = overload.refusal(method);
    if (retryAfter === undefined) return this.#letIn(request, flow);
    this.#hasRefused = true;
    onRefused(method);
    return this.#answers.answer(request, retryAfter);
  }

  /** Where the request is of which this one may be a copy. */
  #placeOf(request: EarlyRequest): 'served' | 'waiting' | 'nowhere' {
    const { seen, requests, knows } = this.deps;
    if (!seen.mayKnow(request.via.mark)) return 'nowhere';
    const { key } = request;
    if (knows(key)) return 'served';
    return requests.holds(key) ? 'waiting' : 'nowhere';
  }

  #letIn(request: EarlyRequest, flow: Flow): 'taken' {
    const { requests, receive } = this.deps;
    const { datagram } = request;
    requests.run(
      () => receive(datagram, flow),
      () => request.key,
    );
    return 'taken';
  }
}

const ackStart = Buffer.from('ACK ').readUInt32BE();

function isAck(datagram: Buffer): boolean {
  return datagram.length > 4 && datagram.readUInt32BE() === ackStart;
}

import type { DialplanPlace } from './calls/channel/dialplan-place';
import type { EndpointSnapshot } from './endpoint';
import type { EngineEventHub } from './engine-event';

/** A received text outside calls. */
export interface IncomingMessage {
  /** As the technology writes it: `"Alice" <sip:alice@192.0.2.1>`. */
  readonly from: string;
  /** With the technology in front: `pjsip:100@192.0.2.1`. */
  readonly to: string;
  readonly body: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The extension that takes it where it exists. */
  readonly place?: Pick<DialplanPlace, 'context' | 'extension'>;
}

/** A text that belongs to no call, on its way out. */
export interface OutgoingMessage {
  /** With the technology in front of the first colon: `pjsip:alice`. */
  readonly to: string;
  readonly from: string;
  /** Whom it names as its addressee, where that is not the one that it is sent to. */
  readonly shownTo?: string;
  readonly body: string;
  readonly variables: ReadonlyMap<string, string>;
}

/** Asks an endpoint, outside any call, to contact another one (REFER). */
export interface ReferRequest {
  readonly to: string;
  readonly from: string;
  readonly referTo: string;
  /** The target is reached through this server instead of directly. */
  readonly toSelf: boolean;
  readonly displayName: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
}

/** `taken` says that it is on its way, not that it arrived; `invalid`, that the technology cannot write it. */
export type HandOver =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused' | 'invalid'; readonly reason: string };

/** A technology that can carry messages. One that cannot do the one or the other leaves it out. */
export interface MessageSender {
  /** In its own spelling; addresses have it in lower case in front of the colon: `pjsip:alice`. */
  readonly technology: string;
  readonly send?: (message: OutgoingMessage) => Promise<HandOver>;
  readonly refer?: (request: ReferRequest) => Promise<HandOver>;
}

export type MessagingResult = HandOver | { readonly outcome: 'no-technology'; readonly technology: string };

/** Says whether it takes a message from there. */
export type MessageReader = (from: EndpointSnapshot | undefined, message: IncomingMessage) => boolean;

export interface MessagingDeps {
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** Sends messages through their technology, and delivers incoming ones. */
export class Messaging {
  readonly #senders = new Map<string, MessageSender>();
  readonly #readers = new Set<MessageReader>();

  constructor(private readonly deps: MessagingDeps) {}

  /** Readers receive messages by their event; this only says whether there is a reader. */
  addReader(reader: MessageReader): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  /**
   * A message has come in, from an endpoint or from elsewhere; the addressee plays no part. `unread`: nothing reads
   * messages from there.
   */
  receive(message: IncomingMessage, from: EndpointSnapshot | undefined): 'taken' | 'unread' {
    if (![...this.#readers].some((reads) => reads(from, message))) return 'unread';
    const { events, now } = this.deps;
    events.emit({ type: 'text-message-received', at: now(), message, endpoint: from });
    return 'taken';
  }

  /** The result takes the sender out again. */
  register(sender: MessageSender): () => void {
    const key = sender.technology.toLowerCase();
    if (this.#senders.has(key)) throw new Error(`the technology ${sender.technology} carries messages already`);
    this.#senders.set(key, sender);
    return () => {
      if (this.#senders.get(key) === sender) this.#senders.delete(key);
    };
  }

  async send(message: OutgoingMessage): Promise<MessagingResult> {
    const technology = technologyOf(message.to);
    return (await this.#find(technology)?.send?.(message)) ?? { outcome: 'no-technology', technology };
  }

  async refer(request: ReferRequest): Promise<MessagingResult> {
    const technology = technologyOf(request.to);
    return (await this.#find(technology)?.refer?.(request)) ?? { outcome: 'no-technology', technology };
  }

  #find(technology: string): MessageSender | undefined {
    return this.#senders.get(technology);
  }
}

/** Everything in front of the first colon; without a colon, nothing. */
function technologyOf(to: string): string {
  return to.slice(0, Math.max(to.indexOf(':'), 0));
}

/** A text that belongs to no call, on its way out. */
export interface OutgoingMessage {
  /** With the technology in front of the first colon: `pjsip:alice`. */
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly variables: ReadonlyMap<string, string>;
}

/** Asks somebody, outside any call, to contact somebody else. */
export interface ReferRequest {
  readonly to: string;
  readonly from: string;
  readonly referTo: string;
  /** The target is reached through this server instead of directly. */
  readonly toSelf: boolean;
  readonly displayName: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
}

/** `taken` says that it is on its way, not that it arrived. */
export type HandOver = { readonly outcome: 'taken' } | { readonly outcome: 'refused'; readonly reason: string };

/** A technology that can carry messages. One that cannot do the one or the other leaves it out. */
export interface MessageSender {
  /** In front of the colon, in any case: `pjsip`. */
  readonly technology: string;
  readonly send?: (message: OutgoingMessage) => Promise<HandOver>;
  readonly refer?: (request: ReferRequest) => Promise<HandOver>;
}

export type MessagingResult = HandOver | { readonly outcome: 'no-technology'; readonly technology: string };

/** Finds the technology that carries a message. */
export class Messaging {
  readonly #senders = new Map<string, MessageSender>();

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
    return this.#senders.get(technology.toLowerCase());
  }
}

/** Everything in front of the first colon; without a colon, nothing. */
function technologyOf(to: string): string {
  return to.slice(0, Math.max(to.indexOf(':'), 0));
}

import type { AorConfig } from '../../../config/pjsip/aor-options';
import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { SipRequest } from '../../../sip/message/message';
import type { EventPackage, SubscribedResource } from '../../../sip/subscription/event-package';
import type { ServerSubscription } from '../../../sip/subscription/server-subscription';
import { numberOf } from '../calls/incoming-parties';
import type { SipService } from '../sip-service';
import type { EndpointSubscriber } from '../subscriptions/endpoint-subscriber';
import { summaryEvent, summaryType } from './message-summary';
import type { WaitingMessages } from './waiting-messages';

export interface MwiSubscriptionsDeps {
  readonly service: Pick<SipService, 'directory' | 'contentTypes'>;
  readonly waiting: WaitingMessages;
}

interface Watch {
  readonly subscription: ServerSubscription;
  readonly endpoint: string;
  /** Those of its addresses of record, as they are configured now. */
  readonly mailboxes: () => readonly string[];
}

const notFound = 404;

/** Phones that have subscribed to mailboxes: those of an address of record of theirs. */
export class MwiSubscriptions implements EventPackage<EndpointSubscriber> {
  readonly name = summaryEvent;
  readonly #watches = new Set<Watch>();

  constructor(private readonly deps: MwiSubscriptionsDeps) {}

  readonly types = (): readonly string[] => (this.deps.service.contentTypes.has(summaryType) ? [summaryType] : []);

  readonly find = (request: SipRequest, { endpoint }: EndpointSubscriber): SubscribedResource | number => {
    const user = numberOf(request.uri);
    const aors = (): readonly AorConfig[] => this.#aorsFor(user, this.#current(endpoint));
    const mailboxes = (): readonly string[] => [...new Set(aors().flatMap((aor) => aor.mailboxes))];
    if (mailboxes().length === 0) return notFound;
    const host = request.uri.kind === 'sip' ? request.uri.host : '';
    return {
      state: () => {
        if (this.types().length === 0) return undefined;
        const reader = { endpoint: this.#current(endpoint), aor: aors()[0], host };
        return this.deps.waiting.summary(mailboxes(), reader);
      },
      watch: (subscription) => {
        const watch: Watch = { subscription, endpoint: endpoint.id, mailboxes };
        this.#watches.add(watch);
        return () => void this.#watches.delete(watch);
      },
    };
  };

  /** Whether an endpoint asks for itself. */
  has(endpoint: string): boolean {
    return [...this.#watches].some((watch) => watch.endpoint === endpoint);
  }

  changed(mailbox: string): void {
    for (const { subscription, endpoint, mailboxes } of this.#watches) {
      if (this.deps.service.directory.endpoint(endpoint) === undefined) subscription.terminate('noresource');
      else if (mailboxes().includes(mailbox)) subscription.notify();
    }
  }

  /** Ends all of them; their subscribers are told to come back. */
  close(): void {
    for (const { subscription } of this.#watches) subscription.terminate('deactivated');
  }

  /** As it is configured now; one that is gone as it was. */
  #current(endpoint: EndpointConfig): EndpointConfig {
    return this.deps.service.directory.endpoint(endpoint.id) ?? endpoint;
  }

  /** By the name of one of its own, by the number that plays the messages, or all of them where none is named. */
  #aorsFor(user: string, endpoint: EndpointConfig): readonly AorConfig[] {
    const { directory } = this.deps.service;
    const own = endpoint.aors.flatMap((id) => directory.aor(id) ?? []);
    const { defaultVoicemailExtension } = directory.config.global;
    const isVoicemail = [endpoint.voicemailExtension, defaultVoicemailExtension].includes(user);
    if (user === '' || isVoicemail) return own;
    return own.filter(({ id, voicemailExtension }) => user === id || user === voicemailExtension);
  }
}

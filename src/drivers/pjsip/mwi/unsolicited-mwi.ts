import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Logger } from '../../../shared/logger';
import { setBody } from '../../../sip/dialog/dialog';
import { nameAddr } from '../../../sip/message/headers/name-addr';
import { SipUri } from '../../../sip/message/uri/uri';
import type { DialTarget } from '../calls/dial-target';
import { contactTarget } from '../calls/dial-target';
import type { Contact } from '../registration/contact';
import type { SipService } from '../sip-service';
import { summaryEvent, summaryType } from './message-summary';
import type { MwiSubscriptions } from './mwi-subscriptions';
import type { WaitingMessages } from './waiting-messages';

export interface UnsolicitedMwiDeps {
  readonly service: Pick<SipService, 'directory' | 'contacts' | 'requests' | 'notifications' | 'contentTypes'>;
  readonly waiting: WaitingMessages;
  readonly subscribed: Pick<MwiSubscriptions, 'has'>;
  readonly log: Logger;
}

/** Tells phones of their mailboxes that have not asked for it: those that are configured with mailboxes. */
export class UnsolicitedMwi {
  constructor(private readonly deps: UnsolicitedMwiDeps) {}

  /** A phone has registered. */
  registered(contact: Contact): void {
    for (const endpoint of this.deps.service.directory.endpointsOf(contact.aor)) {
      const { mailboxes, aggregatesMailboxes } = endpoint;
      if (!this.#isTold(endpoint)) continue;
      for (const names of aggregatesMailboxes ? [mailboxes] : mailboxes.map((name) => [name]))
        this.#plan(endpoint, contact, names);
    }
  }

  changed(mailbox: string): void {
    const { directory, contacts } = this.deps.service;
    for (const endpoint of directory.config.endpoints) {
      if (!endpoint.mailboxes.includes(mailbox) || !this.#isTold(endpoint)) continue;
      const names = endpoint.aggregatesMailboxes ? endpoint.mailboxes : [mailbox];
      for (const aor of endpoint.aors) for (const contact of contacts.of(aor)) this.#plan(endpoint, contact, names);
    }
  }

  #isTold({ id, mailboxes, mwiSubscriptionReplacesUnsolicited }: EndpointConfig): boolean {
    const { service, subscribed } = this.deps;
    if (mailboxes.length === 0 || !service.contentTypes.has(summaryType)) return false;
    return !mwiSubscriptionReplacesUnsolicited || !subscribed.has(id);
  }

  /** In a later turn: the answer to a registration goes first. */
  #plan(endpoint: EndpointConfig, contact: Contact, names: readonly string[]): void {
    const { service, log } = this.deps;
    service.notifications.add(() => {
      const target = contactTarget(endpoint, contact, service);
      if (typeof target === 'string') return log.debug({ endpoint: endpoint.id, reason: target }, 'phone not notified');
      this.#send(target, contact, names).catch((error: unknown) =>
        log.warn({ endpoint: endpoint.id, error }, 'message-waiting NOTIFY could not be sent'),
      );
    });
  }

  async #send(target: DialTarget, contact: Contact, names: readonly string[]): Promise<void> {
    const { service, waiting, log } = this.deps;
    const { endpoint, uri } = target;
    const user = endpoint.mwiFromUser || endpoint.fromUser || uri.user;
    const aor = service.directory.aor(contact.aor);
    const status = await service.requests.send({
      method: 'NOTIFY',
      target,
      contactUser: user,
      from: (host) => nameAddr(SipUri.of({ user, host: endpoint.fromDomain || host })),
      fill: (request, host) => {
        request.headers.add('Event', summaryEvent).add('Subscription-State', 'terminated');
        setBody(request, waiting.summary(names, { endpoint, aor, host }));
      },
    });
    log.debug({ endpoint: endpoint.id, status }, 'phone told of its messages');
  }
}

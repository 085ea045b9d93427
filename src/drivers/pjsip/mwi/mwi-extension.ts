import type { EngineEventSource } from '../../../engine/engine-event';
import type { Mailboxes } from '../../../engine/mailboxes';
import type { Logger } from '../../../shared/logger';
import type { SipExtension } from '../sip-extension';
import { MwiSubscriptions } from './mwi-subscriptions';
import { UnsolicitedMwi } from './unsolicited-mwi';
import { WaitingMessages } from './waiting-messages';

export interface MwiExtensionDeps {
  readonly mailboxes: Pick<Mailboxes, 'get'>;
  readonly events: EngineEventSource;
  readonly log: Logger;
}

/** Tells phones of the messages in their mailboxes, whether or not they have subscribed. */
export const mwiExtension =
  ({ mailboxes, events, log }: MwiExtensionDeps): SipExtension =>
  (service) => {
    const waiting = new WaitingMessages({ mailboxes, directory: service.directory });
    const subscribed = new MwiSubscriptions({ service, waiting });
    const unsolicited = new UnsolicitedMwi({ service, waiting, subscribed, log });
    const registered = unsolicited.registered.bind(unsolicited);
    service.contactListeners.add(registered);
    const undo = [
      () => service.contactListeners.delete(registered),
      service.subscriptions.add(subscribed),
      () => subscribed.close(),
      events.on('deliver', 'mailbox-changed', ({ mailbox: { name } }) => {
        unsolicited.changed(name);
        subscribed.changed(name);
      }),
    ];
    return () => undo.forEach((step) => step());
  };

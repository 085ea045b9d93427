import { dialogFlow } from '../calls/dialog-flow';
import { outboundCredentials } from '../outbound-credentials';
import type { IncomingRequest } from '../request-intake';
import type { SipExtension } from '../sip-extension';
import { ownContact } from '../sip-sender';
import type { SipService } from '../sip-service';

/** What an endpoint gets that may not subscribe to anything. */
const declined = 603;

/** Takes SUBSCRIBE requests of endpoints. What there is to subscribe to is brought by other extensions. */
export const subscriptionsExtension =
  (randomBytes: (size: number) => Buffer): SipExtension =>
  (service) => {
    const stop = service.intake.handle('SUBSCRIBE', (incoming) => subscribe(incoming, service, randomBytes));
    return () => {
      stop();
      service.subscriptions.close();
    };
  };

function subscribe(
  { transaction, endpoint, source }: IncomingRequest,
  { subscriptions, stack, directory }: SipService,
  randomBytes: (size: number) => Buffer,
): void {
  if (!endpoint.allowsSubscribe) return transaction.reply(declined);
  const credentials = outboundCredentials(endpoint, { directory, randomBytes });
  subscriptions.subscribe({
    transaction,
    subscriber: { id: endpoint.id, endpoint },
    contact: ownContact(source, undefined),
    flow: (dialog) => dialogFlow(dialog, source, endpoint),
    context: { stack, authenticate: (...challenged) => credentials.answer(...challenged).outcome === 'retry' },
    minSeconds: endpoint.minSubscription / 1000,
  });
}

/** Lets notifications have contents of a type, for as long as a module is there that writes it. */
export const contentTypeExtension =
  (type: string): SipExtension =>
  ({ contentTypes }) => {
    contentTypes.add(type);
    return () => void contentTypes.delete(type);
  };

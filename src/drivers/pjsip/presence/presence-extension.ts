import type { EngineEventSource } from '../../../engine/engine-event';
import type { ServerSubscription } from '../../../sip/subscription/server-subscription';
import type { SipExtension } from '../sip-extension';
import { dialogInfoType } from './dialog-info';
import { extensionPackage } from './extension-package';
import { HintWatches } from './hint-watches';
import type { Hints } from './hints';
import { pidfType } from './pidf';

export interface PresenceExtensionDeps {
  readonly hints: Hints;
  readonly events: EngineEventSource;
}

/** Lets phones watch extensions that have a hint. */
export const presenceExtension =
  ({ hints, events }: PresenceExtensionDeps): SipExtension =>
  (service) => {
    const watches = new HintWatches(hints);
    const open = new Set<ServerSubscription>();
    const deps = { service, hints, watches, open };
    const undo = [
      service.subscriptions.add(extensionPackage({ name: 'presence', type: pidfType }, deps)),
      service.subscriptions.add(extensionPackage({ name: 'dialog', type: dialogInfoType }, deps)),
      events.on('deliver', 'device-state-changed', ({ device }) => watches.deviceChanged(device.name)),
      hints.onReplaced(() => watches.replaced()),
      () => {
        for (const subscription of open) subscription.terminate('deactivated');
      },
    ];
    return () => undo.forEach((step) => step());
  };

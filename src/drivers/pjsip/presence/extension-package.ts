import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { Parameters } from '../../../sip/message/grammar/parameters';
import type { SipRequest } from '../../../sip/message/message';
import type { Uri } from '../../../sip/message/uri/uri';
import type { EventPackage } from '../../../sip/subscription/event-package';
import type { ServerSubscription } from '../../../sip/subscription/server-subscription';
import { dialledExtension } from '../calls/dialled-extension';
import type { SipService } from '../sip-service';
import type { EndpointSubscriber } from '../subscriptions/endpoint-subscriber';
import { dialogInfo, dialogInfoType } from './dialog-info';
import type { HintWatches } from './hint-watches';
import type { Hints } from './hints';
import { pidf, pidfType } from './pidf';
import type { ShownExtension } from './shown-extension';

export interface ExtensionPackageDeps {
  readonly service: Pick<SipService, 'directory' | 'contentTypes'>;
  readonly hints: Hints;
  readonly watches: HintWatches;
  /** Those that exist, so that they can be ended. */
  readonly open: Set<ServerSubscription>;
}

const writers: Readonly<Record<string, (shown: ShownExtension) => string>> = {
  [pidfType]: pidf,
  [dialogInfoType]: dialogInfo,
};
const notFound = 404;

/** Subscriptions to extensions that have a hint, under the name of one event and in one type. */
export function extensionPackage(
  { name, type: usualType }: { readonly name: string; readonly type: string },
  deps: ExtensionPackageDeps,
): EventPackage<EndpointSubscriber> {
  const { service, hints } = deps;
  return {
    name,
    types: () => [usualType].filter((type) => service.contentTypes.has(type)),
    find: (request, { endpoint }, type) => {
      const place = placeOf(request, endpoint, service);
      if (hints.find(place.context, place.extension) === undefined) return notFound;
      const entity = entityOf(request.uri);
      return {
        state: (version) => {
          const devices = hints.find(place.context, place.extension);
          const write = service.contentTypes.has(type) ? writers[type] : undefined;
          if (devices === undefined || write === undefined) return undefined;
          const shown = { entity, extension: place.extension, state: hints.stateOf(devices), version };
          return { type, content: write({ ...shown, showsSecondCall: endpoint.notifiesEarlyRinging }) };
        },
        watch: (subscription) => watch(subscription, { ...place, endpoint: endpoint.id }, deps),
      };
    },
  };
}

interface WatchedPlace {
  readonly context: string;
  readonly extension: string;
  readonly endpoint: string;
}

function watch(
  subscription: ServerSubscription,
  { context, extension, endpoint }: WatchedPlace,
  { watches, open, service }: ExtensionPackageDeps,
): () => void {
  open.add(subscription);
  const unwatch = watches.add({
    context,
    extension,
    onGone: () => subscription.terminate('noresource'),
    onChanged: () => {
      if (service.directory.endpoint(endpoint) === undefined) subscription.terminate('noresource');
      else subscription.notify();
    },
  });
  return () => {
    open.delete(subscription);
    unwatch();
  };
}

function placeOf(
  { uri }: SipRequest,
  { subscribeContext, context }: EndpointConfig,
  { directory }: Pick<SipService, 'directory'>,
): { readonly context: string; readonly extension: string } {
  return { context: subscribeContext || context, extension: dialledExtension(uri, directory.config.global) };
}

function entityOf(uri: Uri): string {
  return uri.kind === 'sip'
    ? uri.withoutHeaders().with({ port: undefined, params: Parameters.none }).toString()
    : uri.toString();
}

import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Subscriber } from '../../../sip/subscription/event-package';

/** An endpoint that subscribes, as it was configured then. */
export interface EndpointSubscriber extends Subscriber {
  readonly endpoint: EndpointConfig;
}

import type { Application as WireApplication } from '../../../generated/models';
import type { Application } from '../application';

export function presentApplication({ name, subscriptions, filter }: Application): WireApplication {
  return {
    name,
    channel_ids: subscriptions.idsOf('channel'),
    bridge_ids: subscriptions.idsOf('bridge'),
    endpoint_ids: subscriptions.idsOf('endpoint'),
    device_names: subscriptions.idsOf('deviceState'),
    events_allowed: filter.allowed,
    events_disallowed: filter.disallowed,
  };
}

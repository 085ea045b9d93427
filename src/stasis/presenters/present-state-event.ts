import type { TextMessage } from '../../../generated/models';
import type { EndpointSnapshot } from '../../engine/endpoint';
import type { StateEvent } from '../../engine/engine-event';
import type { IncomingMessage } from '../../engine/messaging';
import { presentDeviceState } from './present-device-state';
import { presentEndpoint, subjectsOfEndpoint } from './present-endpoint';
import type { Presenters } from './presented';
import { internal, known, presented } from './presented';
import type { Subject } from '../subject';
import { subject, wholeKinds } from '../subject';

export const statePresenters = {
  'device-state-changed': ({ device }) => presented('DeviceStateChanged', { device_state: presentDeviceState(device) }),
  'mailbox-changed': internal('clients see mailboxes as device states, and phones are told by their technology'),
  'global-variable-set': ({ name, value }) => presented('ChannelVarset', { variable: name, value }),
  'endpoint-changed': ({ endpoint }) => presented('EndpointStateChange', { endpoint: presentEndpoint(endpoint) }),
  'peer-status-changed': ({ endpoint, status }) =>
    presented('PeerStatusChange', { endpoint: presentEndpoint(endpoint), peer: { peer_status: status } }),
  'contact-status-changed': ({ endpoint, contact: { uri, status, aor, roundTripMicroseconds } }) =>
    presented('ContactStatusChange', {
      endpoint: presentEndpoint(endpoint),
      contact_info: { uri, contact_status: status, aor, roundtrip_usec: String(roundTripMicroseconds) },
    }),
  'text-message-received': ({ message, endpoint }) =>
    presented('TextMessageReceived', {
      ...known({ endpoint: endpoint && presentEndpoint(endpoint) }),
      message: presentMessage(message),
    }),
} satisfies Presenters<StateEvent>;

function presentMessage({ from, to, body, variables }: IncomingMessage): TextMessage {
  return { from, to, body, variables };
}

const allEndpoints = wholeKinds.endpoint;

export function subjectsOfState(event: StateEvent): readonly Subject[] {
  switch (event.type) {
    case 'device-state-changed':
      return [subject('deviceState', event.device.name), subject('deviceState', '')];
    case 'mailbox-changed':
      return [];
    // A global variable belongs to no channel: only subscribers to all channels receive it.
    case 'global-variable-set':
      return [subject('channel', '')];
    // Existing servers do not tell it to those who listen to all endpoints: every call would tell them twice.
    case 'endpoint-changed':
      return subjectsOfEndpoint(event.endpoint).filter((each) => each !== allEndpoints);
    case 'peer-status-changed':
    case 'contact-status-changed':
      return subjectsOfEndpoint(event.endpoint);
    case 'text-message-received':
      return subjectsOfSender(event.endpoint);
  }
}

/** Who reads texts from there. What comes from no endpoint is for those who listen to all of them. */
export function subjectsOfSender(endpoint: EndpointSnapshot | undefined): readonly Subject[] {
  return endpoint === undefined ? [allEndpoints] : subjectsOfEndpoint(endpoint);
}

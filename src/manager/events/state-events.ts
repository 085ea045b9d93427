import type { MediaEvent, StateEvent } from '../../engine/engine-event';
import type { EventSources } from './event-sources';
import { field, row } from './event-row';

/** Devices, mailboxes, endpoints. */
export const stateEvents = {
  'device-state-changed': [
    row(['DeviceStateChange', 'call'], 'A device has another state.', {
      since: '2.5.0',
      parts: [
        field(['Device', 'Its name.'], ({ device }) => device.name),
        field(['State', 'Its state, such as `NOT_INUSE`.'], ({ device }) => device.state),
      ],
    }),
  ],
  'mailbox-changed': [
    row(['MessageWaiting', 'call'], 'A mailbox has other messages than before.', {
      parts: [
        field(['Mailbox', 'Its name.'], ({ mailbox }) => mailbox.name),
        field(['Waiting', '1 when there are new messages, 0 otherwise.'], ({ mailbox }) =>
          mailbox.newMessages > 0 ? 1 : 0,
        ),
        field(['New', 'How many new messages.'], ({ mailbox }) => mailbox.newMessages),
        field(['Old', 'How many old messages.'], ({ mailbox }) => mailbox.oldMessages),
      ],
    }),
  ],
  'global-variable-set': [
    row(['VarSet', 'dialplan'], 'A global variable was set.', {
      parts: [
        field(['Channel', '`none`.'], () => 'none'),
        field(['Uniqueid', '`none`.'], () => 'none'),
        field(['Variable', 'Its name.'], ({ name }) => name),
        field(['Value', 'Its value.'], ({ value }) => value),
      ],
    }),
  ],
  'peer-status-changed': [
    row(['PeerStatus', 'system'], 'An endpoint has become reachable or unreachable.', {
      parts: [
        field(['ChannelType', 'Its technology.'], ({ endpoint }) => endpoint.technology),
        field(
          ['Peer', 'The endpoint, with its technology.'],
          ({ endpoint }) => `${endpoint.technology}/${endpoint.resource}`,
        ),
        field(['PeerStatus', '`Reachable` or `Unreachable`.'], ({ status }) => status),
      ],
    }),
  ],
  'contact-status-changed': [
    row(['ContactStatus', 'system'], 'An address of an endpoint has another status.', {
      since: '2.5.0',
      parts: [
        field(['URI', 'The address.'], ({ contact }) => contact.uri),
        field(
          ['ContactStatus', '`NonQualified`, `Reachable`, `Unreachable` or `Removed`.'],
          ({ contact }) => contact.status,
        ),
        field(['AOR', 'The list of addresses that it belongs to.'], ({ contact }) => contact.aor),
        field(['EndpointName', 'The endpoint.'], ({ endpoint }) => endpoint.resource),
        field(
          ['RoundtripUsec', 'How long the last check took, in microseconds.'],
          ({ contact }) => contact.roundTripMicroseconds,
        ),
      ],
    }),
  ],
  'endpoint-changed': { unshown: 'PeerStatus and DeviceStateChange report it' },
  'text-message-received': { unshown: 'messages are delivered to applications' },
} satisfies EventSources<StateEvent>;

const media = { unshown: 'playbacks and recordings are objects of the REST interface' };

export const mediaEvents = {
  'playback-started': media,
  'playback-continuing': media,
  'playback-finished': media,
  'recording-started': media,
  'recording-finished': media,
  'recording-failed': media,
} satisfies EventSources<MediaEvent>;

import type { Fields } from '../protocol/write-fields';
import { failure } from '../protocol/response';
import { action } from './action-row';
import type { PhoneEndpoint } from '../phone-directory';
import { needed } from './parameters';

const classes = ['system', 'reporting'] as const;

/** Endpoints of the technology PJSIP, where they are reached, and the servers that we register with. */
export const phoneActions = [
  action('PJSIPShowEndpoints', 'Lists the endpoints.', {
    classes,
    parameters: {},
    answer:
      'A list of EndpointList, closed by EndpointListComplete: `ObjectType`, `ObjectName`, `Transport`, `Aor`, `Auths`, `OutboundAuths`, `Contacts`, `DeviceState`, `ActiveChannels`.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'A listing of Endpoints follows, presented as EndpointList events',
      items: services.phones
        .endpoints()
        .map((endpoint) => ({ event: 'EndpointList', fields: endpointFields(endpoint) })),
      complete: 'EndpointListComplete',
    }),
  }),
  action('PJSIPShowEndpoint', 'Shows an endpoint and its contacts.', {
    classes,
    parameters: { endpoint: needed('Endpoint', 'Its name.') },
    answer: 'A list of EndpointDetail and a ContactStatusDetail for each contact, closed by EndpointDetailComplete.',
    run: ({ endpoint: name }, { services }) => {
      const found = services.phones.endpoints().find((each) => each.name === name);
      if (found === undefined) return failure(`Unable to retrieve endpoint ${name}`);
      const contacts = services.phones.contacts().filter(({ aor }) => found.aors.includes(aor));
      return {
        kind: 'list',
        message: 'Following are Events for each object associated with the Endpoint',
        items: [
          { event: 'EndpointDetail', fields: [...endpointFields(found), ['Context', found.context]] },
          ...contacts.map((contact) => ({
            event: 'ContactStatusDetail',
            fields: [
              ['AOR', contact.aor],
              ['URI', contact.uri],
              ['Status', contact.status],
              ['RoundtripUsec', contact.roundTripMicroseconds],
              ['EndpointName', name],
            ] satisfies Fields,
          })),
        ],
        complete: 'EndpointDetailComplete',
      };
    },
  }),
  action('PJSIPShowContacts', 'Lists the contacts of all endpoints.', {
    classes,
    parameters: {},
    answer: 'A list of ContactList, closed by ContactListComplete.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'A listing of Contacts follows, presented as ContactList events',
      items: services.phones.contacts().map((contact) => ({
        event: 'ContactList',
        fields: [
          ['ObjectType', 'contact'],
          ['ObjectName', `${contact.aor}/${contact.uri}`],
          ['AOR', contact.aor],
          ['Uri', contact.uri],
          ['Status', contact.status],
          ['RoundtripUsec', contact.roundTripMicroseconds],
          ['UserAgent', contact.userAgent],
          ['RegExpire', contact.expiresAt === undefined ? 0 : Math.floor(contact.expiresAt / 1000)],
        ],
      })),
      complete: 'ContactListComplete',
    }),
  }),
  action('PJSIPShowAors', 'Lists the addresses of record.', {
    classes,
    parameters: {},
    answer: 'A list of AorList (`ObjectType`, `ObjectName`, `MaxContacts`, `Contacts`), closed by AorListComplete.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'A listing of Aors follows, presented as AorList events',
      items: services.phones.aors().map(({ name, maxContacts, contacts }) => ({
        event: 'AorList',
        fields: [
          ['ObjectType', 'aor'],
          ['ObjectName', name],
          ['MaxContacts', maxContacts],
          ['Contacts', contacts.join(',')],
        ],
      })),
      complete: 'AorListComplete',
    }),
  }),
  action('PJSIPShowRegistrationsInbound', 'Lists the phones that are registered.', {
    classes,
    parameters: {},
    answer:
      'A list of InboundRegistrationDetail (`AOR`, `URI`, `Status`, `RegExpire`), closed by InboundRegistrationDetailComplete.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'Following are Events for each Inbound registration',
      items: services.phones
        .contacts()
        .filter(({ expiresAt }) => expiresAt !== undefined)
        .map(({ aor, uri, status, expiresAt = 0 }) => ({
          event: 'InboundRegistrationDetail',
          fields: [
            ['AOR', aor],
            ['URI', uri],
            ['Status', status],
            ['RegExpire', Math.floor(expiresAt / 1000)],
          ],
        })),
      complete: 'InboundRegistrationDetailComplete',
    }),
  }),
  action('PJSIPShowRegistrationsOutbound', 'Lists the servers that we register with.', {
    classes,
    parameters: {},
    answer:
      'A list of OutboundRegistrationDetail (`ObjectName`, `ServerUri`, `ClientUri`, `Status`), closed by OutboundRegistrationDetailComplete.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'Following are Events for each Outbound registration',
      items: services.phones.registrations().map(({ name, serverUri, clientUri, state }) => ({
        event: 'OutboundRegistrationDetail',
        fields: [
          ['ObjectType', 'registration'],
          ['ObjectName', name],
          ['ServerUri', serverUri],
          ['ClientUri', clientUri],
          ['Status', state],
        ],
      })),
      complete: 'OutboundRegistrationDetailComplete',
    }),
  }),
];

function endpointFields(endpoint: PhoneEndpoint): Fields {
  return [
    ['ObjectType', 'endpoint'],
    ['ObjectName', endpoint.name],
    ['Transport', endpoint.transport],
    ['Aor', endpoint.aors.join(',')],
    ['Auths', endpoint.auths.join(',')],
    ['OutboundAuths', endpoint.outboundAuths.join(',')],
    ['Contacts', endpoint.contacts.join(',')],
    ['DeviceState', endpoint.deviceState],
    ['ActiveChannels', endpoint.channels.join(',')],
  ];
}

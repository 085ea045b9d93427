import type { FunctionSection } from './reference';

/** Functions about calls over SIP; the driver brings them. */
export const sipSection: FunctionSection = {
  title: 'SIP',
  entries: {
    PJSIP_HEADER: {
      about: 'A header field of the INVITE that came in, or of the one that this channel is going to send.',
      syntax: 'action,name[,number]',
      access: 'read and write',
      arguments: {
        action: '`read`; or, before the channel is dialled, `add`, `update` and `remove`',
        name: 'of the field; `remove` takes a beginning with `*`, too',
        number: 'which one of several, from 1',
      },
    },
    PJSIP_HEADERS: { about: 'The names of header fields that came in.', syntax: '[prefix]', access: 'read' },
    PJSIP_RESPONSE_HEADER: {
      about: 'A header field of the last answer to our INVITE.',
      syntax: 'action,name[,number]',
      access: 'read',
      arguments: { action: '`read`', number: 'which one of several, from 1' },
    },
    PJSIP_RESPONSE_HEADERS: { about: 'The names of header fields of that answer.', syntax: '[prefix]', access: 'read' },
    PJSIP_MEDIA_OFFER: {
      about: 'The formats that our INVITE offers, best first. The endpoint has to allow them.',
      syntax: 'media',
      access: 'read and write',
      arguments: { media: '`audio`' },
    },
    PJSIP_DIAL_CONTACTS: {
      about: 'What `Dial` needs to ring all contacts of an endpoint at once.',
      syntax: 'endpoint[,aor[,user]]',
      access: 'read',
      arguments: { aor: 'only the contacts of this one', user: 'takes the place of the user of each contact' },
    },
    PJSIP_PARSE_URI: {
      about: 'A part of a SIP URI.',
      syntax: 'uri,part',
      access: 'read',
      arguments: {
        part: '`display`, `scheme`, `user`, `passwd`, `host`, `port`, `user_param`, `method_param`, `transport_param`, `ttl_param`, `lr_param`, `maddr_param`',
      },
    },
    PJSIP_TRANSFER_HANDLING: {
      about:
        'Who carries out the transfers that the phone asks for. With `ari-only`, its application does: it receives `ChannelTransfer` and reports by `transfer_progress`. With any other value, the server does.',
      syntax: '',
      access: 'write',
    },
    PJSIP_ENDPOINT: { about: 'A setting of an endpoint.', syntax: 'name,option', access: 'read' },
    PJSIP_AOR: {
      about: 'A setting of an address of record.',
      syntax: 'name,option',
      access: 'read',
      arguments: { option: 'as in pjsip.conf; `contact` names all contacts, for `PJSIP_CONTACT`' },
    },
    PJSIP_CONTACT: {
      about: 'What is known of a contact.',
      syntax: 'name,item',
      access: 'read',
      arguments: { item: '`uri`, `status`, `rtt`, `expiration_time`, `user_agent`, `path`, `call_id`' },
    },
  },
};

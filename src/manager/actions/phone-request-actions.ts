import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { needed, optional, repeated, unserved } from './parameters';

/** What phones are asked and told outside of calls. */
export const phoneRequestActions = [
  action('PJSIPQualify', 'Asks the contacts of an endpoint whether they are there.', {
    classes: ['system', 'reporting'],
    parameters: { endpoint: needed('Endpoint', 'Its name.') },
    answer: 'Nothing more. The event ContactStatus follows where a status has changed.',
    run: ({ endpoint }, { services }) =>
      services.phones.qualify(endpoint)
        ? success('Endpoint found, will qualify')
        : failure(`Unable to retrieve endpoint ${endpoint}`),
  }),
  action('PJSIPNotify', 'Sends a NOTIFY to a phone, such as one that lets it read its configuration again.', {
    classes: ['system'],
    parameters: {
      endpoint: optional('Endpoint', 'All contacts of this endpoint.'),
      uri: optional('URI', 'Instead of Endpoint: an address.'),
      channel: unserved('Channel', 'phones are notified outside of calls'),
      option: optional('Option', 'A section of pjsip_notify.conf with the header fields to send.'),
      variables: repeated(
        'Variable',
        'Instead of Option: a header field, `name=value`; `Content` is a line of the body.',
      ),
    },
    answer: 'Nothing more.',
    run: ({ endpoint, uri, option, variables }, { services }) => {
      if ((endpoint === '') === (uri === '')) return failure('Exactly one of Endpoint and URI must be specified');
      if ((option === '') === (variables.length === 0))
        return failure('Exactly one of Option and Variable must be specified');
      const fields = option === '' ? variables.map(fieldOf) : services.notifyOption(option);
      if (fields === undefined) return failure(`Option ${option} is not a section of pjsip_notify.conf`);
      const sent = services.phones.notify(endpoint === '' ? { uri } : { endpoint }, fields);
      return typeof sent === 'number' ? success('NOTIFY sent') : failure(`NOTIFY not sent: ${sent}`);
    },
  }),
];

/** A value may have commas and equals signs of its own. */
function fieldOf(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals).trim(), text.slice(equals + 1)];
}

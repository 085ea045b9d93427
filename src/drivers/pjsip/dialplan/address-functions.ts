import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { readNameAddr } from '../../../sip/message/headers/name-addr';
import { Scanner } from '../../../sip/message/grammar/scanner';
import type { SipUri } from '../../../sip/message/uri/uri';
import { contactId } from '../registration/contact';
import { technologyName } from '../endpoint-states';
import type { SipService } from '../sip-service';
import type { DriverFunctions } from './driver-function';

type KnownService = Pick<SipService, 'directory' | 'contacts'>;

/** Fields of an object as the interface shows them; undefined when there is no such object or field. */
export type ObjectField = (type: 'aor' | 'endpoint', id: string, field: string) => string | undefined;

export interface AddressFunctionsDeps {
  /** Undefined while the technology is not started. */
  readonly service: () => KnownService | undefined;
  readonly field: ObjectField;
}

/** Functions about endpoints and addresses, whichever channel asks. */
export function addressFunctions({ service, field }: AddressFunctionsDeps): DriverFunctions {
  return {
    PJSIP_DIAL_CONTACTS: { read: (argument) => dialContacts(argument, service()) },
    PJSIP_PARSE_URI: { read: (argument) => partOfUri(argument) },
    PJSIP_ENDPOINT: { read: (argument) => fieldOf('endpoint', argument, field) },
    PJSIP_AOR: {
      read: (argument) => {
        const [id = '', name = ''] = argument.split(',').map((part) => part.trim());
        if (name.toLowerCase() !== 'contact') return fieldOf('aor', argument, field);
        return service()?.contacts.of(id).map(contactId).join(',');
      },
    },
    PJSIP_CONTACT: { read: (argument) => contactField(argument, service()) },
  };
}

/** `<endpoint>[,<aor>[,<user>]]`: what Dial needs to ring all contacts at once. */
function dialContacts(argument: string, service: KnownService | undefined): string | undefined {
  const [id = '', aor = '', user = ''] = argument.split(',').map((part) => part.trim());
  const endpoint = service?.directory.endpoint(id);
  if (service === undefined || endpoint === undefined) return undefined;
  const aors = aor === '' ? endpoint.aors : [aor];
  const contacts = aors.flatMap((each) => service.contacts.usable(each));
  return contacts.map(({ uri }) => `${technologyName}/${id}/${withUser(uri, user)}`).join('&');
}

function withUser(uri: string, user: string): string {
  return user === '' ? uri : uri.replace(/^(sips?:)(?:[^@]*@)?/i, `$1${encodeURIComponent(user)}@`);
}

function fieldOf(type: 'aor' | 'endpoint', argument: string, field: ObjectField): string | undefined {
  const [id = '', name = ''] = argument.split(',').map((part) => part.trim());
  return field(type, id, name.toLowerCase());
}

function contactField(argument: string, service: KnownService | undefined): string | undefined {
  const [id = '', name = ''] = argument.split(',').map((part) => part.trim());
  const found = service?.contacts.all().find((contact) => contactId(contact) === id);
  if (service === undefined || found === undefined) return undefined;
  const health = service.contacts.healthOf(found);
  const seconds = found.expiresAt === undefined ? 0 : Math.floor(found.expiresAt / 1000);
  const fields: Readonly<Record<string, string>> = {
    uri: found.uri,
    status: health.status,
    rtt: String(health.roundTripMicroseconds),
    expiration_time: String(seconds),
    user_agent: found.userAgent,
    path: found.path.join(', '),
    call_id: found.callId,
  };
  return fields[name.toLowerCase()];
}

/** `<uri>,<part>`; a name may stand before the URI. */
function partOfUri(argument: string): string | undefined {
  const comma = argument.lastIndexOf(',');
  const address = readAddress(argument.slice(0, comma).trim());
  if (comma < 0 || address === undefined) return undefined;
  const part = argument
    .slice(comma + 1)
    .trim()
    .toLowerCase();
  if (part === 'display') return address.displayName;
  if (part === 'scheme') return address.uri.scheme;
  return address.uri.kind === 'sip' ? uriParts[part]?.(address.uri) : undefined;
}

const uriParts: Readonly<Record<string, (uri: SipUri) => string>> = {
  user: (uri) => uri.user ?? '',
  passwd: (uri) => uri.rawPassword ?? '',
  host: (uri) => uri.host,
  port: (uri) => String(uri.port ?? 0),
  user_param: (uri) => uri.params.get('user') ?? '',
  method_param: (uri) => uri.params.get('method') ?? '',
  transport_param: (uri) => uri.params.get('transport') ?? '',
  ttl_param: (uri) => uri.params.get('ttl') ?? '0',
  lr_param: (uri) => (uri.params.has('lr') ? '1' : '0'),
  maddr_param: (uri) => uri.params.get('maddr') ?? '',
};

function readAddress(text: string): NameAddr | undefined {
  try {
    return readNameAddr(new Scanner(text, 'URI'));
  } catch (error) {
    if (error instanceof MessageRefusal) return undefined;
    throw error;
  }
}

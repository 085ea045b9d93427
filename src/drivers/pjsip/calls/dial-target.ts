import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { routeHeader } from '../../../sip/message/headers/address-headers';
import { HeaderList } from '../../../sip/message/headers/header-list';
import { SipRequest } from '../../../sip/message/message';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import { parseUri, SipUri } from '../../../sip/message/uri/uri';
import type { Flow } from '../../../sip/transport/flow';
import type { Contact } from '../registration/contact';
import { proxyRoute } from '../registration/contact-request';
import type { SipService } from '../sip-service';

/** The target of a call, and how a request gets there. */
export interface DialTarget {
  readonly endpoint: EndpointConfig;
  readonly uri: SipUri;
  /** Route header fields: proxies on the way. */
  readonly route: readonly string[];
  /** The contact that it was found by; undefined for a URI that none of the endpoint has. */
  readonly contact?: Contact;
  /** The connection that it is reached over, where it has one. */
  readonly flow: Flow | undefined;
  /** The name of the transport whose socket is used. */
  readonly transport: string | undefined;
}

/** As much of a request as says where it goes. */
export function requestOutline(method: string, { uri, route }: Pick<DialTarget, 'uri' | 'route'>): SipRequest {
  const headers = new HeaderList();
  for (const each of route) headers.add(routeHeader.name, each);
  return new SipRequest({ method, uri, headers });
}

type TargetService = Pick<SipService, 'directory' | 'contacts'>;

/**
 * Reads what stands behind `PJSIP/`: an endpoint, `number@endpoint`, `endpoint/sip:…`, `endpoint/aor`, or a SIP URI, which is
 * called through the default endpoint. A text says why the call cannot be placed.
 */
export function findTarget(resource: string, service: TargetService): DialTarget | string {
  if (/^sips?:/i.test(resource))
    return throughUri(service.directory.config.global.defaultOutboundEndpoint, resource, service);
  const slash = resource.indexOf('/');
  const first = slash < 0 ? resource : resource.slice(0, slash);
  const destination = slash < 0 ? '' : resource.slice(slash + 1);
  if (/^sips?:/i.test(destination)) return throughUri(first, destination, service);
  if (destination !== '') return throughAor(first, destination, service);
  const at = first.lastIndexOf('@');
  const whole = service.directory.endpoint(first);
  if (whole !== undefined || at < 0) return throughContact(first, undefined, service);
  return throughContact(first.slice(at + 1), first.slice(0, at), service);
}

/** The contacts that calls to an endpoint can go to, those of the first address of record first. */
export function dialableContacts(
  { aors }: EndpointConfig,
  { contacts }: Pick<SipService, 'contacts'>,
): readonly Contact[] {
  const [only] = aors;
  if (only !== undefined && aors.length === 1) return contacts.usable(only);
  return aors.flatMap((aor) => contacts.usable(aor));
}

function throughContact(id: string, user: string | undefined, service: TargetService): DialTarget | string {
  const endpoint = service.directory.endpoint(id);
  if (endpoint === undefined) return noEndpoint(id);
  const contact = dialableContacts(endpoint, service)[0];
  if (contact === undefined) return `endpoint '${id}' has no contact that can be reached`;
  return reached(endpoint, contact, { user, service });
}

/** One contact of an endpoint; a text says why it cannot be reached. */
export function contactTarget(endpoint: EndpointConfig, contact: Contact, service: TargetService): DialTarget | string {
  return reached(endpoint, contact, { user: undefined, service });
}

function throughAor(id: string, aor: string, service: TargetService): DialTarget | string {
  const endpoint = service.directory.endpoint(id);
  if (endpoint === undefined) return noEndpoint(id);
  const [contact] = service.contacts.usable(aor);
  return contact === undefined
    ? `address of record '${aor}' has no contact that can be reached`
    : reached(endpoint, contact, { user: undefined, service });
}

function throughUri(id: string, text: string, service: TargetService): DialTarget | string {
  const endpoint = service.directory.endpoint(id);
  if (endpoint === undefined) return noEndpoint(id);
  const uri = readUri(text);
  if (uri === undefined) return `'${text}' is not a SIP URI`;
  const contact = dialableContacts(endpoint, service).find((each) => each.uri === text);
  if (contact !== undefined) return reached(endpoint, contact, { user: undefined, service });
  const route = proxyRoute(endpoint.outboundProxy);
  return { endpoint, uri, route, flow: undefined, transport: endpoint.transport || undefined };
}

function reached(
  endpoint: EndpointConfig,
  contact: Contact,
  { user, service }: { readonly user: string | undefined; readonly service: TargetService },
): DialTarget | string {
  const uri = readUri(contact.uri);
  if (uri === undefined) return `contact '${contact.uri}' is not a SIP URI`;
  const proxy = service.directory.aor(contact.aor)?.outboundProxy || endpoint.outboundProxy;
  const { host, port, params, scheme } = uri;
  return {
    endpoint,
    uri: user === undefined ? uri : SipUri.of({ scheme, user, host, port, params }),
    route: contact.path.length > 0 ? contact.path : proxyRoute(proxy),
    contact,
    flow: contact.connection,
    transport: endpoint.transport || contact.transport,
  };
}

/** The destination of a redirect: a URI, or the contact of an endpoint; undefined when there is none. */
export function transferUri(destination: string, service: TargetService): string | undefined {
  if (/^sips?:/i.test(destination)) return readUri(destination)?.toString();
  const target = findTarget(destination, service);
  return typeof target === 'string' ? undefined : target.uri.toString();
}

function readUri(text: string): SipUri | undefined {
  try {
    const uri = parseUri(text, 'contact');
    return uri.kind === 'sip' ? uri : undefined;
  } catch (error) {
    if (error instanceof MessageRefusal) return undefined;
    throw error;
  }
}

function noEndpoint(id: string): string {
  return `there is no endpoint '${id}'`;
}

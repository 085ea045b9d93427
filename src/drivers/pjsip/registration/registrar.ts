import type { AorConfig } from '../../../config/pjsip/aor-options';
import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { isPermitted } from '../../../shared/network/address-rules';
import type { Destinations } from '../../../shared/network/destinations';
import type { Logger } from '../../../shared/logger';
import { contactHeader, pathHeader, toHeader } from '../../../sip/message/headers/address-headers';
import { bareHost, isIpHost, writtenHost } from '../../../sip/message/grammar/host';
import { makeResponse } from '../../../sip/message/make-response';
import type { SipRequest } from '../../../sip/message/message';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { writeNameAddr } from '../../../sip/message/headers/name-addr';
import { cSeqHeader, expiresHeader } from '../../../sip/message/headers/number-headers';
import { callIdHeader } from '../../../sip/message/headers/token-headers';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import type { SipUri } from '../../../sip/message/uri/uri';
import { parseUri } from '../../../sip/message/uri/uri';
import { equalUris } from '../../../sip/message/uri/uri-equality';
import { defaultPort } from '../../../sip/transport/flow';
import type { Flow } from '../../../sip/transport/flow';
import type { Contact } from './contact';
import type { ContactChanges, Contacts } from './contacts';
import type { IncomingRequest } from '../request-intake';
import type { SipDirectory } from '../sip-directory';

export interface RegistrarDeps {
  readonly directory: SipDirectory;
  readonly contacts: Contacts;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
  readonly now: () => number;
  readonly log: Logger;
}

/** Why a registration is refused: the status, and header fields that explain it. */
interface Refusal {
  readonly status: number;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes registrations: REGISTER (RFC 3261 §10.3, RFC 3327). */
export class Registrar {
  #date = { second: NaN, text: '' };

  constructor(private readonly deps: RegistrarDeps) {}

  readonly onRegister = (incoming: IncomingRequest): void => {
    const { request, endpoint } = incoming;
    const aor = this.#aorFor(request, endpoint);
    const result = 'status' in aor ? aor : this.#register(aor, incoming);
    if (result === undefined && !('status' in aor)) return this.#accept(aor, incoming);
    const { status, reason, headers = {} } = result ?? { status: 500 };
    const response = makeResponse(request, status, {
      toTag: incoming.transaction.localTag,
      ...(reason === undefined ? {} : { reason }),
    });
    for (const [name, value] of Object.entries(headers)) response.headers.add(name, value);
    incoming.transaction.respond(response);
  };

  #aorFor({ headers }: SipRequest, { aors }: EndpointConfig): AorConfig | Refusal {
    const { directory } = this.deps;
    if (aors.length === 0) return { status: 403 };
    const uri = headers.get(toHeader)?.uri;
    if (uri?.kind !== 'sip' || uri.user === undefined) return { status: 404 };
    const { user, host } = uri;
    const wanted = [`${user}@${host}`, `${user}@${directory.realDomain(host)}`, user];
    const found = wanted.find((name) => aors.includes(name));
    return (found === undefined ? undefined : directory.aor(found)) ?? { status: 404 };
  }

  /** Carries it out; the result says why not. */
  #register(aor: AorConfig, incoming: IncomingRequest): Refusal | undefined {
    const { headers } = incoming.request;
    const given = headers.all(contactHeader);
    if (given.length === 0) return undefined;
    if (aor.maxContacts === 0) return { status: 403 };
    const path = headers.all(pathHeader).map(writeNameAddr);
    if (path.length > 0 && !aor.supportsPath) return { status: 420, headers: { Unsupported: 'path' } };
    const present = this.deps.contacts.of(aor.id).filter(isRegistered);
    if (given.includes('*')) return this.#removeAll({ aor, present, incoming, given });
    const asked: AskedContact[] = [];
    for (const each of given) if (each !== '*') asked.push(this.#read(each, { aor, incoming, path, present }));
    for (const each of asked) {
      const refusal = this.#refusalOf(each, incoming.endpoint);
      if (refusal !== undefined) return refusal;
    }
    const changes = planned(asked);
    const kept = this.#fit(changes, present, aor);
    if ('status' in kept) return kept;
    this.deps.contacts.change(aor.id, kept);
    return undefined;
  }

  #removeAll({ aor, present, incoming, given }: StarRequest): Refusal | undefined {
    const expires = incoming.request.headers.get(expiresHeader);
    if (given.length !== 1 || expires !== 0)
      return { status: 400, reason: 'Bad Contact: * needs to be alone, with Expires: 0' };
    this.deps.contacts.change(aor.id, { added: [], removed: present });
    return undefined;
  }

  #read(given: NameAddr, { aor, incoming, path, present }: ContactContext): AskedContact {
    const { request, endpoint, source } = incoming;
    const { headers } = request;
    if (given.uri.kind !== 'sip')
      throw new MessageRefusal({ header: 'Contact', offset: 0, reason: 'only SIP addresses can be registered' });
    const wanted = given.params.number('expires') ?? headers.get(expiresHeader) ?? aor.defaultExpiration;
    const seconds = granted(wanted, aor);
    const uri = given.uri.withoutHeaders();
    const reached = endpoint.rewritesContact && path.length === 0 ? asSeen(uri, source) : uri;
    const isConnection = source.transport !== 'UDP';
    const known = present.find((each) => isSame(each, uri));
    const contact: Contact = {
      aor: aor.id,
      uri: reached.toString(),
      // What is the same address in another spelling keeps its first one.
      registeredUri: known?.registeredUri ?? uri.toString(),
      path,
      expiresAt: this.deps.now() + seconds * 1000,
      callId: headers.get(callIdHeader) ?? '',
      sequence: headers.get(cSeqHeader)?.sequence ?? 0,
      userAgent: (headers.raw('User-Agent') ?? '').slice(0, 200),
      transport: source.listener,
      source: source.remote,
      connection: isConnection && path.length === 0 ? source : undefined,
    };
    return { contact, reached, known, isRemoval: seconds === 0 };
  }

  #refusalOf({ contact, reached, known, isRemoval }: AskedContact, endpoint: EndpointConfig): Refusal | undefined {
    if (known?.callId === contact.callId && contact.sequence <= known.sequence)
      return { status: 500, reason: 'CSeq Out Of Order' };
    if (isRemoval) return undefined;
    const place = { host: bareHost(reached.host), port: reached.port ?? defaultPort('UDP') };
    const isNear = contact.connection !== undefined || contact.path.length > 0;
    if (!isNear && this.deps.destinations.literalRefusal(place) !== undefined) return { status: 403 };
    const { acls } = this.deps.directory.config;
    const isAllowed =
      !isIpHost(reached.host) ||
      (isPermitted(endpoint.contactRules, place.host) &&
        acls.every(({ contactRules }) => isPermitted(contactRules, place.host)));
    return isAllowed ? undefined : { status: 403 };
  }

  /** Keeps to the number of contacts: others make room where that is configured. */
  #fit(changes: ContactChanges, present: readonly Contact[], aor: AorConfig): ContactChanges | Refusal {
    const { contacts } = this.deps;
    const { added, removed } = changes;
    const staying = present.filter((each) => !isAmong(each, added) && !isAmong(each, removed));
    const excess = staying.length + changes.added.length - aor.maxContacts;
    if (excess <= 0) return changes;
    if (changes.added.length > aor.maxContacts) return { status: 403 };
    const isAway = (each: Contact): boolean => contacts.healthOf(each).status === 'Unreachable';
    const sacrificed = aor.removesExisting
      ? staying.toSorted(
          (one, other) => Number(isAway(other)) - Number(isAway(one)) || (one.expiresAt ?? 0) - (other.expiresAt ?? 0),
        )
      : aor.removesUnavailable
        ? staying.filter(isAway)
        : [];
    if (sacrificed.length < excess) return { status: 403 };
    return { added: changes.added, removed: [...changes.removed, ...sacrificed.slice(0, excess)] };
  }

  #accept(aor: AorConfig, { request, transaction }: IncomingRequest): void {
    const response = makeResponse(request, 200, { toTag: transaction.localTag });
    const now = this.deps.now();
    for (const { registeredUri, expiresAt = now } of this.deps.contacts.of(aor.id).filter(isRegistered))
      response.headers.add('Contact', `<${registeredUri}>;expires=${Math.ceil((expiresAt - now) / 1000)}`);
    const wanted = request.headers.get(expiresHeader);
    if (wanted !== undefined) response.headers.set(expiresHeader, granted(wanted, aor));
    if (aor.supportsPath) response.headers.copyFrom(request.headers, 'Path');
    response.headers.add('Date', this.#dateAt(now));
    transaction.respond(response);
  }

  /** Written once a second: it has no fractions. */
  #dateAt(now: number): string {
    const second = Math.floor(now / 1000);
    if (this.#date.second !== second) this.#date = { second, text: new Date(now).toUTCString() };
    return this.#date.text;
  }
}

/** Seconds: as many as are wanted, within the limits; none ends a registration. */
function granted(wanted: number, { minExpiration, maxExpiration }: AorConfig): number {
  return wanted === 0 ? 0 : Math.min(Math.max(wanted, minExpiration), maxExpiration);
}

interface AskedContact {
  readonly contact: Contact;
  /** Where the contact is reached. */
  readonly reached: SipUri;
  /** What is registered of it. */
  readonly known: Contact | undefined;
  readonly isRemoval: boolean;
}

interface ContactContext {
  readonly aor: AorConfig;
  readonly incoming: IncomingRequest;
  readonly path: readonly string[];
  /** What is registered. */
  readonly present: readonly Contact[];
}

interface StarRequest {
  readonly aor: AorConfig;
  readonly present: readonly Contact[];
  readonly incoming: IncomingRequest;
  readonly given: readonly (NameAddr | '*')[];
}

function planned(asked: readonly AskedContact[]): ContactChanges {
  const [added, removed]: [Contact[], Contact[]] = [[], []];
  for (const { contact, known, isRemoval } of asked) {
    if (!isRemoval) added.push(contact);
    else if (known !== undefined) removed.push(known);
  }
  return { added, removed };
}

function isSame({ registeredUri }: Contact, uri: SipUri): boolean {
  return registeredUri === uri.toString() || equalUris(parseUri(registeredUri, 'Contact'), uri);
}

function isAmong({ registeredUri }: Contact, others: readonly Contact[]): boolean {
  return others.some((other) => other.registeredUri === registeredUri);
}

function isRegistered({ expiresAt }: Contact): boolean {
  return expiresAt !== undefined;
}

/** The address as its packets show it: phones behind NAT write one that only their own network knows. */
function asSeen(uri: SipUri, { remote, transport }: Flow): SipUri {
  const params =
    transport === 'UDP' ? uri.params.without('transport') : uri.params.with({ transport: transport.toLowerCase() });
  return uri.with({ host: writtenHost(remote.host), port: remote.port, params: params.without('maddr') });
}

import type { EventStep, JsonObject, PhoneAction, RequestStep, SipStep, Step, Trace } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import { phonePorts } from './phone-ports';
import { SeenChanges } from './seen-changes';

/** An action that no step shows, and the step that it comes before. */
export interface Hidden<Action> {
  readonly place: number;
  readonly action: Action;
}

/** Milliseconds in which a recorded REGISTER shows its effect. */
const effectMs = 300;
/** Milliseconds in which all is told that one registration changes. */
const burstMs = 20;

/**
 * Registrations that were not written down: the server tells of contacts, reaches phones or calls them online although no
 * REGISTER was recorded.
 */
export function hiddenRegistrations(trace: Trace): readonly Hidden<PhoneAction>[] {
  const finder = new RegistrationFinder(trace);
  for (const [place, step] of trace.steps.entries()) finder.look(step, place);
  return finder.found;
}

class RegistrationFinder {
  readonly found: Hidden<PhoneAction>[] = [];
  /** Contacts by the phone's name, and when they run out. */
  readonly #contacts = new Map<string, Map<string, number>>();
  readonly #lastRegister = new Map<string, number>();
  readonly #changes: SeenChanges;
  readonly #ports: ReadonlyMap<string, number>;
  /** Where a phone can register at the earliest: behind the request that makes its endpoint. */
  readonly #made = new Map<string, number>();
  #requests = '';

  constructor(private readonly trace: Trace) {
    this.#changes = new SeenChanges(trace);
    this.#ports = phonePorts(trace);
  }

  look(step: Step, place: number): void {
    if (step.kind === 'request') this.#lookAtRequest(step, place);
    if (step.kind === 'response') this.#lookAtState(step.body, step.ms);
    if (step.kind === 'sip') this.#lookAtMessage(step);
    if (step.kind !== 'event') return;
    if (step.event['type'] === 'ContactStatusChange') this.#lookAtContact(step, place);
    else if (step.event['type'] === 'EndpointStateChange') this.#lookAtState(step.event['endpoint'], step.ms, place);
  }

  #lookAtRequest({ method, target, body }: RequestStep, place: number): void {
    this.#requests += `${decodeURIComponent(target)} ${body ?? ''}\n`;
    const [, name] = /\/config\/dynamic\/res_pjsip\/endpoint\/(\w+)/.exec(target) ?? [];
    if (name === undefined || method !== 'PUT') return;
    const answer = this.trace.steps.findIndex((step, at) => at > place && step.kind === 'response');
    this.#made.set(name, answer + 1);
  }

  #lookAtMessage({ ms, isOurs, line, headers, ua }: SipStep): void {
    const [method = ''] = line.split(' ');
    if (isOurs && method === 'REGISTER') {
      const name = userOf(headers['From'] ?? '');
      const contact = uriOf(headers['Contact'] ?? '');
      const seconds = Number(headers['Expires'] ?? 3600);
      this.#lastRegister.set(name, ms);
      if (seconds === 0) this.#of(name).delete(contact);
      else this.#of(name).set(contact, ms + seconds * 1000);
    }
    // Only a registered phone is reached by a request outside of a dialog, unless somebody names its address.
    const isReached = !isOurs && !line.startsWith('SIP/') && !(headers['To'] ?? '').includes('tag=');
    const [, uri = ''] = line.split(' ');
    if (isReached && !this.#requests.includes(uri)) this.#registeredBefore(ua, uri);
    if (!isOurs && method === 'REFER') this.#lookAtReferral(uriOf(headers['Refer-To'] ?? ''));
  }

  /** Only of a registered phone the server knows the address that it sends another one to. */
  #lookAtReferral(uri: string): void {
    const [, name = '', port] = /^sip:([^@]+)@127\.0\.0\.1:(\d+)$/.exec(uri) ?? [];
    if (this.#ports.get(name) === Number(port) && !this.#requests.includes(uri)) this.#registeredBefore(name, uri);
  }

  #lookAtContact({ ws, ms, event }: EventStep, place: number): void {
    const info = event['contact_info'];
    if (!isObject(info)) return;
    const [ua, contact, status] = [info['aor'], info['uri'], info['contact_status']].map(textOf) as [
      string,
      string,
      string,
    ];
    const change = status === 'Removed' ? 'unregister' : status === 'NonQualified' ? 'register' : undefined;
    if (change === undefined || !this.#changes.isNew(ws, `${ua} ${contact}`, { change, ms })) return;
    if (ms - (this.#lastRegister.get(ua) ?? -effectMs) < effectMs) return;
    const known = this.#of(ua);
    if (change === 'unregister') {
      this.#registeredBefore(ua, contact);
      this.#unregister(ua, contact, { ms, place });
    } else if (!known.has(contact)) {
      known.set(contact, Number.POSITIVE_INFINITY);
      this.found.push({ place: this.#burst(ua, place), action: { do: 'register', ua, contact } });
    }
  }

  #unregister(ua: string, contact: string, { ms, place }: { readonly ms: number; readonly place: number }): void {
    const known = this.#of(ua);
    const hasRunOut = (known.get(contact) ?? Number.POSITIVE_INFINITY) <= ms;
    known.delete(contact);
    if (!hasRunOut) this.found.push({ place: this.#burst(ua, place), action: { do: 'unregister', ua, contact } });
  }

  /** An endpoint that is online, and nothing says since when. */
  #lookAtState(endpoint: unknown, ms: number, place?: number): void {
    if (!isObject(endpoint as JsonObject)) return;
    const { technology, resource, state } = endpoint as JsonObject;
    const ua = textOf(resource);
    if (technology !== 'PJSIP' || state !== 'online' || this.#of(ua).size > 0) return;
    // What a registration tells of is looked at when its contact is named.
    const next = place === undefined ? [] : this.trace.steps.slice(place, place + 12);
    const isTold = next.some((step) => step.kind === 'event' && step.ms - ms <= burstMs && aorOf(step.event) === ua);
    const port = this.#ports.get(ua);
    if (!isTold && port !== undefined) this.#registeredBefore(ua, `sip:${ua}@127.0.0.1:${port}`);
  }

  #registeredBefore(ua: string, contact: string): void {
    if (this.#of(ua).has(contact)) return;
    this.#of(ua).set(contact, Number.POSITIVE_INFINITY);
    this.found.push({ place: this.#made.get(ua) ?? 0, action: { do: 'register', ua, contact } });
  }

  /** The first of the events that tell of a change, of which the one about the contact is not always the first. */
  #burst(ua: string, place: number): number {
    const { steps } = this.trace;
    const last = steps[place];
    let first = place;
    for (let at = place - 1; at >= 0; at -= 1) {
      const step = steps[at];
      if (step?.kind !== 'event' || last === undefined || last.ms - step.ms > burstMs) break;
      if (aorOf(step.event) === ua) break;
      if (isAbout(step.event, ua)) first = at;
    }
    return first;
  }

  #of(ua: string): Map<string, number> {
    const contacts = this.#contacts.get(ua) ?? new Map<string, number>();
    this.#contacts.set(ua, contacts);
    return contacts;
  }
}

function aorOf({ contact_info: info }: JsonObject): string | undefined {
  return isObject(info) ? textOf(info['aor']) : undefined;
}

function isAbout({ endpoint, device_state: device }: JsonObject, ua: string): boolean {
  return (isObject(endpoint) && endpoint['resource'] === ua) || (isObject(device) && device['name'] === `PJSIP/${ua}`);
}

function userOf(address: string): string {
  return /sip:([^@>]+)@/.exec(address)?.[1] ?? '';
}

function uriOf(address: string): string {
  return /<([^>]+)>/.exec(address)?.[1] ?? address;
}

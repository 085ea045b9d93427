import type { AorConfig } from '../../../config/pjsip/aor-options';
import type { Logger } from '../../../shared/logger';
import type { SipUri } from '../../../sip/message/uri/uri';
import { parseUri } from '../../../sip/message/uri/uri';
import type { SipStack } from '../../../sip/stack/sip-stack';
import type { WheelTimer } from '../../../sip/transaction/timer-wheel';
import { addContact, makeRequest, ownAddress, proxyRoute } from './contact-request';
import type { Contact } from './contact';
import { contactKey } from './contact';
import type { Contacts } from './contacts';
import type { SipDirectory } from '../sip-directory';
import type { SipSender } from '../sip-sender';
import type { TransportSet } from '../transport-set';

export interface QualifierDeps {
  readonly directory: SipDirectory;
  readonly contacts: () => Pick<Contacts, 'judge'>;
  readonly stack: Pick<SipStack, 'send' | 'wheel'>;
  readonly sender: SipSender;
  readonly transports: Pick<TransportSet, 'udpFlow'>;
  readonly random: () => number;
  /** A clock for round trips. */
  readonly microseconds: () => number;
  readonly log: Logger;
}

interface Watch {
  contact: Contact;
  timer: WheelTimer | undefined;
  isWaiting: boolean;
}

/** Checks that run at the same time: more would come back as a flood. */
const maxInFlight = 100;

/** Asks contacts by OPTIONS, every so often, whether they are there. */
export class Qualifier {
  readonly #watches = new Map<string, Watch>();
  readonly #queue: Watch[] = [];
  /** Asked on request, besides those that are watched. */
  readonly #once = new Map<string, Watch>();
  #inFlight = 0;
  #isClosed = false;

  constructor(private readonly deps: QualifierDeps) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** One that has just registered is asked at once; others wait their turn, so that a restart is not a storm. */
  watch(contact: Contact, isNew: boolean): void {
    const key = contactKey(contact);
    const frequency = this.#aorOf(contact)?.qualifyFrequency ?? 0;
    if (frequency === 0) return this.unwatch(contact);
    const known = this.#watches.get(key);
    if (known !== undefined) {
      known.contact = contact;
      return;
    }
    const watch: Watch = { contact, timer: undefined, isWaiting: false };
    this.#watches.set(key, watch);
    const hasJustRegistered = isNew && contact.source !== undefined && !this.#isRestoring;
    if (hasJustRegistered) this.#probe(watch);
    else this.#plan(watch, this.#firstWait(frequency));
  }

  /** Asks a contact now, whether it is watched or not. */
  askNow(contact: Contact): void {
    const key = contactKey(contact);
    const watch = this.#watches.get(key) ?? this.#once.get(key) ?? { contact, timer: undefined, isWaiting: false };
    if (!this.#watches.has(key)) this.#once.set(key, watch);
    if (this.#isClosed || watch.isWaiting) return;
    watch.isWaiting = true;
    this.#queue.push(watch);
    this.#next();
  }

  unwatch(contact: Contact): void {
    if (this.#watches.size === 0) return;
    const key = contactKey(contact);
    this.#watches.get(key)?.timer?.cancel();
    this.#watches.delete(key);
  }

  /** Contacts that are added meanwhile were there before a restart. */
  restoring(action: () => void): void {
    this.#isRestoring = true;
    action();
    this.#isRestoring = false;
  }

  /** The configuration has changed: contacts may have to be asked more often, or no longer. */
  reconfigure(contacts: readonly Contact[]): void {
    for (const contact of contacts) this.watch(contact, false);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#watches.values()) timer?.cancel();
    this.#watches.clear();
    this.#once.clear();
    this.#queue.length = 0;
  }

  #isRestoring = false;

  #firstWait(frequency: number): number {
    const { maxInitialQualifyTime } = this.deps.directory.config.global;
    const most = maxInitialQualifyTime > 0 ? Math.min(maxInitialQualifyTime, frequency) : frequency;
    return this.deps.random() * most;
  }

  #aorOf({ aor }: Contact): AorConfig | undefined {
    return this.deps.directory.aor(aor);
  }

  #plan(watch: Watch, milliseconds: number): void {
    watch.timer?.cancel();
    watch.timer = this.deps.stack.wheel.after(milliseconds, () => this.#probe(watch));
  }

  #probe(watch: Watch): void {
    const aor = this.#aorOf(watch.contact);
    if (this.#isClosed || aor === undefined || !this.#isCurrent(watch)) return;
    this.#plan(watch, aor.qualifyFrequency);
    if (watch.isWaiting) return;
    watch.isWaiting = true;
    this.#queue.push(watch);
    this.#next();
  }

  #next(): void {
    while (this.#inFlight < maxInFlight) {
      const watch = this.#queue.shift();
      if (watch === undefined) return;
      watch.isWaiting = false;
      if (this.#isCurrent(watch)) this.#ask(watch);
    }
  }

  #isCurrent(watch: Watch): boolean {
    const key = contactKey(watch.contact);
    return (this.#watches.get(key) ?? this.#once.get(key)) === watch;
  }

  #ask(watch: Watch): void {
    const isOnce = this.#once.delete(contactKey(watch.contact));
    const aor = this.#aorOf(watch.contact);
    if (aor === undefined) return;
    const { stack, contacts, microseconds, log } = this.deps;
    const started = microseconds();
    this.#inFlight += 1;
    let isOver = false;
    const finish = (isThere: boolean): void => {
      if (isOver) return;
      isOver = true;
      timeout.cancel();
      this.#inFlight -= 1;
      const roundTripMicroseconds = isThere ? Math.max(1, Math.round(microseconds() - started)) : 0;
      if ((isOnce || this.#isCurrent(watch)) && !this.#isClosed)
        contacts().judge(watch.contact, { status: isThere ? 'Reachable' : 'Unreachable', roundTripMicroseconds });
      this.#next();
    };
    const timeout = stack.wheel.after(aor.qualifyTimeout, () => finish(false));
    const isAnswer = (status: number): boolean => (aor.qualifies2xxOnly ? status >= 200 && status < 300 : true);
    this.#send(watch.contact, (status) => finish(status !== undefined && isAnswer(status))).catch((error: unknown) => {
      log.debug({ error, contact: watch.contact.uri }, 'contact could not be asked');
      finish(false);
    });
  }

  /** `done` gets the status of the final answer, or undefined when there was none. */
  async #send(contact: Contact, done: (status: number | undefined) => void): Promise<void> {
    const { directory, sender, stack, transports } = this.deps;
    const { maxForwards, userAgent, defaultFromUser } = directory.config.global;
    const [endpoint] = directory.endpointsOf(contact.aor);
    const to = parseUri(contact.uri, 'contact') as SipUri;
    const proxy = this.#aorOf(contact)?.outboundProxy ?? endpoint?.outboundProxy;
    const user = (endpoint?.fromUser ?? '') || to.user || defaultFromUser;
    const make = (from: SipUri) =>
      makeRequest({
        method: 'OPTIONS',
        uri: contact.uri,
        route: [...proxyRoute(proxy), ...contact.path],
        from,
        to,
        sequence: Math.floor(this.deps.random() * 65_535) + 1,
        maxForwards,
        userAgent,
      });
    const departure = { flow: contact.connection, transport: contact.transport ?? endpoint?.transport };
    const known = directFlow(contact, transports);
    const [way] = known === undefined ? await sender.ways(make(to), departure) : [async () => known];
    if (way === undefined) return done(undefined);
    const flow = await way();
    const request = make(ownAddress(flow, user));
    addContact(request, flow, { user });
    stack.send(
      request,
      {
        onResponse: ({ status }) => void (status >= 200 && done(status)),
        onTimeout: () => done(undefined),
        onTransportFailure: () => done(undefined),
      },
      flow,
    );
  }
}

/** A phone behind NAT is reached where its registration came from, from the socket that it came in at. */
function directFlow(contact: Contact, transports: Pick<TransportSet, 'udpFlow'>) {
  const { source, uri, registeredUri, transport, path, connection } = contact;
  if (connection !== undefined && !connection.isClosed && path.length === 0) return connection;
  const isRewritten = uri !== registeredUri;
  return isRewritten && source !== undefined && path.length === 0 ? transports.udpFlow(transport, source) : undefined;
}

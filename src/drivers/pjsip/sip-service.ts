import type { WebSocket } from 'ws';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';
import type { EndpointSnapshot } from '../../engine/endpoint';
import type { SignallingListener } from '../../engine/signalling';
import type { EngineEventHub } from '../../engine/engine-event';
import type { Adoption } from '../../engine/adoption';
import type { KeyValueStore } from '../../engine/key-value-store';
import type { HandOver, OutgoingMessage } from '../../engine/messaging';
import type { Clock } from '../../shared/time/clock';
import type { Destinations } from '../../shared/network/destinations';
import type { Logger } from '../../shared/logger';
import type { NetworkPlace } from '../../shared/network/network-place';
import { ServiceSlot } from '../../shared/module-use/service-slot';
import { soon } from '../../shared/scheduling/soon';
import { pooledRandomBytes as randomBytes } from '../../shared/pooled-random';
import { DialogLayer } from '../../sip/dialog/dialog-layer';
import { NotificationQueue } from '../../sip/subscription/notification-queue';
import { Subscriptions } from '../../sip/subscription/subscriptions';
import { SipStack } from '../../sip/stack/sip-stack';
import { SipTrace } from '../../sip/trace/sip-trace';
import type { Dns } from '../../sip/transport/dns';
import { systemDns } from '../../sip/transport/dns';
import type { Flow } from '../../sip/transport/flow';
import type { MakeSocket } from '../../sip/transport/udp-transport';
import type { Contact } from './registration/contact';
import { Contacts } from './registration/contacts';
import { ContactStore } from './registration/contact-store';
import { EndpointIdentifier } from './endpoint-identifier';
import { EndpointStates } from './endpoint-states';
import { HostAddresses } from './host-addresses';
import { optionsHandler } from './options-handler';
import type { LoadMeter } from './load-meter';
import { LoopLoadMeter } from './load-meter';
import { EndpointRequests } from './endpoint-requests';
import type { RegistrationConfig } from '../../config/pjsip/registration-options';
import type { RegistrationState } from './registration/outbound-registration';
import { OutboundRegistrations } from './registration/outbound-registrations';
import { OverloadControl } from './overload-control';
import { Qualifier } from './registration/qualifier';
import { Registrar } from './registration/registrar';
import { RequestAuthentication } from './request-authentication';
import { RequestIntake } from './request-intake';
import { SipDirectory } from './sip-directory';
import { SipFigures } from './sip-figures';
import { SipSender } from './sip-sender';
import type { EndpointSubscriber } from './subscriptions/endpoint-subscriber';
import type { TransportListener } from './transport-set';
import { externalMediaAddress, TransportSet } from './transport-set';
import { isIP } from '../../shared/network/ip-version';

/** How the rest of the server hears of endpoints and devices. */
export interface SipReports {
  readonly endpointChanged: (resource: string) => void;
  readonly deviceChanged: (device: string) => void;
}

export interface SipServiceDeps {
  readonly config: PjsipConfig;
  readonly events: EngineEventHub;
  readonly store: KeyValueStore;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
  /** Marks what other nodes of a cluster tell applications of. */
  readonly adoption?: Pick<Adoption, 'run'>;
  /** Seals nonces; the nodes of a cluster have the same. One of its own when absent. */
  readonly nonceSecret?: Buffer | undefined;
  /** An endpoint with its channels. */
  readonly snapshot: (resource: string) => EndpointSnapshot | undefined;
  /** Why no calls can be taken at present; undefined when they can. */
  readonly whyNotReady: () => string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dns?: Dns;
  readonly random?: () => number;
  readonly microseconds?: () => number;
  /** Makes UDP sockets; those of this machine when absent. */
  readonly makeSocket?: MakeSocket | undefined;
  /** How busy the server is; the event loop of this thread when absent. */
  readonly loadMeter?: LoadMeter;
  /** Told of every message of a call. */
  readonly listeners?: ReadonlySet<SignallingListener>;
}

/** Both ends of a websocket that has come in at the HTTP listener. */
export interface SipSocketInit {
  readonly remote: NetworkPlace;
  readonly local: NetworkPlace;
  readonly isSecure: boolean;
  /** Called when the far end has proved who it is. */
  readonly onTrusted?: () => void;
}

/** How long a stop waits for servers that we tell goodbye. */
const goodbyeMs = 2000;

/** SIP without calls: transports, who may send what, registrations in both directions. Calls plug in at `intake` and `dialogs`. */
export class SipService {
  readonly directory: SipDirectory;
  readonly stack: SipStack;
  readonly dialogs: DialogLayer;
  readonly intake: RequestIntake;
  readonly contacts: Contacts;
  readonly states: EndpointStates;
  readonly transports: TransportSet;
  readonly sender: SipSender;
  readonly registrations: OutboundRegistrations;
  readonly trace: SipTrace;
  readonly figures = new SipFigures();
  readonly overload: OverloadControl;
  readonly requests: EndpointRequests;
  readonly subscriptions: Subscriptions<EndpointSubscriber>;
  /** Notifications in their turn. */
  readonly notifications = new NotificationQueue(soon);
  /** Types of contents of notifications that a module can write. */
  readonly contentTypes = new Set<string>();
  /** Told of contacts that are new. */
  readonly contactListeners = new Set<(contact: Contact) => void>();
  /** Where texts outside of calls go out. */
  readonly outbox = new ServiceSlot<(message: OutgoingMessage) => HandOver>(() => ({
    outcome: 'refused',
    reason: 'the module res_pjsip_messaging is not loaded',
  }));
  readonly #qualifier: Qualifier;
  readonly #store: ContactStore;
  readonly #quietly = (action: () => void): void =>
    this.deps.adoption === undefined ? action() : this.deps.adoption.run(action);
  readonly #hosts: HostAddresses;
  /** Websockets whose far ends have not proved who they are, and who wants to know when they have. */
  readonly #untrusted = new WeakMap<Flow, () => void>();
  #reports: SipReports | undefined;
  #lastTransports: Promise<unknown> = Promise.resolve();
  #cancelSweep: (() => void) | undefined;
  #isStopped = false;

  constructor(private readonly deps: SipServiceDeps) {
    const { config, clock, log, dns = systemDns, random = Math.random } = deps;
    const { now } = clock;
    const directory = (this.directory = new SipDirectory(config));
    this.#hosts = new HostAddresses({ dns, clock, log });
    const identifier = new EndpointIdentifier({ directory, hosts: this.#hosts, ...this.#lines });
    const authentication = new RequestAuthentication({ ...deps, directory, randomBytes });
    this.intake = new RequestIntake({
      directory,
      identifier,
      authentication,
      whyNotReady: deps.whyNotReady,
      onTrusted: (flow) => this.#trust(flow),
    });
    this.dialogs = new DialogLayer({ onRequest: this.intake.onRequest });
    const overload = (this.overload = this.#makeOverload(random));
    this.trace = new SipTrace(now, { listeners: deps.listeners, isSparing: overload.isClosing });
    this.stack = this.#makeStack(dns);
    const { stack } = this;
    const transports = (this.transports = new TransportSet({ stack, log }));
    const sender = (this.sender = new SipSender({ stack, transports }));
    this.states = new EndpointStates({
      ...deps,
      directory,
      now,
      contacts: () => this.contacts,
      endpointChanged: (resource) => this.#reports?.endpointChanged(resource),
      deviceChanged: (device) => this.#reports?.deviceChanged(device),
    });
    this.#store = new ContactStore(deps);
    this.contacts = this.#makeContacts();
    const microseconds = deps.microseconds ?? (() => performance.now() * 1000);
    this.#qualifier = new Qualifier({
      directory,
      stack,
      sender,
      transports,
      random,
      microseconds,
      log,
      contacts: () => this.contacts,
    });
    this.requests = new EndpointRequests({ directory, sender, stack, random, randomBytes });
    const { dialogs, notifications: queue } = this;
    this.subscriptions = new Subscriptions({ dialogs, wheel: stack.wheel, now, queue });
    const onChanged = this.#reportRegistration.bind(this);
    this.registrations = new OutboundRegistrations({ directory, stack, sender, random, randomBytes, log, onChanged });
    this.#handleMethods();
  }

  #makeContacts(): Contacts {
    return new Contacts({
      directory: this.directory,
      now: this.deps.clock.now,
      store: this.#store,
      around: (aor, change) => this.states.around(aor, change),
      quietly: this.#quietly,
      onAdded: (contact, isNew) => {
        this.#qualifier.watch(contact, isNew);
        if (isNew) for (const listener of this.contactListeners) listener(contact);
        this.#reviewSweep();
      },
      onRemoved: (contact) => {
        this.#qualifier.unwatch(contact);
        this.#reviewSweep();
      },
    });
  }

  #reportRegistration({ clientUri, serverUri }: RegistrationConfig, state: RegistrationState): void {
    const { events, clock } = this.deps;
    const status = state === 'Stopped' ? 'Unregistered' : state;
    const facts = { technology: 'PJSIP', username: clientUri, domain: serverUri, status } as const;
    events.emit({ type: 'registration-changed', at: clock.now(), ...facts });
  }

  /** Opens the sockets. Throws, and leaves nothing open, when one of them cannot be. */
  async start(reports: SipReports): Promise<void> {
    this.#reports = reports;
    const { config } = this.directory;
    try {
      await this.transports.replace(config.transports);
    } catch (error) {
      this.stack.close();
      throw error;
    }
    this.#qualifier.restoring(() => {
      this.contacts.reconfigure();
      this.contacts.restore(this.#store.load());
    });
    void this.#watchHosts();
    this.registrations.replace(config.registrations);
  }

  /** Puts another configuration in force. Registrations and connections stay. */
  async reconfigure(config: PjsipConfig): Promise<void> {
    if (this.#isStopped) return;
    const compare = this.states.remember();
    this.directory.replace(config);
    this.contacts.reconfigure();
    compare();
    this.#qualifier.reconfigure(this.contacts.all());
    void this.#watchHosts();
    await this.#putTransports(config);
  }

  /** One configuration after the other: opening a socket takes time. Throws when one cannot be opened. */
  #putTransports(config: PjsipConfig): Promise<void> {
    const turn = this.#lastTransports.then(async () => {
      if (this.#isStopped) return;
      await this.transports.replace(config.transports);
      this.registrations.replace(config.registrations);
    });
    this.#lastTransports = turn.catch(() => undefined);
    return turn;
  }

  /** A websocket that has agreed on the subprotocol `sip`. False when no transport is configured for it. */
  addWebSocket(socket: WebSocket, init: SipSocketInit): boolean {
    const transport = this.transports.socketTransport(init.isSecure);
    if (transport === undefined || this.#isStopped) return false;
    const { remote, isSecure, local: sentBy, onTrusted } = init;
    const flow = this.stack.addWebSocket(socket, { remote, isSecure, sentBy, listener: transport.id });
    if (onTrusted !== undefined) this.#untrusted.set(flow, onTrusted);
    return true;
  }

  /** The address of ours that the peer of a flow is to send audio to; undefined where it is that of this machine. */
  mediaAddress({ listener, remote }: Pick<Flow, 'listener' | 'remote'>): string | undefined {
    const given = externalMediaAddress(this.transports.config(listener), remote.host);
    return given === undefined || !isName(given) ? given : (this.#hosts.addressOf(given, remote.host) ?? given);
  }

  /** Asks all contacts of an endpoint whether they are there; false when there is no such endpoint. */
  qualify(endpoint: string): boolean {
    const found = this.directory.endpoint(endpoint);
    const contacts = found?.aors.flatMap((aor) => this.contacts.of(aor)) ?? [];
    for (const contact of contacts) this.#qualifier.askNow(contact);
    return found !== undefined;
  }

  /** Contacts that are being asked whether they are there. */
  get checksInFlight(): number {
    return this.#qualifier.inFlight;
  }

  get listeners(): readonly TransportListener[] {
    return this.transports.listeners;
  }

  /** Tells servers that we are gone, then closes everything. Idempotent. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancelSweep?.();
    this.overload.close();
    this.notifications.clear();
    this.#qualifier.close();
    this.#hosts.close();
    let cancel = (): void => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancel = this.deps.clock.after(goodbyeMs, resolve);
    });
    await Promise.race([this.registrations.stop(), timeout]);
    cancel();
    this.stack.close();
    this.#store.flush();
  }

  #makeStack(dns: Dns): SipStack {
    const { clock, log, makeSocket } = this.deps;
    const { system, global } = this.directory.config;
    return new SipStack({
      clock,
      log,
      dns,
      makeSocket,
      forcesRport: this.intake.forcesRport,
      switchToTcp: !system.staysOnUdp,
      user: {
        onRequest: (transaction, source) => this.dialogs.onRequest(transaction, source),
        onAck: (ack) => this.dialogs.onAck(ack),
        onFlowClosed: (flow) => this.#connectionClosed(flow),
      },
      timers: { t1: system.timerT1, timeoutMs: system.timerB },
      overload: this.overload,
      observer: {
        onReceived: (message, source) => this.trace.received(message, source),
        onSent: (message, sending) => {
          this.figures.sent(sending.isRepeated);
          this.trace.sent(message, sending);
        },
        onRepeated: () => this.figures.receivedAgain(),
        onFinal: (direction, method, status) => this.figures.answered(direction, method, status),
      },
      ...(global.keepAliveInterval === 0 ? {} : { keepAliveMs: global.keepAliveInterval }),
    });
  }

  get #lines(): Pick<ConstructorParameters<typeof EndpointIdentifier>[0], 'endpointOfLine'> {
    return { endpointOfLine: (line) => this.registrations.endpointOf(line) };
  }

  #makeOverload(random: () => number): OverloadControl {
    const { clock, log, loadMeter: meter = new LoopLoadMeter(clock) } = this.deps;
    return new OverloadControl({
      meter,
      clock,
      random,
      waiting: () => this.stack.waiting,
      settings: () => {
        const { refusesInOverload, maxLoopDelay, maxUtilization } = this.directory.config.global;
        const isOff = refusesInOverload === 'none';
        return { maxDelayMs: isOff ? 0 : maxLoopDelay, maxUtilization: isOff ? 0 : maxUtilization };
      },
      onChanged: (isOverloaded, { utilization, delayMs }) => {
        const facts = { utilization: Math.round(utilization * 100), delayMs };
        if (isOverloaded) log.warn(facts, 'overload: new SIP requests are refused with 503');
        else log.info(facts, 'overload has ended: all SIP requests are taken');
      },
    });
  }

  #handleMethods(): void {
    const { directory, contacts, intake } = this;
    const { destinations, clock, log, whyNotReady } = this.deps;
    const registrar = new Registrar({ directory, contacts, destinations, now: clock.now, log });
    intake.handle('REGISTER', registrar.onRegister);
    intake.handleOpenly('OPTIONS', optionsHandler({ allowed: () => intake.allowed, whyNotReady }));
  }

  #trust(flow: Flow): void {
    this.#untrusted.get(flow)?.();
    this.#untrusted.delete(flow);
  }

  #connectionClosed(flow: Flow): void {
    if (this.#isStopped) return;
    this.contacts.connectionClosed(flow);
    this.registrations.connectionClosed(flow);
  }

  /** Expired contacts are looked for while there are any that may expire. */
  #reviewSweep(): void {
    if (this.contacts.registered === 0 || this.#isStopped) {
      this.#cancelSweep?.();
      this.#cancelSweep = undefined;
      return;
    }
    this.#cancelSweep ??= this.deps.clock.after(this.directory.config.global.contactCheckInterval, () => {
      this.#cancelSweep = undefined;
      this.contacts.sweep();
      this.#reviewSweep();
    });
  }

  async #watchHosts(): Promise<void> {
    const { identifies, transports } = this.directory.config;
    const peers = identifies.flatMap(({ matches, looksUpServices }) =>
      matches.flatMap((match) => ('name' in match ? [{ name: match.name, looksUpServices }] : [])),
    );
    const own = transports.map(({ externalMediaAddress }) => externalMediaAddress).filter((name) => isName(name));
    await this.#hosts.watch([...peers, ...own.map((name) => ({ name, looksUpServices: false }))]);
  }
}

function isName(text: string): boolean {
  return text !== '' && isIP(text) === 0;
}

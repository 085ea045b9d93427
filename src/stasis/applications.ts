import type { ChannelSnapshot } from '../engine/calls/channel/channel-snapshot';
import type { Clock } from '../shared/time/clock';
import { Application } from './application';
import { applicationEvents } from './application-events';
import type { EventSink, EventView } from './event-sink';
import { GoneDevices } from './gone-devices';
import type { JournalLimits } from './journal';
import { freshNumber, Journal } from './journal';
import type { EventFacts, EventType, EventSerializer, Payload, SerializedEvent } from './serialized-event';
import { addressed } from './serialized-event';
import type { SocketGroupDeps } from './sharing/socket-group';
import { SocketGroup } from './sharing/socket-group';
import type { Subject, SubjectKind } from './subject';
import { subject, subjectKinds, wholeKinds } from './subject';
import { TurnoverMap } from '../shared/collections/turnover-map';

export interface ApplicationsOptions {
  readonly clock: Clock;
  readonly notices: EventSerializer;
  readonly journal: JournalLimits;
  /** Told of every event that is sent to one application only, with its text up to its end. */
  readonly onSent?: ((application: string, at: number, head: string) => void) | undefined;
  /** Told when an application is subscribed to something, and before it hears that a call has left it. */
  readonly onFollowed?: ((kind: SubjectKind, id: string) => void) | undefined;
  /** Told when a socket of this server takes an application, and when the application has none left. */
  readonly onHeld?: ((application: string, registration: Registration) => void) | undefined;
  readonly onReleased?: ((application: string) => void) | undefined;
  /** Told when one of several sockets of an application is gone. */
  readonly onSocketLost?: ((application: string, socket: string) => void) | undefined;
  /**
   * Where there are several nodes: whether the events that an application has missed come from there, when it is
   * registered, and whether all of them do. Undefined when they are in the journal of this server.
   */
  readonly replayOf?: ((application: string) => { readonly isIncomplete: boolean } | undefined) | undefined;
  /** The calls that sockets share; without it, sockets that share an application have none at first. */
  readonly calls?: SharedCallsPort | undefined;
}

export interface SharedCallsPort {
  /** Ids of the channels that are in an application. */
  readonly channelsIn: (application: string) => readonly string[];
  /** A channel as it is now, and the bridge that it is in. Undefined when it is gone. */
  readonly stateOf: (
    channelId: string,
  ) => { readonly channel: ChannelSnapshot; readonly bridge: string | undefined } | undefined;
}

export interface UserLimits {
  /** The applications that the user is limited to; undefined when it is not. */
  readonly applications: readonly string[] | undefined;
  /** Whether the user may see the keys to the media of a call. */
  readonly seesKeys: boolean;
}

export interface Registration {
  readonly sink: EventSink;
  readonly subscribeAll: boolean;
  /** The view of the socket's user; undefined for all events. */
  readonly view?: EventView | undefined;
  /** Takes out of a message what this user may not read. */
  readonly redact?: ((head: string) => string) | undefined;
  /** The limits of the socket's user, in plain words for other servers. */
  readonly limits?: UserLimits | undefined;
  /** Asks for numbered events and a journal; `seen` is the last number the application got before. */
  readonly resume?: { readonly seen: number | undefined };
  /** Shares the application with other sockets, among which it has this id. */
  readonly shared?: { readonly socket: string } | undefined;
}

/** An event about an application itself. */
export interface OwnEvent<Type extends EventType> {
  readonly type: Type;
  readonly payload: Payload<Type>;
}

/** Milliseconds that the clocks of two nodes may differ. */
const maxClockDifference = 24 * 60 * 60_000;

/**
 * All applications, and the way from a fact to those who want to hear it. An application exists while a socket holds
 * it or a subscription keeps it; an index from subject to applications makes fan-out independent of how many there are.
 */
export class Applications {
  readonly #byName = new Map<string, Application>();
  readonly #bySubject = new TurnoverMap<Subject, Set<Application>>();
  /** The answer given last, until a subscription changes: several events in a row are about the same channel. */
  #latest: { readonly subjects: readonly Subject[]; readonly audience: Iterable<Application> | undefined } | undefined;
  #endpoints = 0;
  /** Device subscriptions of applications that do not exist any more. */
  readonly gone = new GoneDevices();
  readonly #forgetting = new Map<Application, () => void>();
  /** Applications with sockets that share them. */
  readonly #shared = new Set<Application>();
  /** The highest number of dropped journals: the clock may stand still, or be set back. */
  #lastNumber = 0;

  constructor(private readonly options: ApplicationsOptions) {}

  get size(): number {
    return this.#byName.size;
  }

  /** Objects and kinds of objects that at least one application is subscribed to. */
  get subscribedSubjects(): number {
    return this.#bySubject.size;
  }

  /** The same for endpoints alone: only their subscribers receive changes of an endpoint. */
  get subscribedEndpoints(): number {
    return this.#endpoints;
  }

  get(name: string): Application | undefined {
    return this.#byName.get(name);
  }

  list(): Application[] {
    return [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The application of that name, created if needed: calls may be subscribed to before a client connects. */
  obtain(name: string): Application {
    return this.#byName.get(name) ?? this.#create(name);
  }

  /**
   * Gives the application to a socket. The previous socket is notified and receives no further events, unless both share
   * the application.
   */
  register(name: string, registration: Registration): Application {
    const application = this.obtain(name);
    this.#keepAlive(application);
    if (!application.isConnected && registration.subscribeAll)
      for (const kind of subjectKinds) this.subscribe(application, kind, '');
    if (registration.shared === undefined) this.#hold(application, registration);
    else this.#share(application, registration, registration.shared.socket);
    if (registration.sink.relay === undefined) this.options.onHeld?.(name, registration);
    return application;
  }

  #hold(application: Application, registration: Registration): void {
    this.#reportReplacement(application);
    this.#shared.delete(application);
    application.attach(registration.sink);
    application.view = registration.view;
    application.redact = registration.redact;
    if (registration.resume === undefined) this.#endJournal(application);
    else this.#resume(application, registration.resume.seen);
  }

  #share(application: Application, { sink, view, redact }: Registration, id: string): void {
    const group = application.group ?? new SocketGroup({ application, ...this.#callsOf() });
    const isNew = application.group === undefined;
    if (isNew) this.#reportReplacement(application);
    const replaced = group.add({ id, sink, view, redact });
    if (replaced !== undefined) this.#tellReplaced(application, replaced.sink);
    if (!isNew) return;
    this.#endJournal(application);
    application.share(group);
    this.#shared.add(application);
    group.adopt(this.options.calls?.channelsIn(application.name) ?? []);
  }

  /** The socket has let go of the application. Does nothing if another socket holds it by now. */
  unregister(name: string, sink: EventSink): void {
    const application = this.#byName.get(name);
    if (application === undefined || !this.#isLastSocket(application, sink)) return;
    this.#shared.delete(application);
    application.detach();
    if (application.journal === undefined) this.#abandon(application);
    else
      this.#forgetting.set(
        application,
        this.options.clock.after(this.options.journal.age, () => this.#abandon(application)),
      );
  }

  /** Whether the application has no socket without this one. */
  #isLastSocket(application: Application, sink: EventSink): boolean {
    const { group } = application;
    if (group === undefined) return application.sink === sink;
    const lost = group.remove(sink);
    if (lost !== undefined && sink.relay === undefined) this.options.onSocketLost?.(application.name, lost.id);
    return lost !== undefined && group.size === 0;
  }

  subscribe(application: Application, kind: SubjectKind, id: string): void {
    if (application.subscriptions.add(kind, id)) this.#list(application, kind, id);
  }

  /** The same because of a call of its own: that stays when all other subscriptions are removed. */
  subscribeToOwn(application: Application, kind: SubjectKind, id: string): void {
    if (application.subscriptions.add(kind, id, 'of-its-call')) this.#list(application, kind, id);
    else this.options.onFollowed?.(kind, id);
  }

  /** A channel leaves its application, which is told next. */
  channelLeaves(id: string): void {
    this.options.onFollowed?.('channel', id);
  }

  #list(application: Application, kind: SubjectKind, id: string): void {
    const key = subject(kind, id);
    const listeners = this.#bySubject.get(key);
    if (listeners !== undefined) listeners.add(application);
    else {
      this.#bySubject.set(key, new Set([application]));
      if (isEndpoint(key)) this.#endpoints += 1;
    }
    this.#latest = undefined;
    this.options.onFollowed?.(kind, id);
  }

  /** One subscription less; the last one of an application without a socket ends it. */
  unsubscribe(application: Application, kind: SubjectKind, id: string): void {
    const key = subject(kind, id);
    if (application.subscriptions.release(key)) {
      application.granted.delete(key);
      this.#unlist(application, key);
    }
    this.#endIfUnwanted(application);
  }

  /** The object no longer exists: removes all subscriptions to it. */
  forget(kind: SubjectKind, id: string): void {
    const key = subject(kind, id);
    const listeners = [...(this.#bySubject.get(key) ?? [])];
    this.#drop(key);
    this.#latest = undefined;
    for (const { group } of this.#shared) group?.forget(key);
    for (const application of listeners) {
      application.subscriptions.drop(key);
      application.granted.delete(key);
      this.#endIfUnwanted(application);
    }
  }

  /**
   * The applications subscribed to one of the subjects: once each, however many match. Undefined when there are none.
   */
  audienceOf(subjects: readonly Subject[]): Iterable<Application> | undefined {
    if (this.#latest?.subjects !== subjects) this.#latest = { subjects, audience: this.#gather(subjects) };
    return this.#latest.audience;
  }

  #gather(subjects: readonly Subject[]): Iterable<Application> | undefined {
    let audience: Set<Application> | undefined;
    let isCopy = false;
    for (const key of subjects) {
      const listeners = this.#bySubject.get(key);
      if (listeners === undefined) continue;
      if (audience !== undefined && !isCopy) audience = new Set(audience);
      isCopy = audience !== undefined;
      if (audience === undefined) audience = listeners;
      else for (const application of listeners) audience.add(application);
    }
    return audience;
  }

  /** To one application, whether or not it is subscribed to anything. */
  send<Type extends EventType>(application: Application, type: Type, payload: Payload<Type>): void {
    this.#send(application, { type, payload });
  }

  /** The same about a channel: of sockets that share the application, the one that has the call gets it. */
  sendAbout<Type extends EventType>(application: Application, channelId: string, event: OwnEvent<Type>): void {
    const { type, payload } = event;
    if (application.group === undefined) this.#send(application, event);
    else this.#send(application, { type, payload, subjects: [subject('channel', channelId)] });
  }

  #send<Type extends EventType>(
    application: Application,
    { type, payload, subjects }: OwnEvent<Type> & Pick<EventFacts<Type>, 'subjects'>,
  ): void {
    const at = this.options.clock.now();
    const notice = this.options.notices.make({ type, at, payload, subjects });
    application.deliver(notice);
    this.options.onSent?.(application.name, at, notice.head);
  }

  #callsOf(): Pick<SocketGroupDeps, 'handover' | 'bridgeOf'> {
    const { calls, notices, clock } = this.options;
    return {
      bridgeOf: (id) => calls?.stateOf(id)?.bridge,
      handover: (id): SerializedEvent | undefined => {
        const state = calls?.stateOf(id);
        if (state === undefined) return undefined;
        this.options.onFollowed?.('channel', id);
        const payload = applicationEvents.CallHandedOver(state.channel, state.bridge);
        return notices.make({ type: 'CallHandedOver', at: clock.now(), payload });
      },
    };
  }

  #create(name: string): Application {
    const application = new Application(name);
    this.#byName.set(name, application);
    for (const device of this.gone.take(name)) this.subscribe(application, 'deviceState', device);
    return application;
  }

  #beginJournal(): Journal {
    const { journal, clock } = this.options;
    return new Journal(journal, clock.now, Math.max(freshNumber(clock.now()), this.#lastNumber + 1));
  }

  #endJournal(application: Application): void {
    this.#lastNumber = Math.max(this.#lastNumber, application.journal?.last ?? 0);
    application.journal = undefined;
  }

  #resume(application: Application, seen: number | undefined): void {
    const replay = this.options.replayOf?.(application.name);
    if (replay !== undefined) return this.#resumeFromElsewhere(application, replay, seen ?? 0);
    const journal = (application.journal ??= this.#beginJournal());
    if (seen === undefined) return;
    const { texts, gap } = journal.after(seen);
    if (gap !== undefined) this.#reportGap(application, gap);
    for (const text of texts) application.sink?.send(text);
  }

  /** The numbering begins anew, above what the application has seen on another node. */
  #resumeFromElsewhere(
    application: Application,
    { isIncomplete }: { readonly isIncomplete: boolean },
    seen: number,
  ): void {
    const isPlausible = seen < freshNumber(this.options.clock.now() + maxClockDifference);
    if (isPlausible) this.#lastNumber = Math.max(this.#lastNumber, seen);
    this.#endJournal(application);
    const journal = (application.journal = this.#beginJournal());
    if (isIncomplete) this.#reportGap(application, { first: Math.min(seen + 1, journal.last), last: journal.last });
  }

  /** Sent outside the numbering, so that the numbers the reader counts stay without holes of their own. */
  #reportGap(application: Application, gap: { readonly first: number; readonly last: number }): void {
    const notice = this.options.notices.make({
      type: 'EventsMissed',
      at: this.options.clock.now(),
      payload: applicationEvents.EventsMissed(gap),
    });
    application.sink?.send(addressed(notice, application.nameJson));
  }

  /** Concerns the socket, not the application: kept, it would tell the next socket that it has been replaced. */
  #reportReplacement(application: Application): void {
    const { sink, group } = application;
    if (group !== undefined) for (const socket of group.sockets) this.#tellReplaced(application, socket.sink);
    else if (sink !== undefined) this.#tellReplaced(application, sink);
  }

  #tellReplaced(application: Application, sink: EventSink): void {
    // A socket on another node is told by that node.
    if (sink.relay !== undefined || !application.passes('ApplicationReplaced')) return;
    const notice = this.options.notices.make({
      type: 'ApplicationReplaced',
      at: this.options.clock.now(),
      payload: applicationEvents.ApplicationReplaced(),
    });
    sink.send(addressed(notice, application.nameJson));
  }

  /** The application has no listener: whole-kind subscriptions end, and with the last single one the application. */
  #abandon(application: Application): void {
    this.#keepAlive(application);
    this.#endJournal(application);
    this.options.onReleased?.(application.name);
    for (const kind of subjectKinds) {
      const key = wholeKinds[kind];
      if (application.subscriptions.has(kind, '') && application.subscriptions.release(key))
        this.#unlist(application, key);
    }
    this.#endIfUnwanted(application);
  }

  #endIfUnwanted(application: Application): void {
    if (application.isConnected || application.journal !== undefined) return;
    const keys = application.subscriptions.keys();
    if (keys.some((key) => !key.startsWith('deviceState:'))) return;
    this.gone.remember(application.name, application.subscriptions.idsOf('deviceState'));
    for (const key of keys) this.#unlist(application, key);
    if (this.#byName.get(application.name) === application) this.#byName.delete(application.name);
  }

  #unlist(application: Application, key: Subject): void {
    const listeners = this.#bySubject.get(key);
    listeners?.delete(application);
    if (listeners?.size === 0) this.#drop(key);
    this.#latest = undefined;
  }

  #drop(key: Subject): void {
    if (this.#bySubject.delete(key) && isEndpoint(key)) this.#endpoints -= 1;
  }

  #keepAlive(application: Application): void {
    this.#forgetting.get(application)?.();
    this.#forgetting.delete(application);
  }
}

function isEndpoint(subject: Subject): boolean {
  return subject.startsWith(wholeKinds.endpoint);
}

import type { EngineEvent } from '../../engine/engine-event';
import type { EventSink, EventView } from '../event-sink';
import type { EventType, SerializedEvent } from '../serialized-event';
import { addressed, redacted } from '../serialized-event';
import type { Subject } from '../subject';
import { subject } from '../subject';
import { SharedCalls } from './shared-calls';
import type { SharedSocket } from './shared-socket';
import { Sharer } from './shared-socket';

/** The application as its sockets see it. */
export interface SharedApplication {
  /** Its name as a JSON string. */
  readonly nameJson: string;
  /** Whether its filter lets events of this type through. */
  readonly passes: (type: EventType) => boolean;
  /** Subscriptions made by a user with more rights. */
  readonly granted: ReadonlySet<Subject>;
}

export interface SocketGroupDeps {
  readonly application: SharedApplication;
  /** The event that tells a socket of a call that it has from now on; undefined when the channel is gone. */
  readonly handover: (channelId: string) => SerializedEvent | undefined;
  readonly bridgeOf: (channelId: string) => string | undefined;
}

/** Where a new channel belongs. */
export interface ChannelOrigin {
  /** The id of the socket that asked for it. */
  readonly socket?: string | undefined;
  /** A channel on whose behalf it was made. */
  readonly like?: string | undefined;
}

const channelPrefix = 'channel:';

/**
 * The sockets that share an application. A call goes to the socket with the fewest calls and stays with it, together
 * with its bridges and the channels that it makes. Events of a call go to its socket, events of none to every socket.
 */
export class SocketGroup implements EventSink, EventView {
  readonly #sharers = new Map<string, Sharer>();
  readonly #calls = new SharedCalls();
  #turn = 0;

  constructor(private readonly deps: SocketGroupDeps) {}

  get size(): number {
    return this.#sharers.size;
  }

  /** Objects that belong to a socket. */
  get objects(): number {
    return this.#calls.size;
  }

  get sockets(): readonly SharedSocket[] {
    return [...this.#sharers.values()].map(({ socket }) => socket);
  }

  /** The id of the socket that has a channel. */
  socketOf(channelId: string): string | undefined {
    return this.#calls.sharerOf(subject('channel', channelId))?.socket.id;
  }

  /** A socket with the id of another one takes its place, and is told of its calls. Returns the other one. */
  add(socket: SharedSocket): SharedSocket | undefined {
    const before = this.#sharers.get(socket.id);
    const sharer = new Sharer(socket);
    this.#sharers.set(socket.id, sharer);
    if (before === undefined) return undefined;
    for (const call of this.#calls.of(before)) {
      this.#calls.move(call, sharer);
      this.#announce(call.objects, sharer);
    }
    return before.socket;
  }

  /** The socket is lost: its calls go to others, which are told of them. Undefined when it has been replaced before. */
  remove(sink: EventSink): SharedSocket | undefined {
    const lost = [...this.#sharers.values()].find(({ socket }) => socket.sink === sink);
    if (lost === undefined) return undefined;
    this.#sharers.delete(lost.socket.id);
    for (const call of this.#calls.of(lost)) {
      const next = this.#next();
      if (next === undefined) break;
      this.#calls.move(call, next);
      this.#announce(call.objects, next);
    }
    return lost.socket;
  }

  /** Channels that were in the application before it was shared. */
  adopt(channelIds: readonly string[]): void {
    for (const id of channelIds) {
      const sharer = this.#enter(id);
      if (sharer !== undefined) this.#announce([subject('channel', id)], sharer);
    }
  }

  /** Channels that are made for the application, the first one as its call. */
  place(channelIds: readonly string[], { socket, like }: ChannelOrigin): void {
    const [first, ...others] = channelIds.map((id) => subject('channel', id));
    if (first === undefined) return;
    const asking = socket === undefined ? undefined : this.#sharers.get(socket);
    if (asking !== undefined) this.#calls.begin(first, asking);
    else if (like === undefined || !this.#calls.join(first, subject('channel', like))) this.#begin(first);
    this.#calls.count(first);
    for (const other of others) this.#calls.join(other, first);
  }

  /** A channel enters the application; `like` is a channel whose place it takes. */
  enter(channelId: string, like?: string): void {
    const channel = subject('channel', channelId);
    if (like !== undefined) this.#calls.join(channel, subject('channel', like));
    this.#enter(channelId);
  }

  /** A channel has left the application. It may still be heard of, on the same socket. */
  leave(channelId: string): void {
    this.#calls.uncount(subject('channel', channelId));
  }

  /** A channel of another node is in a bridge of this one. Its node says which socket has it, and counts it. */
  borrow(channelId: string, socketId: string | undefined): void {
    const sharer = socketId === undefined ? undefined : this.#sharers.get(socketId);
    const channel = subject('channel', channelId);
    if (sharer !== undefined && this.#calls.sharerOf(channel) !== sharer) this.#calls.begin(channel, sharer);
  }

  /** A channel of the application is put into a bridge. */
  bridged(channelId: string, bridgeId: string): void {
    this.#calls.join(subject('bridge', bridgeId), subject('channel', channelId));
  }

  /** The object does not exist any more. */
  forget(object: Subject): void {
    this.#calls.forget(object);
  }

  /** To every socket. */
  send(text: string): void {
    for (const { socket } of this.#sharers.values()) socket.sink.send(text);
  }

  /** To the sockets that have what the event is about, or to all. */
  readonly relay = (notice: SerializedEvent): void => {
    for (const sharer of this.#audience(notice.subjects)) this.#give(sharer.socket, notice);
  };

  /** To the socket of this id alone. False when there is none. */
  relayTo(id: string, notice: SerializedEvent): boolean {
    const sharer = this.#sharers.get(id);
    if (sharer !== undefined) this.#give(sharer.socket, notice);
    return sharer !== undefined;
  }

  /** The same for engine events, subject to the view of each socket's user. */
  tell<Event extends EngineEvent>(
    notice: SerializedEvent,
    event: Event,
    write?: (event: Event) => SerializedEvent,
  ): void {
    const isGranted = notice.subjects.some((object) => this.deps.application.granted.has(object));
    for (const { socket } of this.#audience(this.#objectsOf(event, notice.subjects))) {
      const { view } = socket;
      if (view === undefined || isGranted) this.#give(socket, notice);
      else if (view.isHeard(event)) {
        const shown = write === undefined ? event : view.shown(event);
        this.#give(socket, shown === event || write === undefined ? notice : write(shown));
      }
    }
  }

  /** Each socket decides by the view of its user: see `tell`. */
  isHeard(): boolean {
    return true;
  }

  shown<Event extends EngineEvent>(event: Event): Event {
    return event;
  }

  /** The objects whose sockets get an event. A channel that is called belongs to the call of its caller. */
  #objectsOf(event: EngineEvent, subjects: readonly Subject[]): readonly Subject[] {
    if (event.type === 'channel-entered-bridge' || event.type === 'channel-left-bridge')
      return [...subjects, subject('channel', event.channel.id)];
    if (event.type === 'dial' && event.caller !== undefined)
      this.#calls.join(subject('channel', event.peer.id), subject('channel', event.caller.id));
    return subjects;
  }

  #audience(objects: readonly Subject[]): Iterable<Sharer> {
    const sharers = new Set<Sharer>();
    for (const object of objects) {
      const sharer = this.#calls.sharerOf(object);
      if (sharer !== undefined) sharers.add(sharer);
    }
    return sharers.size === 0 ? this.#sharers.values() : sharers;
  }

  #give({ sink, redact }: SharedSocket, notice: SerializedEvent): void {
    if (sink.relay !== undefined) return sink.relay(notice);
    const { application } = this.deps;
    if (application.passes(notice.type)) sink.send(addressed(redacted(notice, redact), application.nameJson));
  }

  #enter(channelId: string): Sharer | undefined {
    const channel = subject('channel', channelId);
    const bridge = this.deps.bridgeOf(channelId);
    if (this.#calls.sharerOf(channel) === undefined) {
      // One that is in a bridge of a call already belongs to that call.
      if (bridge === undefined || !this.#calls.join(channel, subject('bridge', bridge))) this.#begin(channel);
    }
    if (bridge !== undefined) this.bridged(channelId, bridge);
    this.#calls.count(channel);
    return this.#calls.sharerOf(channel);
  }

  #begin(channel: Subject): void {
    const next = this.#next();
    if (next !== undefined) this.#calls.begin(channel, next);
  }

  #next(): Sharer | undefined {
    let next: Sharer | undefined;
    for (const sharer of this.#sharers.values()) if (next === undefined || isBefore(sharer, next)) next = sharer;
    if (next !== undefined) next.lastTurn = this.#turn += 1;
    return next;
  }

  #announce(objects: Iterable<Subject>, { socket }: Sharer): void {
    for (const object of objects) {
      const event = object.startsWith(channelPrefix)
        ? this.deps.handover(object.slice(channelPrefix.length))
        : undefined;
      if (event !== undefined) this.#give(socket, event);
    }
  }
}

function isBefore(one: Sharer, other: Sharer): boolean {
  return one.calls === other.calls ? one.lastTurn < other.lastTurn : one.calls < other.calls;
}

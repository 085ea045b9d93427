import type { Rights } from '../../policy/rights';
import { forwardedRights } from '../../policy/rights';
import type { Applications, Registration } from '../../stasis/applications';
import type { EventSink } from '../../stasis/event-sink';
import type { SerializedEvent } from '../../stasis/serialized-event';
import type { SharedSocketRecord, SocketRecord } from './application-record';

export interface RemoteSocketsDeps {
  readonly applications: Pick<Applications, 'get' | 'register' | 'unregister'>;
  /** Which events a user may receive. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view'>;
  /** Sends an event to the node of a socket; `socket` is the id of one that shares the application. */
  readonly send: (node: string, event: SerializedEvent, to: { application: string; socket?: string }) => void;
  /** Keeps an event of an application that can resume. The result is what is sent. */
  readonly keep: (application: string, event: SerializedEvent, epoch: string) => SerializedEvent;
}

interface Remote {
  readonly record: SharedSocketRecord;
  readonly sink: EventSink;
}

/** The sockets of other nodes, as applications of this node see them. */
export class RemoteSockets {
  readonly #alone = new Map<string, SocketRecord>();
  readonly #shared = new Map<string, ReadonlyMap<string, Remote>>();

  constructor(private readonly deps: RemoteSocketsDeps) {}

  /** Nodes that have a socket of the application. */
  nodesOf(application: string): readonly string[] {
    const alone = this.#alone.get(application);
    if (alone !== undefined) return [alone.node];
    return [...(this.#shared.get(application)?.values() ?? [])].map(({ record }) => record.node);
  }

  /** A socket of another node has the application alone. */
  attach(application: string, record: SocketRecord): void {
    this.forget(application);
    this.#alone.set(application, record);
    const sink = this.#sinkTo(application, record);
    this.deps.applications.register(application, { sink, subscribeAll: record.subscribeAll, view: this.#view(record) });
  }

  #sinkTo(application: string, { node, resume: epoch, awayUntil }: SocketRecord): EventSink {
    const { send, keep } = this.deps;
    const ignore = (): void => undefined;
    if (epoch === undefined) return { send: ignore, relay: (event) => send(node, event, { application }) };
    if (awayUntil !== undefined)
      return { send: ignore, isAway: true, relay: (event) => void keep(application, event, epoch) };
    return { send: ignore, relay: (event) => send(node, keep(application, event, epoch), { application }) };
  }

  /** The epoch of an application that can resume, while another node has its socket. */
  epochOf(application: string): string | undefined {
    return this.#alone.get(application)?.resume;
  }

  /** These are the sockets of other nodes that share the application. */
  share(application: string, records: readonly SharedSocketRecord[]): void {
    const before = this.#shared.get(application) ?? new Map<string, Remote>();
    const now = new Map<string, Remote>();
    this.#alone.delete(application);
    this.#shared.set(application, now);
    // New ones first: the calls of those that are gone need a place.
    for (const record of records) {
      const known = before.get(record.id);
      const isKnown = known?.record.connection === record.connection;
      now.set(record.id, isKnown ? known : { record, sink: this.#register(application, record) });
    }
    for (const [id, { sink }] of before)
      if (now.get(id)?.sink !== sink) this.deps.applications.unregister(application, sink);
    if (now.size === 0) this.#shared.delete(application);
  }

  /** No node has a socket of the application any more. */
  detach(application: string): void {
    this.share(application, []);
    const sink = this.deps.applications.get(application)?.sink;
    if (sink?.relay !== undefined && this.deps.applications.get(application)?.group === undefined)
      this.deps.applications.unregister(application, sink);
  }

  /** A socket of this node has the application from now on. */
  forget(application: string): void {
    this.#alone.delete(application);
    this.#shared.delete(application);
  }

  #register(application: string, record: SharedSocketRecord): EventSink {
    const { id, node, subscribeAll } = record;
    const sink: EventSink = {
      send: () => undefined,
      relay: (event) => this.deps.send(node, event, { application, socket: id }),
    };
    const view = this.#view(record);
    this.deps.applications.register(application, { sink, subscribeAll, view, shared: { socket: id } });
    return sink;
  }

  /** What this user may not read is taken out by the node with the socket. */
  #view({ applications, seesKeys }: SocketRecord): Registration['view'] {
    return this.deps.viewOf(forwardedRights({ applications, seesKeys })).view;
  }
}

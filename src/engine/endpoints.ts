import { TurnoverMap } from '../shared/collections/turnover-map';
import { TurnoverSet } from '../shared/collections/turnover-set';
import type { ChannelId } from '../shared/ids';
import type { EndpointFacts, EndpointName, EndpointSnapshot } from './endpoint';
import type { EngineEventHub } from './engine-event';

/** A channel technology that has endpoints. */
export interface EndpointSource {
  /** In its own spelling: `PJSIP`. */
  readonly technology: string;
  readonly list: () => readonly EndpointFacts[];
  readonly get: (resource: string) => EndpointFacts | undefined;
}

export interface EndpointRegistration {
  /** An endpoint of the technology has changed. */
  readonly changed: (resource: string) => void;
  /** Takes the endpoints of the technology out again. */
  readonly remove: () => void;
}

export interface EndpointsDeps {
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** A channel, as far as endpoints care. */
export interface EndpointChannel {
  readonly id: ChannelId;
  readonly endpoint: EndpointName;
}

/** The endpoints of all channel technologies that have registered theirs, and the channels of each of them. */
export class Endpoints {
  readonly #sources = new Map<string, EndpointSource>();
  /** By `<technology>/<resource>`. */
  readonly #channels = new TurnoverMap<string, TurnoverSet<ChannelId>>();

  constructor(private readonly deps: EndpointsDeps) {}

  register(source: EndpointSource): EndpointRegistration {
    const key = source.technology.toLowerCase();
    if (this.#sources.has(key))
      throw new Error(`the technology ${source.technology} has registered its endpoints already`);
    this.#sources.set(key, source);
    return {
      changed: (resource) => this.#report({ technology: source.technology, resource }),
      remove: () => {
        if (this.#sources.get(key) === source) this.#sources.delete(key);
      },
    };
  }

  /** Of all technologies, one technology after the other. */
  list(): readonly EndpointSnapshot[] {
    return [...this.#sources.values()].flatMap((source) => this.#all(source));
  }

  /** Technologies that have registered, in their own spelling. */
  technologies(): readonly string[] {
    return [...this.#sources.values()].map(({ technology }) => technology);
  }

  /** By the technology's exact spelling; empty when it is unknown. */
  listOf(technology: string): readonly EndpointSnapshot[] {
    const source = this.#exact(technology);
    return source === undefined ? [] : this.#all(source);
  }

  /** The technology in any case. */
  get(technology: string, resource: string): EndpointSnapshot | undefined {
    const source = this.#sources.get(technology.toLowerCase());
    const facts = source?.get(resource);
    return source === undefined || facts === undefined ? undefined : this.#snapshot(source, facts);
  }

  /** Whether events can come from there: `PJSIP/alice`. Exact, as events name it. */
  exists(id: string): boolean {
    const { technology, resource } = splitId(id);
    return resource !== undefined && this.#exact(technology)?.get(resource) !== undefined;
  }

  /** A channel is about to be announced: its endpoint is news before the channel is. */
  channelMade({ id, endpoint }: EndpointChannel): void {
    if (endpoint.resource === undefined) return;
    const key = keyOf(endpoint);
    const ids = this.#channels.get(key);
    if (ids !== undefined) ids.add(id);
    else this.#channels.set(key, new TurnoverSet<ChannelId>().add(id));
    this.#report(endpoint);
  }

  /** A channel has ended, and the event was delivered. */
  channelGone({ id, endpoint }: EndpointChannel): void {
    const key = keyOf(endpoint);
    const ids = this.#channels.get(key);
    if (ids?.delete(id) !== true) return;
    if (ids.size === 0) this.#channels.delete(key);
    this.#report(endpoint);
  }

  /** An endpoint that its technology no longer knows is not reported. */
  #report({ technology, resource }: EndpointName): void {
    // A snapshot lists all channels of the endpoint.
    if (!this.deps.events.hears('endpoint-changed')) return;
    const endpoint = resource === undefined ? undefined : this.get(technology, resource);
    if (endpoint !== undefined) this.deps.events.emit({ type: 'endpoint-changed', at: this.deps.now(), endpoint });
  }

  #all(source: EndpointSource): readonly EndpointSnapshot[] {
    return source.list().map((facts) => this.#snapshot(source, facts));
  }

  #snapshot({ technology }: EndpointSource, facts: EndpointFacts): EndpointSnapshot {
    const channelIds = this.#channels.get(keyOf({ technology, resource: facts.resource }))?.list() ?? [];
    return { technology, channelIds, ...facts };
  }

  #exact(technology: string): EndpointSource | undefined {
    const source = this.#sources.get(technology.toLowerCase());
    return source?.technology === technology ? source : undefined;
  }
}

/** At the first slash: a resource may contain slashes. */
export function splitId(id: string): EndpointName {
  const slash = id.indexOf('/');
  return slash === -1
    ? { technology: id, resource: undefined }
    : { technology: id.slice(0, slash), resource: id.slice(slash + 1) };
}

function keyOf({ technology, resource = '' }: EndpointName): string {
  return `${technology.toLowerCase()}/${resource}`;
}

import type { EndpointSnapshot } from './endpoint';
import type { EngineEventHub } from './engine-event';

/** A channel technology that has endpoints. */
export interface EndpointSource {
  /** In its own spelling: `PJSIP`. */
  readonly technology: string;
  readonly list: () => readonly EndpointSnapshot[];
  readonly get: (resource: string) => EndpointSnapshot | undefined;
}

export interface EndpointsDeps {
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** The endpoints of all channel technologies that have registered theirs. */
export class Endpoints {
  readonly #sources = new Map<string, EndpointSource>();

  constructor(private readonly deps: EndpointsDeps) {}

  /** The result takes the technology out again. */
  register(source: EndpointSource): () => void {
    const key = source.technology.toLowerCase();
    if (this.#sources.has(key))
      throw new Error(`the technology ${source.technology} has registered its endpoints already`);
    this.#sources.set(key, source);
    return () => {
      if (this.#sources.get(key) === source) this.#sources.delete(key);
    };
  }

  /** Of all technologies, one technology after the other. */
  list(): readonly EndpointSnapshot[] {
    return [...this.#sources.values()].flatMap((source) => source.list());
  }

  /** Technologies that have registered, in their own spelling. */
  technologies(): readonly string[] {
    return [...this.#sources.values()].map(({ technology }) => technology);
  }

  /** By the technology's exact spelling; empty when it is unknown. */
  listOf(technology: string): readonly EndpointSnapshot[] {
    return this.#exact(technology)?.list() ?? [];
  }

  /** The technology in any case. */
  get(technology: string, resource: string): EndpointSnapshot | undefined {
    return this.#sources.get(technology.toLowerCase())?.get(resource);
  }

  /** Whether events can come from there: `PJSIP/alice`, or `PJSIP` for all of them. Exact, as events name it. */
  exists(id: string): boolean {
    const [technology, resource] = splitId(id);
    const source = this.#exact(technology);
    return source !== undefined && (resource === undefined || source.get(resource) !== undefined);
  }

  /** For sources: an endpoint of theirs is no longer as it was. */
  changed(endpoint: EndpointSnapshot): void {
    this.deps.events.emit({ type: 'endpoint-changed', at: this.deps.now(), endpoint });
  }

  #exact(technology: string): EndpointSource | undefined {
    const source = this.#sources.get(technology.toLowerCase());
    return source?.technology === technology ? source : undefined;
  }
}

/** At the first slash: a resource may have slashes of its own. */
export function splitId(id: string): readonly [technology: string, resource: string | undefined] {
  const slash = id.indexOf('/');
  return slash === -1 ? [id, undefined] : [id.slice(0, slash), id.slice(slash + 1)];
}

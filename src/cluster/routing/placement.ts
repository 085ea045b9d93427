import type { ApiReply, ApiRequest, PlacedRequest, Placement, RequestOrder } from '../../api/dispatcher';
import type { OwnedKind } from '../../contract/route';
import { parseSubject } from '../../stasis/subject';
import type { Members } from '../members';
import type { ClaimedId, Claims } from './claims';
import type { Forwarder } from './forwarder';
import type { Locator, Place } from './locate';
import { mergeAnswers } from './merge-answers';
import { withValues } from './with-values';

export interface PlacementDeps {
  readonly members: Pick<Members, 'id' | 'live' | 'taking' | 'isDraining' | 'isCutOff'>;
  readonly forwarder: Pick<Forwarder, 'forward' | 'forwardInTime'>;
  readonly claims: Claims;
  readonly locator: Pick<Locator, 'locate'>;
  /** Lets channels of other nodes be found here while a request is carried out. */
  readonly remote: { readonly see: (node: string, idOrName: string) => Promise<SeenChannel> };
  readonly isUp: () => boolean;
  /** Resolves when the cluster has everything that was written. */
  readonly settled: () => Promise<void>;
  readonly refuse: (status: number, message: string) => ApiReply;
  /** Asks the whole cluster, as a client would. */
  readonly dispatch: (request: ApiRequest) => ApiReply | Promise<ApiReply>;
}

/** Ends that; undefined when there is no such channel, `silent` when its node does not answer. */
type SeenChannel = (() => void) | 'silent' | undefined;

interface NearBridge {
  /** The parameter. */
  readonly name: string;
  readonly bridge: string;
}

type Here = () => ApiReply | Promise<ApiReply>;

/** A request is passed on to the maker of an id, and by that one to the node that claimed it. */
const maxHops = 2;

/** Decides for every request which node carries it out, as the spec says. Handlers do not know of it. */
export class NodePlacement {
  constructor(private readonly deps: PlacementDeps) {}

  readonly carryOut: Placement = (placed, here) => {
    const { route, request } = placed;
    if (request.order?.behind !== undefined) return this.#behind(placed, here, request.order);
    const isPassedOn = (request.hops ?? 0) > 0;
    switch (route.owner) {
      case 'here':
        return here();
      case 'shared':
        return this.#onSharedState(route.method, here);
      case 'any':
        return this.#near(placed, here) ?? (isPassedOn ? this.#claiming(placed, here) : this.#anywhere(placed, here));
      case 'every':
        return isPassedOn ? here() : this.#everywhere(placed, here);
      default:
        return this.#atOwner({ ...placed, ...route.owner }, here);
    }
  };

  /** Follows the requests before it to their node, or waits until they are answered. */
  async #behind(placed: PlacedRequest, here: Here, order: RequestOrder): Promise<ApiReply> {
    const { route, params, request } = placed;
    const { node, answered } = order.behind ?? {};
    if (typeof route.owner === 'object' && route.owner.kind !== 'application' && route.owner.kind !== 'source') {
      const { kind, parameter } = route.owner;
      const place = await this.deps.locator.locate(kind, params[parameter] as string, false);
      if (place.at === 'node' && place.node === node) return this.#passOn(node, request);
    }
    await answered;
    order.behind = undefined;
    return this.carryOut(placed, here);
  }

  #passOn(node: string, request: ApiRequest): Promise<ApiReply> {
    const reply = this.deps.forwarder.forward(node, request);
    request.order?.onPassedOn(node);
    return reply;
  }

  async #onSharedState(method: string, here: Here): Promise<ApiReply> {
    if (method === 'GET') return here();
    const refused = 'this would change what all nodes share';
    if (!this.deps.isUp()) return this.#withoutOthers(refused);
    const reply = await here();
    try {
      await this.deps.settled();
      return reply;
    } catch {
      return this.#withoutOthers(refused);
    }
  }

  /** A node that drains leaves new calls to others. */
  #anywhere(placed: PlacedRequest, here: Here): ApiReply | Promise<ApiReply> {
    const { members, forwarder } = this.deps;
    const [other] = members.isDraining ? members.taking : [];
    if (other !== undefined) return forwarder.forward(other, placed.request);
    if (members.isCutOff) return this.#withoutOthers('this node takes no new calls until it has them again');
    return this.#claiming(placed, here);
  }

  /** The request at the node of the bridge that it names; undefined when it goes the usual way. */
  #near(placed: PlacedRequest, here: Here): Promise<ApiReply> | undefined {
    const { route, params, request } = placed;
    const { name = '' } = route.parameters.find(({ near }) => near === true) ?? {};
    const bridge = params[name];
    if (typeof bridge !== 'string' || bridge === '' || (request.hops ?? 0) >= maxHops) return undefined;
    return this.#nearBridge({ name, bridge }, placed, here);
  }

  async #nearBridge({ name, bridge }: NearBridge, placed: PlacedRequest, here: Here): Promise<ApiReply> {
    const { members, locator, forwarder, dispatch } = this.deps;
    const { request } = placed;
    const isPassedOn = (request.hops ?? 0) > 0;
    const place = await locator.locate('bridge', bridge, isPassedOn);
    if (place.at === 'unknown') return this.#withoutOthers(`the bridge '${bridge}' may be on another node`);
    if (place.at === 'node' && members.taking.includes(place.node)) return forwarder.forward(place.node, request);
    if (place.at !== 'node' && !members.isDraining)
      return isPassedOn ? this.#claiming(placed, here) : this.#anywhere(placed, here);
    // The node of the bridge takes no new calls: the channel can reach it from any other one.
    return dispatch({ ...withValues(request, name, []), idempotencyKey: undefined });
  }

  async #everywhere({ route, request }: PlacedRequest, here: Here): Promise<ApiReply> {
    const { members, forwarder } = this.deps;
    const { live } = members;
    const [own, ...others] = await Promise.all([here(), ...live.map((node) => forwarder.forwardInTime(node, request))]);
    const missingNodes = live.filter((_, index) => others[index] === undefined);
    const merged = mergeAnswers(
      own,
      others.filter((reply) => reply !== undefined),
      route.lists,
    );
    return missingNodes.length === 0 ? merged : { ...merged, missingNodes };
  }

  async #atOwner(
    placed: PlacedRequest & { readonly kind: OwnedKind; readonly parameter: string },
    here: Here,
  ): Promise<ApiReply> {
    const { kind, parameter, params, request } = placed;
    if (kind === 'source') return this.#atSources(placed, here);
    const hops = request.hops ?? 0;
    if (kind === 'application' && hops > 0) return here();
    if (hops >= maxHops) return this.#claiming(placed, here);
    const place = await this.deps.locator.locate(kind, params[parameter] as string, hops > 0);
    return kind === 'application' ? this.#onAllNodes(place, placed, here) : this.#at(place, placed, here);
  }

  /** What is set for an application holds on every node: all of them may get one of its sockets. */
  async #onAllNodes(place: Place, placed: PlacedRequest, here: Here): Promise<ApiReply> {
    if (!this.deps.isUp()) return place.at === 'here' ? here() : this.#withoutOthers('its socket is on another node');
    return (await this.#subscribeAt('', placed.request)) ?? this.#application(placed);
  }

  #at(place: Place, placed: PlacedRequest, here: Here): ApiReply | Promise<ApiReply> {
    switch (place.at) {
      case 'here':
        return this.#withChannels(placed, () => this.#claiming(placed, here));
      case 'node':
        return this.#passOn(place.node, placed.request);
      case 'search':
        return this.#search(placed, here);
      case 'unknown':
        return this.#withoutOthers('the object may be on another node');
    }
  }

  /** Channels that a parameter names may be on other nodes: those are asked for them first. */
  #withChannels(placed: PlacedRequest, here: Here): ApiReply | Promise<ApiReply> {
    const named = placed.route.parameters.filter(({ onAnyNode }) => onAnyNode === true);
    const ids = named.flatMap(({ name }) => (placed.params[name] ?? []) as string | readonly string[]);
    return ids.length === 0 ? here() : this.#seeing(ids, placed, here);
  }

  async #seeing(ids: readonly string[], { request }: PlacedRequest, here: Here): Promise<ApiReply> {
    const releases: (() => void)[] = [];
    try {
      for (const id of new Set(ids)) {
        const seen = await this.#see(id);
        // A user who is limited to applications does not learn that such a channel exists.
        if (seen === 'silent' && request.rights.applications === undefined)
          return this.#withoutOthers(`the channel '${id}' may be on another node`);
        if (typeof seen === 'function') releases.push(seen);
      }
      return await here();
    } finally {
      for (const release of releases) release();
    }
  }

  async #see(id: string): Promise<SeenChannel> {
    const { locator, members, remote } = this.deps;
    const place = await locator.locate('channel', id, false);
    if (place.at === 'unknown') return 'silent';
    const nodes = place.at === 'node' ? [place.node] : place.at === 'search' ? members.live : [];
    for (const node of nodes) {
      const seen = await remote.see(node, id);
      if (seen !== undefined) return seen;
    }
    return undefined;
  }

  /** Asks one node after another until one of them has the object. */
  async #search({ request }: PlacedRequest, here: Here): Promise<ApiReply> {
    const { members, forwarder } = this.deps;
    const own = await here();
    if (own.status !== 404) return own;
    for (const node of members.live) {
      const reply = await forwarder.forward(node, request);
      if (reply.status !== 404 && reply.status !== 503) return reply;
    }
    return own;
  }

  /**
   * Event sources: a subscription lives where its object does. Those that are not about one object of one node are for
   * every node.
   */
  async #atSources(placed: PlacedRequest & { readonly parameter: string }, here: Here): Promise<ApiReply> {
    const { route, params, parameter, request } = placed;
    if ((request.hops ?? 0) > 0) return here();
    const texts = (params[parameter] ?? []) as readonly string[];
    const groups = await this.#groups(texts);
    if (typeof groups === 'string') return this.#withoutOthers('an event source may be on another node');
    if (route.operation === 'events.userEvent') return this.#atFirst(groups, placed, here);
    for (const [node, sources] of groups) {
      const part = withValues(request, parameter, sources);
      const failed = await this.#subscribeAt(node, part);
      if (failed !== undefined) return failed;
    }
    return this.#application(placed);
  }

  /** By node; the empty name stands for all nodes. */
  async #groups(texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]> | 'unknown'> {
    const groups = new Map<string, string[]>();
    for (const text of texts) {
      const { kind, id = '' } = parseSubject(text) ?? {};
      const isObject = (kind === 'channel' || kind === 'bridge') && id !== '';
      const place = isObject ? await this.deps.locator.locate(kind, id, false) : undefined;
      if (place?.at === 'unknown') return 'unknown';
      const node = place === undefined ? '' : place.at === 'node' ? place.node : this.deps.members.id;
      groups.set(node, [...(groups.get(node) ?? []), text]);
    }
    return groups;
  }

  /** The reply of the first node that refuses. */
  async #subscribeAt(node: string, request: ApiRequest): Promise<ApiReply | undefined> {
    const { members, forwarder, dispatch } = this.deps;
    const own = (): ApiReply | Promise<ApiReply> => dispatch({ ...request, hops: maxHops });
    const replies =
      node === ''
        ? await Promise.all([own(), ...members.live.map((other) => forwarder.forward(other, request))])
        : [await (node === members.id ? own() : forwarder.forward(node, request))];
    // An application without a socket is only where it is subscribed to something.
    const isSomewhere = replies.some(({ status }) => status < 300);
    return replies.find(({ status }) => status >= 300 && !(status === 404 && isSomewhere));
  }

  #atFirst(groups: ReadonlyMap<string, unknown>, { request }: PlacedRequest, here: Here): ApiReply | Promise<ApiReply> {
    const { members, forwarder } = this.deps;
    const other = [...groups.keys()].find((node) => node !== '' && node !== members.id);
    return other === undefined ? here() : forwarder.forward(other, request);
  }

  /** The application as all nodes together know it. */
  #application({ params, request }: PlacedRequest): ApiReply | Promise<ApiReply> {
    const { rights, context } = request;
    const path = `/applications/${encodeURIComponent(params['applicationName'] as string)}`;
    return this.deps.dispatch({ method: 'GET', path, query: new URLSearchParams(), rights, context });
  }

  /** Ids that the client chose are taken for the whole cluster before anything is made. */
  #claiming(placed: PlacedRequest, here: Here): ApiReply | Promise<ApiReply> {
    const wanted = claimsIn(placed);
    return wanted.length === 0 ? here() : this.#claim(wanted, here);
  }

  async #claim(wanted: readonly ClaimedId[], here: Here): Promise<ApiReply> {
    const { claims, refuse } = this.deps;
    const outcomes = await Promise.all(wanted.map((claimed) => claims.claim(claimed)));
    const made = wanted.filter((_, index) => outcomes[index] === 'claimed');
    const release = (): void => made.forEach((claimed) => claims.release(claimed));
    for (const [index, { id }] of wanted.entries()) {
      const outcome = outcomes[index];
      if (outcome === 'own' || outcome === 'claimed') continue;
      release();
      if (outcome === 'unknown') return this.#withoutOthers('the id may be in use on another node');
      return refuse(409, `the id '${id}' is in use on another node`);
    }
    const reply = await here();
    if (reply.status >= 300) release();
    else for (const claimed of made) claims.releaseUnlessThere(claimed);
    return reply;
  }

  #withoutOthers(consequence: string): ApiReply {
    return this.deps.refuse(503, `the connection between the nodes is lost, and ${consequence}: try again shortly`);
  }
}

/** Each once: they are claimed at the same time. */
function claimsIn({ route, params }: PlacedRequest): readonly ClaimedId[] {
  const wanted: ClaimedId[] = [];
  for (const { name, claims: kind } of route.parameters) {
    const id = params[name];
    if (kind === undefined || typeof id !== 'string' || id === '') continue;
    if (!wanted.some((other) => other.kind === kind && other.id === id)) wanted.push({ kind, id });
  }
  return wanted;
}

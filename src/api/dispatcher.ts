import { describeFailure, explainFailure } from '../contract/describe-failure';
import type { RequestContext } from '../contract/handler';
import { NotServedError } from '../contract/not-served';
import { UnavailableError } from '../contract/unavailable';
import type { JsonValue } from '../contract/json';
import { readParameters } from '../contract/read-parameters';
import type { Answer, BoundHandler, Method, Route } from '../contract/route';
import { shortageIn } from '../shared/file-errors';
import type { FailureBody } from './failure';
import { codeFor } from './failure';
import { isHarmless, revealing, withoutKeys } from '../policy/capabilities';
import type { LimitedCall, Limits } from '../policy/limits';
import type { Rights } from '../policy/rights';
import type { RouteEntry } from './router';
import type { Match } from './router';
import { pathValues, Router } from './router';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

/** A request as every door hands it in: already authenticated, its body already parsed. */
export interface ApiRequest {
  readonly method: string;
  /** Below the root of the interface, still percent-encoded: `/channels/1234`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form?: URLSearchParams | undefined;
  readonly json?: JsonValue | undefined;
  /** By which a repeated command is recognised. */
  readonly idempotencyKey?: string | undefined;
  readonly rights: Rights;
  readonly context: RequestContext;
  /** How many nodes of a cluster have passed it on; undefined where it came from a client. */
  readonly hops?: number | undefined;
  /** Of a request of a socket, where there are several servers. */
  readonly order?: RequestOrder | undefined;
}

/** The place of a request among those of one socket, which are carried out and answered in their order. */
export interface RequestOrder {
  /** Of the socket, unique in this process. */
  readonly line: number;
  /** The requests before it that are not answered: where they were passed on to, and their end. */
  behind: { readonly node: string; readonly answered: Promise<void> } | undefined;
  /** Told that the request was passed on to a node that keeps the order: the next one can be started. */
  readonly onPassedOn: (node: string) => void;
  /** Whether the next one was passed on behind it: it cannot be sent again. */
  isFollowed: boolean;
}

export interface ApiReply {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
  /** The methods of the path, for 405 and OPTIONS. */
  readonly allow?: readonly Method[];
  /** Nodes of a cluster that did not contribute to the answer in time. */
  readonly missingNodes?: readonly string[];
}

/** A request that has passed the gates, with its parameters checked. */
export interface PlacedRequest {
  readonly route: Pick<Route<never>, 'operation' | 'method' | 'owner' | 'parameters' | 'lists'>;
  readonly params: Readonly<Record<string, JsonValue>>;
  readonly request: ApiRequest;
}

/** Carries a request out on this server, or on another one. */
export type Placement = (
  placed: PlacedRequest,
  here: () => ApiReply | Promise<ApiReply>,
) => ApiReply | Promise<ApiReply>;

/** Takes part in every request: passes it on with `next`, or answers it itself. */
export type Interceptor = (
  request: ApiRequest,
  next: (request: ApiRequest) => ApiReply | Promise<ApiReply>,
) => ApiReply | Promise<ApiReply>;

export interface DispatcherOptions<Operations> {
  readonly routes: readonly Route<Operations>[];
  readonly operations: Partial<Operations>;
  /** Resources whose paths exist from the start; all of them when it is not given. */
  readonly served?: readonly string[];
  /** Whether a module is loaded; operations whose modules are not answer 501. */
  readonly isLoaded: (module: string) => boolean;
  /** The rights of users who are limited to applications; without it, they may only use unrestricted operations. */
  readonly limits?: Pick<Limits, 'admit'>;
  readonly nextRequestId: () => string;
  /** Where requests are carried out when there are several servers. */
  readonly placement?: Placement | undefined;
  /** The first one gets requests first. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  readonly onFault: (error: unknown, facts: { readonly operation: string; readonly requestId: string }) => void;
}

/** A match that has passed the gates, with its parameters checked. */
interface Call<Operations> {
  readonly route: Route<Operations>;
  readonly handler: BoundHandler;
  readonly params: Record<string, JsonValue>;
  /** Of a user who is limited to applications. */
  readonly limited?: { readonly settle: LimitedCall['settle']; readonly applications: readonly string[] };
}

/** Match, gate, validate, handle: the single path from a request to an answer, for every door. */
export class Dispatcher<Operations> {
  readonly #bindings: ReadonlyMap<Route<Operations>, Binding>;
  readonly #served: Set<string>;
  readonly #intercepted: (request: ApiRequest) => ApiReply | Promise<ApiReply>;
  /** Only of served resources, so that the others cost nothing. Made at the next request when these have changed. */
  #router: Router<Operations> | undefined;

  constructor(private readonly options: DispatcherOptions<Operations>) {
    const { routes, operations, served = this.resources } = options;
    this.#bindings = new Map(routes.map((route) => [route, bindingOf(route, operations)]));
    this.#served = new Set(served);
    this.#intercepted = (options.interceptors ?? []).reduceRight<(request: ApiRequest) => ApiReply | Promise<ApiReply>>(
      (next, interceptor) => (request) => interceptor(request, next),
      (request) => this.#answer(request),
    );
  }

  /** The resources that the routes belong to: `channels`. */
  get resources(): readonly string[] {
    return [...new Set(this.options.routes.map(resourceOf))];
  }

  /** Lets the paths of a resource exist until the result is called. */
  serve(resource: string): () => void {
    this.#served.add(resource);
    this.#router = undefined;
    return () => {
      this.#served.delete(resource);
      this.#router = undefined;
    };
  }

  serves(resource: string): boolean {
    return this.#served.has(resource);
  }

  /** Whether requests can be carried out by other servers. */
  get isPlaced(): boolean {
    return this.options.placement !== undefined;
  }

  /** Synchronous when the handler is: a finished answer need not wait for the next tick. */
  dispatch(request: ApiRequest): ApiReply | Promise<ApiReply> {
    return this.#intercepted(request);
  }

  #answer(request: ApiRequest): ApiReply | Promise<ApiReply> {
    const { method, path, rights } = request;
    if (!rights.mayCall(method))
      return this.refuse(403, `this user may not use ${method}`, { code: 'method-forbidden' });
    const match = (this.#router ??= this.#routerOfServed()).match(path);
    if (match === undefined) return this.refuse(404, `there is nothing at ${path}`);
    const entry = match.entries.get(method as Method);
    if (entry === undefined) return this.#methodsOf(match.entries, method);
    const call = this.#prepare(entry, match.values, request);
    if ('status' in call) return call;
    const { placement } = this.options;
    if (placement === undefined) return this.#carryOut(call, request);
    return placement({ route: call.route, params: call.params, request }, () => this.#carryOut(call, request));
  }

  #carryOut(call: Call<Operations>, { rights, context }: ApiRequest): ApiReply | Promise<ApiReply> {
    const telling = rights.seesKeys ? call : this.#discreet(call);
    if ('status' in telling) return telling;
    const { applications } = rights;
    const admitted = applications === undefined ? telling : this.#limit(telling, { ...rights, applications });
    return 'status' in admitted ? admitted : this.#handle(admitted, context);
  }

  /** An error answer in the one shape they all have. */
  refuse(status: number, message: string, more: Partial<FailureBody> = {}): ApiReply & { readonly body: FailureBody } {
    return { status, body: { message, code: codeFor(status), ...more, request_id: this.options.nextRequestId() } };
  }

  #routerOfServed(): Router<Operations> {
    return new Router(this.options.routes.filter((route) => this.#served.has(resourceOf(route))));
  }

  #methodsOf(entries: Match<Operations>['entries'], method: string): ApiReply {
    const allow = [...entries.keys()];
    if (method === 'OPTIONS') return { status: 204, allow };
    return { ...this.refuse(405, methodMessage(method, allow)), allow };
  }

  #prepare(entry: RouteEntry<Operations>, values: readonly string[], request: ApiRequest): Call<Operations> | ApiReply {
    const { route } = entry;
    const { handler, resource } = this.#bindings.get(route) ?? unbound;
    const closed = this.#gate(route, resource, request);
    if (closed !== undefined) return closed;
    if (handler === undefined) return this.refuse(501, `this server does not serve ${route.operation}`);
    const { query, form, json } = request;
    const params = readParameters(route.parameters, { path: pathValues(entry, values), query, form, json });
    const wrong = this.#judge(route, params);
    return wrong ?? { route, handler, params };
  }

  /** For a user who may not see the keys to the media of calls. */
  #discreet<Discreet extends Call<Operations>>(call: Discreet): Discreet | ApiReply {
    const { operation } = call.route;
    if (revealing.has(operation))
      return this.refuse(403, `this user may not use ${operation}: it cannot control calls`);
    const { variable, variables } = call.params as Readonly<Record<string, unknown>>;
    const names = [variable, variables].flat().filter((name) => typeof name === 'string');
    const key = names.find((name) => !isHarmless(name));
    if (key !== undefined) return this.refuse(403, `this user may not read ${key.slice(0, 80)}`);
    const { handler } = call;
    return { ...call, handler: (params, context) => when(handler(params, context), cleaned) };
  }

  /** Most users are not limited, and skip these checks. */
  #limit(
    { route, handler, params }: Call<Operations>,
    rights: Rights & { readonly applications: readonly string[] },
  ): Call<Operations> | ApiReply {
    if (route.limited === 'allowed') return { route, handler, params };
    const admitted = this.options.limits?.admit(route, params, rights) ?? { refused: 'this user may not do that' };
    if ('refused' in admitted) return this.refuse(403, admitted.refused);
    const { settle } = admitted;
    return { route, handler, params: { ...admitted.params }, limited: { settle, applications: rights.applications } };
  }

  /** Refusals that precede the validation of parameters. */
  #gate(route: Route<Operations>, resource: string, { rights, context }: ApiRequest): ApiReply | undefined {
    const { operation, method, modules, websocketProtocol } = route;
    if (!rights.mayReach(resource, method)) return this.refuse(403, `this user may not use ${method} on ${resource}`);
    if (route.limited === 'refused' && rights.applications !== undefined)
      return this.refuse(403, `this user is limited to applications and may not use ${operation}`);
    const missing = modules.length === 0 ? undefined : modules.find((module) => !this.options.isLoaded(module));
    if (missing !== undefined) {
      return this.refuse(501, `${operation} needs the module ${missing}, which is not loaded`, {
        code: 'module-not-loaded',
      });
    }
    if (websocketProtocol === undefined) return undefined;
    if (context.door === 'http')
      return this.refuse(426, 'this is where a websocket is opened: send an upgrade request');
    return this.refuse(400, 'a websocket cannot be opened inside a websocket: send the upgrade request over HTTP');
  }

  #judge(route: Route<Operations>, params: Record<string, JsonValue>): ApiReply | undefined {
    if (route.validate(params)) return undefined;
    const errors = route.validate.errors ?? [];
    return this.refuse(
      400,
      describeFailure(route.parameters, params, errors),
      explainFailure(route.parameters, params, errors),
    );
  }

  #handle(call: Call<Operations>, context: RequestContext): ApiReply | Promise<ApiReply> {
    const { route, handler, params, limited } = call;
    try {
      const answer = handler(
        params,
        limited === undefined ? context : { ...context, applications: limited.applications },
      );
      const settled = limited === undefined ? answer : settledBy(limited.settle, answer);
      if (!(settled instanceof Promise)) return this.#finish(route, settled);
      return settled.then((given) => this.#finish(route, given)).catch((error: unknown) => this.#fault(error, route));
    } catch (error) {
      return this.#fault(error, route);
    }
  }

  /** The compiler keeps handlers to the declared statuses; this check catches casts. */
  #finish(route: Route<Operations>, answer: Answer): ApiReply {
    const { status, message } = answer;
    if (status !== route.success && !route.errors.includes(status)) {
      throw new Error(`${route.operation} answered ${status}, which its description does not declare`);
    }
    return message === undefined ? answer : this.refuse(status, message);
  }

  #short(error: unknown, { operation, shortage }: { readonly operation: string; readonly shortage: string }): ApiReply {
    const reply = this.refuse(503, `the server has run out of ${shortage}: try again shortly`);
    this.options.onFault(error, { operation, requestId: reply.body.request_id });
    return reply;
  }

  #fault(error: unknown, { operation }: Route<Operations>): ApiReply {
    if (error instanceof NotServedError) return this.refuse(501, error.message, { code: error.code });
    if (error instanceof UnavailableError) return this.refuse(503, error.message);
    const shortage = shortageIn(error);
    if (shortage !== undefined) return this.#short(error, { operation, shortage });
    const reply = this.refuse(500, `${operation} failed because of a fault in the server; its log says more`);
    this.options.onFault(error, { operation, requestId: reply.body.request_id });
    return reply;
  }
}

function settledBy(
  settle: (answer: Answer) => Answer | Promise<Answer>,
  answer: Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return answer instanceof Promise ? answer.then(settle) : settle(answer);
}

/** Long lists in slices. */
function cleaned(answer: Answer): Answer | Promise<Answer> {
  const { body } = answer;
  if (body === undefined) return answer;
  if (!Array.isArray(body)) return { ...answer, body: withoutKeys(body) };
  return when(mapInSlices(body as readonly unknown[], withoutKeys), (items) => ({ ...answer, body: items }));
}

function methodMessage(method: string, allow: readonly Method[]): string {
  return allow.length === 0
    ? 'nothing can be done here: only paths below this one have operations'
    : `${method} is not possible here: use ${allow.join(', ')}`;
}

/** What is known about a route before the first request comes. */
interface Binding {
  readonly handler: BoundHandler | undefined;
  /** The first part of the operation's name, which rights speak of. */
  readonly resource: string;
}

const unbound: Binding = { handler: undefined, resource: '' };

function resourceOf({ operation }: { readonly operation: string }): string {
  return operation.slice(0, operation.indexOf('.'));
}

function bindingOf<Operations>(route: Route<Operations>, operations: Partial<Operations>): Binding {
  return { handler: route.bind(operations), resource: resourceOf(route) };
}

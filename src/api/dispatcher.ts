import { describeFailure } from '../contract/describe-failure';
import type { RequestContext } from '../contract/handler';
import type { JsonValue } from '../contract/json';
import { readParameters } from '../contract/read-parameters';
import type { Answer, BoundHandler, Method, Route } from '../contract/route';
import type { RouteEntry } from './router';
import { pathValues, Router } from './router';

/** A request as every door hands it in: already authenticated, its body already parsed. */
export interface ApiRequest {
  readonly method: string;
  /** Below the root of the interface, still percent-encoded: `/channels/1234`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form?: URLSearchParams;
  readonly json?: JsonValue;
  readonly context: RequestContext;
}

export interface ApiReply {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
  /** The methods of the path, for 405 and OPTIONS. */
  readonly allow?: readonly Method[];
}

export interface DispatcherOptions<Operations> {
  readonly routes: readonly Route<Operations>[];
  readonly operations: Partial<Operations>;
  /** Whether a module is loaded; operations whose modules are not answer 501. */
  readonly isLoaded: (module: string) => boolean;
  readonly onFault: (error: unknown, operation: string) => void;
}

/** Match, gate, validate, handle: the one way from a request to an answer, whatever door it came through. */
export class Dispatcher<Operations> {
  readonly #router: Router<Operations>;
  readonly #handlers: ReadonlyMap<Route<Operations>, BoundHandler | undefined>;

  constructor(private readonly options: DispatcherOptions<Operations>) {
    this.#router = new Router(options.routes);
    this.#handlers = new Map(options.routes.map((route) => [route, route.bind(options.operations)]));
  }

  async dispatch(request: ApiRequest): Promise<ApiReply> {
    const match = this.#router.match(request.path);
    if (match === undefined) return refuse(404, `there is nothing at ${request.path}`);
    const allow = [...match.entries.keys()];
    if (request.method === 'OPTIONS') return { status: 204, allow };
    const entry = match.entries.get(request.method as Method);
    if (entry === undefined)
      return { ...refuse(405, `${request.method} is not possible here: use ${allow.join(', ')}`), allow };
    return this.#run(entry, match.values, request);
  }

  async #run(entry: RouteEntry<Operations>, values: readonly string[], request: ApiRequest): Promise<ApiReply> {
    const { route } = entry;
    const handler = this.#handlers.get(route);
    const missing = route.modules.find((module) => !this.options.isLoaded(module));
    if (missing !== undefined)
      return refuse(501, `${route.operation} needs the module ${missing}, which is not loaded`);
    if (handler === undefined) return refuse(501, `this server does not serve ${route.operation}`);
    const params = readParameters(route.parameters, { ...request, path: pathValues(entry, values) });
    if (!route.validate(params))
      return refuse(400, describeFailure(route.parameters, params, route.validate.errors ?? []));
    return this.#handle(handler, { route, params, context: request.context });
  }

  async #handle(
    handler: BoundHandler,
    { route, params, context }: { route: Route<Operations>; params: unknown; context: RequestContext },
  ): Promise<ApiReply> {
    try {
      return declared(route, await handler(params, context));
    } catch (error) {
      this.options.onFault(error, route.operation);
      return refuse(500, `${route.operation} failed because of a fault in the server; its log says more`);
    }
  }
}

/** The compiler keeps handlers to the declared statuses; this keeps those honest who went around the compiler. */
function declared<Operations>(route: Route<Operations>, answer: Answer): ApiReply {
  const { status, message, body, location } = answer;
  if (status !== route.success && !route.errors.includes(status)) {
    throw new Error(`${route.operation} answered ${status}, which its description does not declare`);
  }
  if (message !== undefined) return refuse(status, message);
  return { status, ...(body === undefined ? {} : { body }), ...(location === undefined ? {} : { location }) };
}

function refuse(status: number, message: string): ApiReply {
  return { status, body: { message } };
}

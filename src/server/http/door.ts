import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiReply, Dispatcher } from '../../api/dispatcher';
import { unrestricted } from '../../policy/rights';
import type { BinaryBody } from '../../contract/handler';
import type { Logger } from '../../shared/logger';
import type { AuthResult, User, Users } from '../auth/users';
import type { LiveSettings } from '../door-settings';
import { challengeOf } from '../door-settings';
import type { Metrics } from '../metrics';
import type { ParsedBody } from './requests/body';
import { hasBody, isForm, readBody } from './requests/body';
import type { ByteRange } from './answers/byte-range';
import type { ConnectionLimits } from './connections/connection-limits';
import type { RawHeaders } from './answers/cors';
import { fileAnswer } from './answers/file-answer';
import type { PathRules } from './requests/path-rules';
import { writtenInSlices } from '../written-list';
import { refusals } from './refusals';
import { isBinary, respond } from './answers/respond';
import type { Target } from './requests/target';
import { behindPrefix, originForm, parseTarget } from './requests/target';
import { guarded } from '../../shared/scheduling/guard';

/** Serves what is not an operation. */
export type Host = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export interface HttpDoorOptions<Operations> {
  readonly dispatcher: Dispatcher<Operations>;
  readonly users: Users;
  readonly settings: LiveSettings;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** First path segment of everything, without slashes; empty for none. */
  readonly prefix: string;
  readonly maxBodyBytes: number;
  /** Serves everything that is not an operation: descriptions, documentation, health. Passes errors back. */
  readonly host: Host;
  /** False while the server starts or stops. */
  readonly isReady: () => boolean;
  readonly connections: Pick<ConnectionLimits, 'authenticated'>;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
}

/** One request in progress. */
interface HttpExchange extends Arrival {
  readonly method: string;
  /** Path below the root of the interface; undefined for its published descriptions. */
  readonly path: string | undefined;
  readonly headers: RawHeaders;
}

/** The credentials of a request, with the body if it had to be read for them. */
interface Proof {
  readonly authorization?: string | undefined;
  readonly apiKey: string | undefined;
  readonly body?: ParsedBody;
}

/** The HTTP door: credentials, body, dispatcher, answer. Requests that are not operations go to the host. */
export class HttpDoor<Operations> {
  constructor(private readonly options: HttpDoorOptions<Operations>) {}

  /** An internal fault while handling a request is the answer to that request only. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      this.#handle(request, response);
    } catch (error) {
      this.#fail(response, error);
    }
  };

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const target = parseTarget(request.url ?? '/');
    const { cors, paths, enabled, sites } = this.options.settings.current;
    if (target.isOverfull)
      return this.#turn({ request, response, target }, this.options.dispatcher.refuse(400, refusals.tooManyFields));
    if (paths !== undefined && this.#isTurned(paths, { request, response, target })) return;
    const inside = behindPrefix(target.path, this.options.prefix);
    const place = inside === undefined ? 'outside' : placeOf(inside);
    if (place === 'outside') {
      if (inside === undefined) this.#turn({ request, response, target }, this.#outside());
      else this.#toHost(request, response);
      return;
    }
    const headers = cors.headers(request.headers);
    const path = place === 'description' ? undefined : place;
    const exchange = { request, response, method: request.method ?? 'GET', target, path, headers };
    if (!enabled) this.#answer(exchange, this.options.dispatcher.refuse(503, refusals.interfaceOff));
    else if (cors.isPreflight(exchange.method, request.headers)) this.#preflight(exchange);
    else {
      const foreign = sites.refusalOf(exchange.method, request.headers);
      if (foreign === undefined) this.#authenticate(exchange);
      else this.#answer(exchange, this.options.dispatcher.refuse(403, foreign));
    }
  }

  /** Path rules come first, and apply to everything below a path. */
  #isTurned(paths: PathRules, arrival: Arrival): boolean {
    const { request, target } = arrival;
    if (!paths.permits(target.path, this.#addressOf(request))) {
      this.#turn(arrival, this.options.dispatcher.refuse(403, refusals.closedPath));
      return true;
    }
    const moved = paths.redirect(target.path);
    if (moved === undefined) return false;
    this.#turn(arrival, { status: 302 }, ['Location', moved]);
    return true;
  }

  #turn(arrival: Arrival, reply: ApiReply, headers: RawHeaders = []): void {
    const { method = 'GET' } = arrival.request;
    this.#answer({ ...arrival, method, path: arrival.target.path, headers }, reply);
  }

  #outside(): ApiReply {
    return this.options.dispatcher.refuse(404, `all paths begin with /${this.options.prefix}`);
  }

  #toHost(request: IncomingMessage, response: ServerResponse): void {
    const { prefix, host } = this.options;
    request.url = originForm(request.url ?? '/').slice(prefix === '' ? 0 : prefix.length + 1) || '/';
    host(request, response, (error) =>
      this.#hostFailed({ request, response, target: parseTarget(request.url ?? '/') }, error),
    );
  }

  /** By default Express would send a page and print the stack. */
  #hostFailed(arrival: Arrival, error: unknown): void {
    const { status = error === undefined ? 404 : 500 } = (error ?? {}) as { readonly status?: number };
    if (arrival.response.headersSent) return void arrival.response.destroy();
    if (status >= 500) return this.#fail(arrival.response, error);
    const message = status === 404 ? `there is nothing at ${arrival.target.path}` : 'the address cannot be read';
    this.#turn(arrival, this.options.dispatcher.refuse(status, message));
  }

  #preflight(exchange: HttpExchange): void {
    const settle = (reply: ApiReply): void => {
      const more = this.options.settings.current.cors.preflightHeaders(exchange.request.headers, reply.allow ?? []);
      this.#answer({ ...exchange, headers: [...exchange.headers, ...more] }, reply);
    };
    // The host serves the descriptions and does not handle preflights: they can only be read.
    if (exchange.path === undefined) return settle({ status: 204, allow: ['GET'] });
    const asked = {
      method: 'OPTIONS',
      path: exchange.path,
      query: exchange.target.query,
      rights: unrestricted,
      context: { user: '', door: 'http' },
    } as const;
    void Promise.resolve(this.options.dispatcher.dispatch(asked)).then(settle);
  }

  /** Credentials come first: unauthenticated clients learn neither which paths exist nor that a body was malformed. */
  #authenticate(exchange: HttpExchange): void {
    const { authorization } = exchange.request.headers;
    const { query } = exchange.target;
    const apiKey = query.size === 0 ? undefined : (query.get('api_key') ?? undefined);
    if (authorization === undefined && apiKey === undefined && isForm(exchange.request)) this.#readKey(exchange);
    else this.#check(exchange, { authorization, apiKey });
  }

  /** Clients may put the key among the fields of a form, so that it does not appear in a URL. */
  #readKey(exchange: HttpExchange): void {
    this.#read(exchange, (body) => {
      const apiKey = body.kind === 'form' ? (body.form.get('api_key') ?? undefined) : undefined;
      this.#check(exchange, { apiKey, body });
    });
  }

  #check(exchange: HttpExchange, { authorization, apiKey, body }: Proof): void {
    const address = this.#addressOf(exchange.request) ?? '';
    const result = this.options.users.authenticate({ authorization, apiKey, address });
    if (!(result instanceof Promise)) return this.#admit(exchange, result, body);
    result
      .then((settled) => this.#admit(exchange, settled, body))
      .catch((error: unknown) => this.#fail(exchange.response, error));
  }

  #admit(exchange: HttpExchange, result: AuthResult, body: ParsedBody | undefined): void {
    if (result.outcome !== 'ok') return this.#turnAway(exchange, result);
    const { dispatcher, isReady, connections } = this.options;
    const full = connections.authenticated(exchange.request.socket);
    if (full !== undefined) return this.#answer(exchange, dispatcher.refuse(503, full));
    // A request whose body has been read already came before the server began to stop.
    if (!isReady() && body === undefined)
      return this.#answer(exchange, dispatcher.refuse(503, 'the server is starting or stopping: try again shortly'));
    if (exchange.path === undefined) {
      for (const [name, value] of pairs(exchange.headers)) exchange.response.setHeader(name, value);
      return this.#toHost(exchange.request, exchange.response);
    }
    const { user } = result;
    if (body !== undefined || !hasBody(exchange.request)) this.#dispatch(exchange, user, body ?? { kind: 'none' });
    else this.#read(exchange, (read) => this.#dispatch(exchange, user, read));
  }

  #read({ request, response }: HttpExchange, next: (body: ParsedBody) => void): void {
    readBody(request, this.options.maxBodyBytes).then(
      guarded(next, (error) => this.#fail(response, error)),
      // The client disconnected while sending: there is no connection to answer on.
      () => response.destroy(),
    );
  }

  #turnAway(exchange: HttpExchange, result: Exclude<AuthResult, { outcome: 'ok' }>): void {
    const { dispatcher, settings } = this.options;
    if (result.outcome === 'forbidden-address') {
      return this.#answer(exchange, dispatcher.refuse(403, 'this user may not connect from this address'));
    }
    if (result.outcome === 'busy') {
      const headers = [...exchange.headers, 'Retry-After', String(result.retryAfter)];
      return this.#answer({ ...exchange, headers }, dispatcher.refuse(503, refusals.tooManyChecks));
    }
    const challenge = challengeOf(settings.current);
    if (result.outcome === 'throttled') {
      const headers = [...exchange.headers, ...challenge, 'Retry-After', String(result.retryAfter)];
      return this.#answer(
        { ...exchange, headers },
        dispatcher.refuse(429, `too many failed logins: try again in ${result.retryAfter} s`),
      );
    }
    this.#answer(
      { ...exchange, headers: [...exchange.headers, ...challenge] },
      dispatcher.refuse(401, 'credentials are required: HTTP Basic, or api_key=user:password'),
    );
  }

  #dispatch(exchange: HttpExchange, user: User, body: ParsedBody): void {
    const { dispatcher } = this.options;
    if (body.kind === 'too-large')
      return this.#answer(
        exchange,
        dispatcher.refuse(413, `the body is larger than ${this.options.maxBodyBytes} bytes`),
      );
    if (body.kind === 'malformed')
      return this.#answer(exchange, dispatcher.refuse(400, body.reason, { code: 'body-invalid' }));
    const reply = dispatcher.dispatch({
      method: exchange.method === 'HEAD' ? 'GET' : exchange.method,
      path: exchange.path ?? '/',
      query: exchange.target.query,
      idempotencyKey: exchange.request.headers['idempotency-key']?.toString(),
      form: body.kind === 'form' ? body.form : undefined,
      json: body.kind === 'json' ? body.json : undefined,
      rights: user.rights,
      context: { user: user.name, door: 'http', socket: exchange.request.headers['patchbay-socket']?.toString() },
    });
    if (reply instanceof Promise) void reply.then((settled) => this.#answerInTurns(exchange, settled));
    else this.#answerInTurns(exchange, reply);
  }

  /** Yields to other requests while a long list is serialised. Indented JSON is for people and rare. */
  #answerInTurns(exchange: HttpExchange, reply: ApiReply): void {
    const written = this.options.settings.current.style.pretty ? reply : writtenInSlices(reply);
    if (written instanceof Promise) void written.then((settled) => this.#answer(exchange, settled));
    else this.#answer(exchange, written);
  }

  #answer(exchange: HttpExchange, reply: ApiReply): void {
    if (reply.status === 200 && isBinary(reply.body)) this.#answerFile(exchange, reply, reply.body);
    else this.#write(exchange, reply);
  }

  /** Files support ranges and conditional requests. */
  #answerFile(exchange: HttpExchange, reply: ApiReply, body: BinaryBody): void {
    const answer = fileAnswer(exchange.method, exchange.request.headers, body);
    if (answer === 'whole') return this.#write(exchange, reply);
    if (answer === 'not-modified') return this.#write(exchange, { ...reply, status: 304 });
    if (answer !== 'unsatisfiable') return this.#write(exchange, { ...reply, status: 206 }, answer);
    const headers = [...exchange.headers, 'Content-Range', `bytes */${body.length}`];
    this.#write(
      { ...exchange, headers },
      this.options.dispatcher.refuse(416, `the file has only ${body.length} bytes`),
    );
  }

  #write({ request, response, method, path, headers }: HttpExchange, reply: ApiReply, range?: ByteRange): void {
    const { metrics, settings, isReady } = this.options;
    metrics.requests.count(reply.status);
    if (reply.status >= 400) this.#log(request, path, reply);
    if (response.destroyed) return;
    // A stopping server waits for its connections: they must close after the answer.
    if (!isReady()) response.shouldKeepAlive = false;
    try {
      respond(response, reply, { style: settings.current.style, headers, headersOnly: method === 'HEAD', range });
    } catch (error) {
      this.#fail(response, error);
    }
  }

  /** For example, an answer with a character that no header can carry. */
  #fail(response: ServerResponse, error: unknown): void {
    const { dispatcher, settings, log } = this.options;
    const reply = dispatcher.refuse(500, 'the request could not be answered because of a fault in the server');
    log.error({ error, requestId: reply.body.request_id }, 'a request could not be answered');
    if (response.headersSent) response.destroy();
    else respond(response, reply, { style: settings.current.style, headers: [], headersOnly: false });
  }

  #addressOf(request: IncomingMessage): string | undefined {
    return this.options.settings.current.addresses.of(request);
  }

  #log(request: IncomingMessage, path: string | undefined, { status, body }: ApiReply): void {
    const { message, request_id: requestId } = (body ?? {}) as {
      readonly message?: string;
      readonly request_id?: string;
    };
    this.options.log.info(
      { method: request.method, path, status, message, requestId, address: this.#addressOf(request) },
      'request refused',
    );
  }
}

function* pairs(headers: RawHeaders): Generator<[string, string]> {
  for (let at = 0; at < headers.length; at += 2) yield [headers[at] ?? '', headers[at + 1] ?? ''];
}

/** The operation's path below `/ari`, or what else is served at a path. */
function placeOf(path: string): string {
  if (!path.startsWith('/ari')) return 'outside';
  const rest = path.slice(4);
  if (rest === '') return '/';
  if (!rest.startsWith('/')) return 'outside';
  return rest.startsWith('/api-docs/') ? 'description' : rest;
}

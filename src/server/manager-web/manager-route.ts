import type { Request, Response, Router as ExpressRouter } from 'express';
import { Router } from 'express';
import { hasBody, readBody } from '../http/requests/body';
import type { LiveSettings } from '../door-settings';
import type { Refuse } from '../refuse';
import { sendRefusal } from '../refuse';
import { cookieOf, writeCookie } from './session-cookie';

/** One message of the manager interface, as an HTTP request carries it. */
export interface ManagerWebRequest {
  readonly form: 'raw' | 'xml';
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What the cookie of the session says. */
  readonly key: string | undefined;
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
  /** Fires when the client has gone without waiting for the answer. */
  readonly gone: AbortSignal;
}

export interface ManagerWebAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly cookie: { readonly key: string; readonly seconds: number } | undefined;
}

export interface ManagerRouteDeps {
  /** Answers for the manager interface; undefined while it is not served over HTTP. */
  readonly manager: () => ((request: ManagerWebRequest) => Promise<ManagerWebAnswer>) | undefined;
  readonly settings: LiveSettings;
  /** Bytes of a body. */
  readonly maxBodyBytes: number;
  /** First path segment of everything, without slashes. */
  readonly prefix: string;
  readonly refuse: Refuse;
}

/** Where the forms of the manager interface are. */
const forms = { '/rawman': 'raw', '/mxml': 'xml' } as const;

/** The manager interface over HTTP: a message is a query or a form, and its answer lines or XML. */
export function managerRoute(deps: ManagerRouteDeps): ExpressRouter {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, form] of Object.entries(forms))
    router.all(path, (request, response, next) => {
      const answer = deps.manager();
      if (answer === undefined) return next();
      const refusal = refusalOf(request, deps);
      if (refusal !== undefined) return sendRefusal(response, deps.refuse(...refusal));
      return void exchange({ request, response, form }, answer, deps).catch(next);
    });
  return router;
}

function refusalOf(
  { method, headers }: Request,
  { settings }: ManagerRouteDeps,
): readonly [number, string] | undefined {
  if (method !== 'GET' && method !== 'POST') return [405, `${method} is not possible here: use GET or POST`];
  const foreign = settings.current.sites.refusalOf(method, headers);
  return foreign === undefined ? undefined : [403, foreign];
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly form: ManagerWebRequest['form'];
}

async function exchange(
  { request, response, form }: Exchange,
  answer: NonNullable<ReturnType<ManagerRouteDeps['manager']>>,
  { settings, maxBodyBytes, prefix, refuse }: ManagerRouteDeps,
): Promise<void> {
  const query = new URLSearchParams(request.originalUrl.split('?').slice(1).join('?'));
  const body = hasBody(request) ? await readBody(request, maxBodyBytes) : undefined;
  if (body?.kind === 'too-large')
    return sendRefusal(response, refuse(413, `the body is larger than ${maxBodyBytes} bytes`));
  if (body?.kind === 'malformed') return sendRefusal(response, refuse(400, body.reason));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { status, contentType, text, cookie } = await answer({
    form,
    fields: [...query, ...(body?.kind === 'form' ? body.form : [])],
    key: cookieOf(request.headers.cookie),
    address: settings.current.addresses.of(request),
    localAddress: request.socket.localAddress,
    gone: gone.signal,
  });
  if (cookie !== undefined) response.set('Set-Cookie', writeCookie(cookie, prefix));
  response.status(status).set({ 'Content-Type': contentType, 'Cache-Control': 'no-cache, no-store' }).send(text);
}

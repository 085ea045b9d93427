import { Message } from '../protocol/message';
import { fieldsProblem, malformations } from '../protocol/message-reader';
import type { Response } from '../protocol/response';
import { closesSession, failure, writeResponse } from '../protocol/response';
import { writeXml } from '../protocol/write-xml';
import type { ManagerSession, Performed, SessionDeps } from '../session/manager-session';
import type { WebClient, WebSessionDeps } from './web-session';
import { WebSession } from './web-session';

/** A request over HTTP: a message as the fields of its query and its form. */
export interface WebRequest extends WebClient {
  readonly form: 'raw' | 'xml';
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What its cookie says. */
  readonly key: string | undefined;
  /** Fires when the client has gone without waiting for the answer. */
  readonly gone: AbortSignal;
}

export interface WebAnswer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly text: string;
  /** What the cookie says from now on, and for how many seconds: 0 when the session has ended. */
  readonly cookie: { readonly key: string; readonly seconds: number } | undefined;
}

export interface WebSessionsDeps extends Pick<WebSessionDeps, 'log' | 'idleTimeout'> {
  /** What a session needs, as the configuration says now. */
  readonly session: () => SessionDeps;
  readonly perform: (message: Message, session: ManagerSession) => Performed;
  /** Whether one more session is possible, and notes it if it is. */
  readonly admit: (make: () => WebSession) => WebSession | undefined;
}

/** The manager interface over HTTP: one message a request, and sessions that are known by a cookie. */
export class WebSessions {
  readonly #sessions = new Map<string, WebSession>();

  constructor(private readonly deps: WebSessionsDeps) {}

  async answer(request: WebRequest): Promise<WebAnswer> {
    const message = new Message(request.fields);
    const known = request.key === undefined ? undefined : this.#sessions.get(request.key);
    const web = known ?? this.deps.admit(() => this.#make(request));
    if (web === undefined) {
      const refusal = writeResponse(failure('Too many sessions'), message.actionId);
      return { status: 503, ...written(request, refusal), cookie: undefined };
    }
    const release = web.use();
    const text = await this.#exchange(request, message, web).finally(release);
    const seconds = web.session.isClosed ? 0 : Math.ceil(this.deps.idleTimeout() / 1000);
    const isShown = seconds > 0 || web === known;
    return { status: 200, ...written(request, text), cookie: isShown ? { key: web.key, seconds } : undefined };
  }

  async #exchange({ gone }: WebRequest, message: Message, web: WebSession): Promise<string> {
    const { session } = web;
    const stop = (): void => session.stopWaiting();
    gone.addEventListener('abort', stop);
    const response = await this.#perform(message, session);
    gone.removeEventListener('abort', stop);
    const fetches = response.kind === 'list' && response.carriesEvents === true && !gone.aborted;
    const text = writeResponse(response, message.actionId, fetches ? web.fetchEvents() : '');
    // Without a login under way there is nothing to remember.
    const isLoggingIn = session.user !== undefined || session.challenge !== undefined;
    if (closesSession(response) || !isLoggingIn) session.close();
    else if (!session.isClosed) this.#sessions.set(web.key, web);
    return text;
  }

  close(): void {
    for (const { session } of this.#sessions.values()) session.close();
  }

  #make(client: WebClient): WebSession {
    const { log, idleTimeout } = this.deps;
    const session = this.deps.session();
    const web = new WebSession(client, {
      ...session,
      log,
      idleTimeout,
      onClosed: (closed) => {
        this.#sessions.delete(web.key);
        session.onClosed(closed);
      },
    });
    return web;
  }

  async #perform(message: Message, session: ManagerSession): Promise<Response> {
    const problem = fieldsProblem(message.headers);
    if (problem !== undefined) return failure(malformations[problem]);
    try {
      const performed = this.deps.perform(message, session);
      return await ('later' in performed ? performed.later : performed);
    } catch (error) {
      this.deps.log.error({ error, user: session.user?.name }, 'a manager action failed');
      return failure('The action has failed');
    }
  }
}

function written({ form }: WebRequest, text: string): Pick<WebAnswer, 'contentType' | 'text'> {
  return form === 'xml'
    ? { contentType: 'text/xml; charset=utf-8', text: writeXml(text) }
    : { contentType: 'text/plain; charset=utf-8', text };
}

import type { ApiReply, ApiRequest, Interceptor } from '../api/dispatcher';
import type { Observation } from '../engine/call-story';
import { when } from '../shared/scheduling/when';
import { Sighting } from './sighting';
import type { Tap } from './tap';

/** Tells a tap about requests and their answers. */
export function observeRequests(tap: Tap, now: () => number): Interceptor {
  let exchanges = 0;
  return (request, next) => {
    // Reading a story is not part of it.
    if (!tap.isOpen || /^\/channels\/[^/]+\/(story|sip)$/.test(request.path)) return next(request);
    exchanges += 1;
    const channelIds = channelsIn(request);
    const thread = channelIds.length === 0 && makesChannels(request) ? `request ${exchanges}` : undefined;
    const exchange = { number: exchanges, channelIds, thread, request };
    tap.tell(new RequestSighting(exchange, now()));
    return when(next(request), (reply) => {
      tap.tell(new AnswerSighting(exchange, now(), reply));
      return reply;
    });
  };
}

interface Exchange {
  readonly number: number;
  /** Those that the request names. */
  readonly channelIds: readonly string[];
  readonly thread: string | undefined;
  readonly request: ApiRequest;
}

class RequestSighting extends Sighting {
  constructor(
    private readonly exchange: Exchange,
    private readonly at: number,
  ) {
    super(exchange.channelIds, exchange.thread);
  }

  protected override write(): Observation {
    const { at, channelIds } = this;
    const { request } = this.exchange;
    const label = `${request.method} ${targetOf(request)}`;
    const about = { ...sharedOf(this.exchange), at, channelIds, label, body: request.json };
    return { ...about, kind: 'request', from: 'application', to: 'server' };
  }
}

class AnswerSighting extends Sighting {
  constructor(
    private readonly exchange: Exchange,
    private readonly at: number,
    private readonly reply: ApiReply,
  ) {
    const made = channelsMade(reply).filter((id) => !exchange.channelIds.includes(id));
    super(made.length === 0 ? exchange.channelIds : [...exchange.channelIds, ...made], exchange.thread);
  }

  protected override write(): Observation {
    const { at, channelIds, reply } = this;
    const label = `${reply.status}${messageOf(reply)}`;
    const about = { ...sharedOf(this.exchange), at, channelIds, label, body: reply.body };
    return { ...about, kind: 'answer', from: 'server', to: 'application' };
  }
}

function sharedOf({ number, thread }: Exchange): Pick<Observation, 'exchange' | 'thread'> {
  return { exchange: number, ...(thread === undefined ? undefined : { thread }) };
}

/** Readable, and without the key that a request may be authenticated by. */
function targetOf({ path, query }: ApiRequest): string {
  const parameters = [...query].filter(([name]) => name !== 'api_key').map(([name, value]) => `${name}=${value}`);
  return `${decoded(path)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

/** A path with a broken percent sequence is refused later. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The channel has its id from the server, so that only the answer names it. */
function makesChannels({ method, path }: ApiRequest): boolean {
  return method === 'POST' && /^\/(channels(\/create|\/externalMedia)?|phones\/[^/]+\/call)$/.test(path);
}

/** Parameters that name channels. */
const naming = ['channel', 'channelId', 'originator'];

/** The channels that a request names, in its path or in its parameters. */
function channelsIn({ path, query, json }: ApiRequest): readonly string[] {
  const [, inPath] = /^\/channels\/(?!create$|externalMedia$)([^/]+)/.exec(path) ?? [];
  const body = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>;
  const ids = inPath === undefined ? [] : [decoded(inPath)];
  for (const name of naming) {
    for (const text of [query.size === 0 ? undefined : query.get(name), body[name]])
      if (typeof text === 'string') ids.push(...text.split(','));
  }
  return ids;
}

function channelsMade({ body }: ApiReply): readonly string[] {
  const { id, channelstate, dialplan, channel_id: phoneCall } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const isChannel = channelstate !== undefined || dialplan !== undefined;
  return [isChannel ? id : undefined, phoneCall].filter((text): text is string => typeof text === 'string');
}

function messageOf({ status, body }: ApiReply): string {
  const { message } = (body ?? {}) as { readonly message?: unknown };
  return status >= 400 && typeof message === 'string' ? ` ${message}` : '';
}

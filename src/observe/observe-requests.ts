import type { ApiReply, ApiRequest, Interceptor } from '../api/dispatcher';
import { when } from '../shared/scheduling/when';
import type { Tap } from './tap';

/** Tells a tap about requests and their answers. */
export function observeRequests(tap: Tap, now: () => number): Interceptor {
  return (request, next) => {
    if (!tap.isOpen) return next(request);
    const channelIds = channelsIn(request);
    const query = request.query.toString();
    const target = decodeURIComponent(`${request.path}${query === '' ? '' : `?${query}`}`.replaceAll('+', ' '));
    const about = { from: 'application', to: 'server', body: request.json };
    tap.tell({ ...about, at: now(), kind: 'request', label: `${request.method} ${target}`, channelIds });
    return when(next(request), (reply) => {
      const made = [...new Set([...channelIds, ...channelsMade(reply)])];
      const label = `${reply.status}${messageOf(reply)}`;
      const answer = { kind: 'answer', from: 'server', to: 'application', body: reply.body } as const;
      tap.tell({ ...answer, at: now(), label, channelIds: made });
      return reply;
    });
  };
}

/** The channels that a request names, in its path or in its parameters. */
function channelsIn({ path, query, json }: ApiRequest): readonly string[] {
  const [, inPath] = /^\/channels\/([^/]+)/.exec(path) ?? [];
  const body = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>;
  const named = ['channel', 'channelId', 'originator'].flatMap((name) => [query.get(name), body[name]]);
  const texts = [inPath === undefined ? undefined : decodeURIComponent(inPath), ...named];
  return texts.filter((text): text is string => typeof text === 'string').flatMap((text) => text.split(','));
}

function channelsMade({ body }: ApiReply): readonly string[] {
  const { id, channelstate, channel_id: phoneCall } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const isChannel = channelstate !== undefined || /^\{.*"dialplan"/.test(JSON.stringify(body ?? {}));
  return [isChannel ? id : undefined, phoneCall].filter((text): text is string => typeof text === 'string');
}

function messageOf({ status, body }: ApiReply): string {
  const { message } = (body ?? {}) as { readonly message?: unknown };
  return status >= 400 && typeof message === 'string' ? ` ${message}` : '';
}

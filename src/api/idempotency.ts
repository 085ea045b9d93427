import { when } from '../shared/scheduling/when';
import { codeFor } from './failure';
import type { ApiReply, ApiRequest, Interceptor } from './dispatcher';

/** Answers that are kept, over all users; the oldest goes first. */
const maxAnswers = 10_000;
/** Milliseconds that an answer is kept. */
const maxAge = 10 * 60_000;
const longestKey = 255;

const usedForAnother = 'Idempotency-Key was used for another request';
const lostAnswer =
  'the node that got this Idempotency-Key first is lost, and it is not known whether it carried out the request: look for its effect, or use another key';

interface Kept {
  /** What was asked for with this key. */
  readonly asked: string;
  readonly at: number;
  readonly reply: ApiReply | Promise<ApiReply>;
}

/** The answer of another server: `lost` when it is not known any more, and whether the command was carried out. */
export type EarlierAnswer = ApiReply | 'other-request' | 'lost';

/** What several servers know together of commands with a key. */
export interface SharedAnswers {
  /** Carries the command out unless another server has done so, or does. */
  readonly first: (
    command: { readonly name: string; readonly asked: string },
    carryOut: () => Promise<ApiReply>,
  ) => Promise<EarlierAnswer>;
}

export interface IdempotencyDeps {
  readonly now: () => number;
  readonly nextRequestId: () => string;
  /** Undefined for a server that is alone. */
  readonly shared?: SharedAnswers | undefined;
}

/** Gives a repeated command the answer of the first one instead of carrying it out again. */
export function idempotentAnswers({ now, nextRequestId, shared }: IdempotencyDeps): Interceptor {
  const kept = new Map<string, Kept>();
  const refuse = (message: string, status = 400): ApiReply => ({
    status,
    body: { message, code: codeFor(status), parameter: 'Idempotency-Key', request_id: nextRequestId() },
  });
  const answered = (earlier: EarlierAnswer): ApiReply => {
    if (earlier === 'other-request') return refuse(usedForAnother);
    return earlier === 'lost' ? refuse(lostAnswer, 503) : earlier;
  };
  return (request, next) => {
    const { idempotencyKey: key, method, context } = request;
    if (key === undefined || method === 'GET' || method === 'OPTIONS') return next(request);
    if (key === '' || key.length > longestKey)
      return refuse(`Idempotency-Key must have 1 to ${longestKey} characters, got ${key.length}`);
    forget(kept, now() - maxAge);
    const name = `${context.user}\n${key}`;
    const asked = contentOf(request);
    const before = kept.get(name);
    if (before !== undefined) return before.asked === asked ? before.reply : refuse(usedForAnother);
    // A command that another server passes on has been looked up there.
    const isPassedOn = (request.hops ?? 0) > 0;
    const reply =
      shared === undefined || isPassedOn
        ? next(request)
        : shared.first({ name, asked }, async () => next(request)).then(answered);
    kept.set(name, { asked, at: now(), reply });
    // A fault of the server is not the outcome of the command: it may be tried again.
    return when(reply, (answer) => {
      if (answer.status >= 500) kept.delete(name);
      return answer;
    });
  };
}

function forget(kept: Map<string, Kept>, before: number): void {
  for (const [name, { at }] of kept) {
    if (at >= before && kept.size < maxAnswers) return;
    kept.delete(name);
  }
}

function contentOf({ method, path, query, form, json }: ApiRequest): string {
  return JSON.stringify([method, path, query.toString(), form?.toString(), json]);
}

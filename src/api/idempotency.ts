import { when } from '../shared/scheduling/when';
import { codeFor } from './failure';
import type { ApiReply, ApiRequest, Interceptor } from './dispatcher';

/** Answers that are kept, over all users; the oldest goes first. */
const maxAnswers = 10_000;
/** Milliseconds that an answer is kept. */
const maxAge = 10 * 60_000;
const longestKey = 255;

interface Kept {
  /** What was asked for with this key. */
  readonly asked: string;
  readonly at: number;
  readonly reply: ApiReply | Promise<ApiReply>;
}

/** Gives a repeated command the answer of the first one instead of carrying it out again. */
export function idempotentAnswers(now: () => number, nextRequestId: () => string): Interceptor {
  const kept = new Map<string, Kept>();
  const refuse = (message: string): ApiReply => ({
    status: 400,
    body: { message, code: codeFor(400), parameter: 'Idempotency-Key', request_id: nextRequestId() },
  });
  return (request, next) => {
    const { idempotencyKey: key, method, context } = request;
    if (key === undefined || method === 'GET' || method === 'OPTIONS') return next(request);
    if (key === '' || key.length > longestKey)
      return refuse(`Idempotency-Key must have 1 to ${longestKey} characters, got ${key.length}`);
    forget(kept, now() - maxAge);
    const name = `${context.user}\n${key}`;
    const asked = contentOf(request);
    const before = kept.get(name);
    if (before !== undefined)
      return before.asked === asked ? before.reply : refuse('Idempotency-Key was used for another request');
    const reply = next(request);
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

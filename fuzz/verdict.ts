import { judge, judgeFailure } from '../test/support/spec/contract-judge';
import type { HttpCase } from './http-case';
import type { Outcome } from './http-client';

/** Answers that are possible before the operation is known. */
const belowTheInterface: ReadonlySet<number> = new Set([400, 408, 413, 417, 431]);

/** The codes of a 501 that is not a fault: the operation is not served, and the answer says so. */
const excused: ReadonlySet<unknown> = new Set(['not-served', 'module-not-loaded']);

/** What is wrong with the way a request was answered; nothing, for most. */
export function wrongWith({ method, target, expects }: HttpCase, outcome: Outcome): readonly string[] {
  if (outcome.kind === 'silent') return ['there was no answer'];
  if (outcome.kind === 'closed') return expects === 'answer' ? ['the connection was closed without an answer'] : [];
  const { status, headers, body } = outcome;
  if (isFault(status, method === 'HEAD' ? undefined : body)) return [`${status}: ${body.slice(0, 200)}`];
  if (expects === 'anything') {
    if (status === 101) return [];
    if (belowTheInterface.has(status)) return body === '' ? [] : judgeFailure(body);
    // A client that asks to change the protocol is answered by the door that does that, for every path alike.
    if (status === 404 && method !== 'HEAD') return judgeFailure(body);
  }
  return judge({ method, path: target, status, headers, body });
}

/** Whether a status is a fault of the server, whatever the description says; the body is undefined where none is sent. */
export function isFault(status: number, body: string | undefined): boolean {
  if (status < 500) return false;
  return status !== 501 || (body !== undefined && !excused.has(codeIn(body)));
}

function codeIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}

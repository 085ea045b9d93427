import { judge, judgeFailure } from '../test/support/contract-judge';
import type { HttpCase } from './http-case';
import type { Outcome } from './http-client';

/** What may be answered before anybody knows which operation is meant. */
const belowTheInterface: ReadonlySet<number> = new Set([400, 408, 413, 417, 431]);

/** What is wrong with the way a request was answered; nothing, for most. */
export function wrongWith({ method, target, expects }: HttpCase, outcome: Outcome): readonly string[] {
  if (outcome.kind === 'silent') return ['there was no answer'];
  if (outcome.kind === 'closed') return expects === 'answer' ? ['the connection was closed without an answer'] : [];
  const { status, headers, body } = outcome;
  if (status >= 500 && status !== 501 && status !== 503) return [`${status}: ${body.slice(0, 200)}`];
  if (expects === 'anything') {
    if (status === 101) return [];
    if (belowTheInterface.has(status)) return body === '' ? [] : judgeFailure(body);
    // A client that asks to change the protocol is answered by the door that does that, for every path alike.
    if (status === 404 && method !== 'HEAD') return judgeFailure(body);
  }
  return judge({ method, path: target, status, headers, body });
}

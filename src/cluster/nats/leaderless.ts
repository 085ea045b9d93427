import { NoRespondersError } from '../cluster-link';

/** The number that JetStream gives to "temporarily unavailable". */
const unavailable = 10_008;

/** Whether a request was not carried out because the servers have not agreed on the one that leads. */
export function isLeaderless(error: unknown): boolean {
  return error instanceof NoRespondersError || (error as { readonly code?: unknown } | null)?.code === unavailable;
}

/** Whether it may have been carried out: servers without a leader do not answer everything. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

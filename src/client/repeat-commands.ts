import { delayBefore, usualBackoff } from './backoff';
import type { ClientClock } from './clock';
import { systemClock } from './clock';
import { ConnectionFailure } from './connection-failure';
import type { Transport, TransportAnswer, TransportRequest } from './transport';

export interface RepeatOptions {
  /** For commands that do not say it themselves; 0 unless given. */
  readonly retries?: number;
  readonly clock?: ClientClock;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
}

/** Sends a command again that may have been lost on its way. Its key tells the server that it is the same one. */
export function repeatingCommands(transport: Transport, options: RepeatOptions): Transport {
  const { retries = 0, clock = systemClock, random = Math.random } = options;
  return {
    request: async (request) => {
      const allowed = request.method === 'GET' ? 0 : (request.retries ?? retries);
      if (!(allowed > 0)) return transport.request(request);
      const keyed = { ...request, idempotencyKey: request.idempotencyKey ?? globalThis.crypto.randomUUID() };
      for (let attempt = 1; ; attempt += 1) {
        const answer = await attempted(transport, keyed, attempt <= allowed);
        if (answer !== undefined) return answer;
        await waitFor(delayBefore(attempt, usualBackoff, random), clock, request.signal);
      }
    },
  };
}

/** Undefined when it was lost and may be repeated. */
async function attempted(
  transport: Transport,
  request: TransportRequest,
  mayRepeat: boolean,
): Promise<TransportAnswer | undefined> {
  try {
    return await transport.request(request);
  } catch (error) {
    if (mayRepeat && isLost(error)) return undefined;
    throw error;
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ConnectionFailure && (error.trouble === 'dropped' || error.trouble === 'unreachable');
}

function waitFor(delayMs: number, clock: ClientClock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

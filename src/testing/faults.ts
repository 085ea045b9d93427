import type { ApiReply, ApiRequest, Interceptor } from '../api/dispatcher';
import type { Clock } from '../shared/time/clock';
import type { Duration } from './duration';
import { milliseconds } from './duration';

/** Requests that a fault applies to: `POST /channels`, `DELETE /channels/*`; `*` for all. */
export type RequestPattern = string;

interface Fault {
  readonly matches: (request: ApiRequest) => boolean;
  readonly apply: Interceptor;
  /** How often it happens still. */
  left: number;
}

export interface FaultsDeps {
  readonly clock: () => Clock;
  readonly dropSockets: (application: string | undefined) => number;
  readonly restart: () => Promise<void>;
}

/** Things that go wrong on purpose. */
export class Faults {
  readonly #faults = new Set<Fault>();

  constructor(private readonly deps: FaultsDeps) {}

  /** Breaks the event sockets of an application, or all of them. Returns how many. */
  dropSocket(application?: string): number {
    return this.deps.dropSockets(application);
  }

  /** Answers matching requests later. The result ends that. */
  delay(pattern: RequestPattern, duration: Duration, times = Infinity): () => void {
    const after = milliseconds(duration);
    return this.#add(
      pattern,
      times,
      (request, next) =>
        new Promise<ApiReply>((resolve) => {
          this.deps.clock().after(after, () => resolve(next(request)));
        }),
    );
  }

  /** Refuses matching requests with this status. The result ends that. */
  refuse(pattern: RequestPattern, status = 503, times = Infinity): () => void {
    const body = { message: `refused by a test with ${status}`, code: 'test-fault', request_id: 'test-fault' };
    return this.#add(pattern, times, () => ({ status, body }));
  }

  /** Carries matching requests out and breaks the event sockets before they are answered. */
  dropBeforeAnswer(pattern: RequestPattern, times = 1): () => void {
    return this.#add(pattern, times, (request, next) => {
      const reply = next(request);
      this.deps.dropSockets(undefined);
      return reply;
    });
  }

  /** Stops the server and starts it anew at the same address. All calls end; stored objects stay. */
  restart(): Promise<void> {
    return this.deps.restart();
  }

  clear(): void {
    this.#faults.clear();
  }

  readonly interceptor: Interceptor = (request, next) => {
    // Opening a socket is not an operation with an answer.
    if (request.path === '/events') return next(request);
    for (const fault of this.#faults) {
      if (!fault.matches(request)) continue;
      fault.left -= 1;
      if (fault.left <= 0) this.#faults.delete(fault);
      return fault.apply(request, next);
    }
    return next(request);
  };

  #add(pattern: RequestPattern, left: number, apply: Interceptor): () => void {
    const fault = { matches: matcherOf(pattern), apply, left };
    this.#faults.add(fault);
    return () => void this.#faults.delete(fault);
  }
}

function matcherOf(pattern: RequestPattern): (request: ApiRequest) => boolean {
  if (pattern === '*') return () => true;
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(pattern) ?? [];
  if (method === '') throw new TypeError(`a pattern of requests is such as 'POST /channels/*', got '${pattern}'`);
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`);
  return (request) => request.method === method && expression.test(request.path);
}

/** The body of every error answer: a readable message, and fields for programs. */
export interface FailureBody {
  readonly message: string;
  readonly code: FailureCode;
  readonly parameter?: string;
  readonly allowed?: string;
  readonly request_id: string;
}

export type FailureCode =
  | 'parameter-missing'
  | 'parameter-invalid'
  | 'body-invalid'
  | 'request-invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'method-forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'not-acceptable'
  | 'conflict'
  | 'wrong-state'
  | 'body-too-large'
  | 'range-unsatisfiable'
  | 'unprocessable'
  | 'upgrade-required'
  | 'too-many-failures'
  | 'headers-too-large'
  | 'fault'
  | 'module-not-loaded'
  | 'not-served'
  | 'unavailable';

const codes: Readonly<Record<number, FailureCode>> = {
  400: 'request-invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  408: 'request-timeout',
  409: 'conflict',
  412: 'wrong-state',
  413: 'body-too-large',
  416: 'range-unsatisfiable',
  422: 'unprocessable',
  426: 'upgrade-required',
  429: 'too-many-failures',
  431: 'headers-too-large',
  501: 'not-served',
  503: 'unavailable',
};

/** The code of an answer without a more precise one than its status. */
export function codeFor(status: number): FailureCode {
  return codes[status] ?? 'fault';
}

/** Names requests, so that an answer and the log can speak of the same one: unique while the process lives, and cheap. */
export class RequestIds {
  #count = 0;

  constructor(private readonly run: string) {}

  next(): string {
    this.#count += 1;
    return `${this.run}-${this.#count.toString(36)}`;
  }
}

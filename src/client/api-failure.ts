import { isJsonObject } from '../contract/json';

/** The server understood the request and answered that it failed. `message` is in the server's own words. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** `channels.originate` */
    readonly operation: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An error answer as every door delivers it. */
export interface ErrorAnswer {
  readonly status: number;
  /** Reason phrase of the status line, possibly empty. */
  readonly reason: string;
  readonly text: string;
}

export function failureFrom(operation: string, { status, reason, text }: ErrorAnswer): ApiFailure {
  return new ApiFailure(operation, status, messageIn(text) ?? (reason === '' ? `status ${status}` : reason));
}

/** Servers put their words under `message`; some use `error`. A proxy's HTML page is ignored. */
function messageIn(text: string): string | undefined {
  const body = parsed(text);
  if (!isJsonObject(body)) return undefined;
  return [body['message'], body['error']].find((words) => typeof words === 'string');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

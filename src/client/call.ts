import type { Method } from '../contract/route';
import { failureFrom } from './api-failure';
import { ConnectionFailure } from './connection-failure';
import { placeParameters } from './place-parameters';
import type { RequestOptions, Transport, TransportAnswer } from './transport';

/** One operation as the client needs to know it: where it lives, which parameter goes where, what comes back. */
export interface Call<Result> {
  /** `channels.originate` */
  readonly operation: string;
  readonly method: Method;
  /** Template with `{name}` segments. */
  readonly path: string;
  /** Parameters that travel in the query string. */
  readonly query?: readonly string[];
  /** Parameters that travel as members of a JSON body. */
  readonly body?: readonly string[];
  /** The parameter that is the JSON body itself. */
  readonly wholeBody?: string;
  readonly answer: AnswerForm<Result>;
}

/** How the body of a successful answer is read. */
export interface AnswerForm<Result> {
  readonly binary: boolean;
  readonly read: (answer: TransportAnswer) => Result;
}

/** A body of the given type. The cast trusts the server to keep to its own description. */
export const json = <Result>(): AnswerForm<Result> => ({
  binary: false,
  read: (answer) => JSON.parse(answer.text()) as Result,
});

/** No body, or none that matters. */
export const nothing: AnswerForm<void> = { binary: false, read: () => undefined };

/** A body that is not JSON, as a whole. */
export const bytes: AnswerForm<Uint8Array> = { binary: true, read: (answer) => answer.bytes() };

/** Parameters as a caller gives them: what the server fills in by itself may be left out. */
export type WithDefaults<Params, Defaulted extends keyof Params> = Omit<Params, Defaulted> &
  Partial<Pick<Params, Defaulted>>;

/** Performs one call and returns its body; throws an ApiFailure or a ConnectionFailure. */
export type Send = <Result>(call: Call<Result>, params: object, options?: RequestOptions) => Promise<Result>;

export function sendOver(transport: Transport): Send {
  return async (call, params, options) => {
    const answer = await transport.request({ ...options, ...placeParameters(call, params) });
    const { status, reason } = answer;
    if (status < 200 || status > 299) throw failureFrom(call.operation, { status, reason, text: answer.text() });
    return readBody(call, answer);
  };
}

function readBody<Result>({ operation, answer: form }: Call<Result>, answer: TransportAnswer): Result {
  try {
    return form.read(answer);
  } catch (cause) {
    throw new ConnectionFailure('garbled', `${operation} was answered with ${answer.status} but not with JSON`, {
      cause,
    });
  }
}

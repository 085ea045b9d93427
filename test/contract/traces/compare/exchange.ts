import type { Answer } from './compare-response';
import type { Json, JsonObject, RequestStep, ResponseStep } from '../recording/trace';
import { isObject, listOf, parsed } from '../recording/trace';

/** A request, what was answered in the recording, and what our server has answered. */
export interface Exchange {
  /** The number of an HTTP request; socket and id of one that came over a websocket; the socket of a handshake. */
  readonly key: string;
  /** Which of our actions it was. */
  readonly window: number;
  readonly method: string;
  /** As it was sent: `/ari/channels?x=1`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Below `/ari`, decoded: `['channels', 'c1', 'play']`. */
  readonly segments: readonly string[];
  /** As they were sent, wherever they stood; a parameter that was given twice is a list. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly recorded: Pick<ResponseStep, 'status' | 'error' | 'body'>;
  readonly answer: Answer;
}

/** The body of a refusal. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly parameter: string | undefined;
}

/** Everything that stands in the query and in the body, whether it is a parameter or not. The body beats the query. */
export function parametersOf({
  target,
  headers,
  body,
}: Pick<RequestStep, 'target' | 'headers' | 'body'>): Map<string, Json> {
  const parameters = queryOf(target.split('?').slice(1).join('?'));
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (body === undefined) return parameters;
  if (/x-www-form-urlencoded/i.test(type)) return new Map([...queryOf(body), ...parameters]);
  const json = /json/i.test(type) ? parsed(body) : undefined;
  return isObject(json) ? new Map([...parameters, ...Object.entries(json)]) : parameters;
}

/** The path below `/ari`, in decoded pieces. */
export function segmentsOf(target: string): readonly string[] {
  const [path = ''] = target.split('?');
  return path
    .replace(/^\/(ari(\/|$))?/, '')
    .split('/')
    .map((segment) => decoded(segment));
}

/** What our server says about its refusal; undefined when it has not refused. */
export function failureOf({ answer }: Exchange): Failure | undefined {
  const body = parsed(answer.text);
  if (answer.status < 400 || !isObject(body)) return undefined;
  const { code, message, parameter } = body;
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    parameter: typeof parameter === 'string' ? parameter : undefined,
  };
}

export function isRefused(status: number | undefined): boolean {
  return status === undefined || status >= 400;
}

/** Our answer as JSON. */
export function bodyOf({ answer }: Exchange): JsonObject | undefined {
  const body = parsed(answer.text);
  return isObject(body) ? body : undefined;
}

function queryOf(query: string): Map<string, Json> {
  const parameters = new Map<string, Json>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(
      name,
      before === undefined ? value : [...(Array.isArray(before) ? listOf(before) : [before]), value],
    );
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

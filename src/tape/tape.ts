import type { JsonValue } from '../contract/json';

/** When a step happened, in milliseconds since the beginning. */
interface At {
  readonly ms: number;
}

export interface RequestStep extends At {
  readonly kind: 'request';
  /** The same for a request and its answer. */
  readonly n: number;
  readonly method: string;
  /** With its query, without the key that it may be authenticated by. */
  readonly uri: string;
  /** JSON, or a text that is none. */
  readonly body?: JsonValue;
}

export interface ResponseStep extends At {
  readonly kind: 'response';
  readonly n: number;
  readonly status: number;
  readonly reason: string;
  readonly body?: JsonValue;
}

export interface ConnectStep extends At {
  readonly kind: 'ws-connect';
  /** The name of the socket from then on. */
  readonly ws: string;
  readonly uri: string;
}

/** What a client and a server said to each other. */
export type TapeStep =
  | RequestStep
  | ResponseStep
  | ConnectStep
  | (At & { readonly kind: 'ws-open'; readonly ws: string; readonly status: 101 })
  | (At & { readonly kind: 'ws-rejected'; readonly ws: string; readonly status: number; readonly body?: JsonValue })
  | (At & { readonly kind: 'event'; readonly ws: string; readonly event: JsonValue })
  | (At & { readonly kind: 'ws-send'; readonly ws: string; readonly json: JsonValue })
  /** By the client. */
  | (At & { readonly kind: 'ws-close'; readonly ws: string })
  | (At & { readonly kind: 'ws-closed'; readonly ws: string; readonly code: number; readonly reason: string });

/** A step without its time. */
export type NewStep = TapeStep extends infer Step ? (Step extends At ? Omit<Step, 'ms'> : never) : never;

const kinds: ReadonlySet<string> = new Set([
  ...['request', 'response', 'ws-connect', 'ws-open', 'ws-rejected', 'event', 'ws-send', 'ws-close', 'ws-closed'],
]);

export const tapeHead = (name: string): string => `${JSON.stringify({ scenario: name }).slice(0, -1)},"steps":[\n`;
export const tapeEnd = '\n]}\n';

/** The steps of a file, one in a line. One whose recorder was killed has no end. Throws when the text is not a session. */
export function readTape(text: string): readonly TapeStep[] {
  const lines = text.split('\n').map((line) => line.replace(/,?$/, ''));
  const steps = lines.filter((line) => line.startsWith('{"ms":')).map(readStep);
  if (steps.length === 0) throw new Error('the file holds no recorded session');
  return steps.filter(({ kind }) => kinds.has(kind));
}

function readStep(line: string): TapeStep {
  try {
    return JSON.parse(line) as TapeStep;
  } catch {
    throw new Error(`a line of the recorded session is broken: ${line.slice(0, 80)}`);
  }
}

const secretName = /password|passwd|secret/i;

/** A body as it is recorded: JSON where it is, secrets masked. */
export function recordedBody(text: string): { readonly body?: JsonValue } {
  if (text === '') return {};
  try {
    return {
      body: JSON.parse(text, (name, value: JsonValue) =>
        secretName.test(name) && typeof value === 'string' ? '********' : value,
      ) as JsonValue,
    };
  } catch {
    return { body: text };
  }
}

/** A target without the credentials in it. */
export function recordedTarget(target: string): string {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  const parameters = new URLSearchParams(query);
  parameters.delete('api_key');
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

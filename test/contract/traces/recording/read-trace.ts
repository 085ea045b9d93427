import { readMediaBytes, readMediaText } from './media-messages';
import type { AcceptStep, ConfigStep, EventStep, Json, JsonObject, SendStep, SipStep, Step, Trace } from './trace';
import { isObject, textOf } from './trace';

interface At {
  readonly ms: number;
}

export function readTrace(json: Json): Trace {
  const { scenario, about, steps } = objectOf(json);
  const name = textOf(scenario);
  return { id: name.slice(0, 4), name, about: textOf(about), steps: membersOf(steps).map(readStep) };
}

/** The name of the socket on a websocket server of the recorder, where the step names none. */
const serverSockets: Readonly<Record<string, string>> = { media: 'media server', outbound: 'application server' };

function readStep(json: Json): Step {
  const fields = objectOf(json);
  const at = { ms: numberOf(fields['ms']) };
  const name = textOf(fields['kind']);
  // Steps of sockets that the server has opened are those of other sockets by another name.
  const [, server, rest] = /^(media|outbound)-(.+)$/.exec(name) ?? [];
  const kind = rest === undefined ? name : rest === 'event' ? rest : `ws-${rest}`;
  const named = server === undefined ? fields : { ws: serverSockets[server] ?? '', server, ...fields };
  return readers[kind]?.(named, at) ?? { ...at, kind: 'unknown', name };
}

const readers: Readonly<Record<string, (fields: JsonObject, at: At) => Step>> = {
  request: readRequest,
  response: readResponse,
  event: (fields, at) => ({ ...at, kind: 'event', ws: wsOf(fields), event: objectOf(fields['event']) }),
  'ws-connect': readConnect,
  'ws-open': (fields, at) => ({
    ...at,
    kind: 'ws-opening',
    ws: wsOf(fields),
    status: 101,
    protocol: textOf(fields['protocol']),
  }),
  'ws-rejected': (fields, at) => ({
    ...at,
    kind: 'ws-opening',
    ws: wsOf(fields),
    status: numberOf(fields['status']),
    protocol: '',
  }),
  'ws-accept': readAccept,
  'ws-send': (fields, at) => ({ ...at, kind: 'ws-send', ws: wsOf(fields), data: readData(fields) }),
  'ws-closed': (fields, at) => ({ ...at, kind: 'ws-closed', ws: wsOf(fields), code: numberOf(fields['code']) }),
  'ws-close': (fields, at) => ({ ...at, kind: 'ws-close', ws: wsOf(fields) }),
  'ws-abort': (fields, at) => ({ ...at, kind: 'ws-abort', ws: wsOf(fields) }),
  'ws-pong': (fields, at) => ({ ...at, kind: 'ws-pong', ws: wsOf(fields), data: textOf(fields['data']) }),
  'ws-text': (fields, at) => mediaEvent(wsOf(fields), readMediaText(textOf(fields['text'])), at),
  'ws-json': (fields, at) => mediaEvent(wsOf(fields), readMediaText(textOf(fields['json'])), at),
  'ws-binary': (fields, at) => mediaEvent(wsOf(fields), readMediaBytes(numberOf(fields['bytes'])), at),
  note: (fields, at) => ({ ...at, kind: 'note', text: textOf(fields['text']) }),
  config: readConfig,
  sip: readSip,
  'raw-request': (fields, at) => ({
    ...at,
    kind: 'raw-request',
    n: numberOf(fields['n']),
    text: textOf(fields['text']),
  }),
  'raw-response': (fields, at) => ({
    ...at,
    kind: 'raw-response',
    n: numberOf(fields['n']),
    text: textOf(fields['text']),
    isClosed: fields['end'] === 'peer closed',
  }),
};

function mediaEvent(ws: string, event: JsonObject, at: At): EventStep {
  return { ...at, kind: 'event', ws, event };
}

function readAccept(fields: JsonObject, at: At): AcceptStep {
  return {
    ...at,
    kind: 'ws-accept',
    role: fields['server'] === 'media' ? 'media' : 'application',
    ws: wsOf(fields),
    path: textOf(fields['path']),
    protocol: textOf(fields['protocol']),
    headers: textsOf(fields['headers']),
  };
}

function readRequest(fields: JsonObject, at: At): Step {
  const { body, query, queryString, uri } = fields;
  const text = queryString === undefined ? queryText(query) : textOf(queryString);
  const isJson = body !== undefined && typeof body !== 'string';
  return {
    ...at,
    kind: 'request',
    n: numberOf(fields['n']),
    method: textOf(fields['method']),
    target: unfold(text === '' ? textOf(uri) : `${textOf(uri)}?${text}`),
    auth: authOf(fields['auth']),
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...textsOf(fields['headers']) },
    body: body === undefined ? undefined : unfold(isJson ? JSON.stringify(body) : body),
  };
}

function readResponse(fields: JsonObject, at: At): Step {
  const { error } = fields;
  return {
    ...at,
    kind: 'response',
    n: numberOf(fields['n']),
    status: error === undefined ? numberOf(fields['status']) : undefined,
    error: error === undefined ? undefined : textOf(error),
    headers: textsOf(fields['headers']),
    body: fields['body'],
    isSummarised: fields['summarised'] === true,
  };
}

function readConnect(fields: JsonObject, at: At): Step {
  return {
    ...at,
    kind: 'ws-connect',
    ws: wsOf(fields),
    uri: textOf(fields['uri']),
    auth: authOf(fields['auth']),
    protocols: membersOf(fields['protocols'] ?? []).map(textOf),
  };
}

function readData({ json, text, binaryBytes }: JsonObject): SendStep['data'] {
  if (typeof binaryBytes === 'number') return { binaryBytes };
  return unfold(json === undefined ? textOf(text) : JSON.stringify(json));
}

function readConfig({ ms: _ms, kind: _kind, ...files }: JsonObject, at: At): ConfigStep {
  const lines = Object.entries(files).map(([name, text]) => [name, membersOf(text).map(textOf)] as const);
  return { ...at, kind: 'config', files: Object.fromEntries(lines) };
}

function readSip(fields: JsonObject, at: At): SipStep {
  const { sdp, body } = fields;
  return {
    ...at,
    kind: 'sip',
    ua: textOf(fields['ua']),
    isOurs: fields['dir'] === 'to server',
    line: textOf(fields['line']),
    callId: textOf(fields['callId']),
    headers: textsOf(fields['headers']),
    description: sdp === undefined ? undefined : membersOf(sdp).map(textOf),
    body: body === undefined ? undefined : textOf(body),
  };
}

/** Absent: the usual user. A query that carries the credentials: no header beside it. */
function authOf(auth: Json | undefined): string | null {
  if (auth === undefined) return 'asterisk:asterisk';
  if (typeof auth === 'string' || auth === null) return auth;
  const { basic } = objectOf(auth);
  return typeof basic === 'string' ? basic : null;
}

/** The recorder wrote long values as `x*3000`, and cut off a long text of JSON: `{"value":"xxx… (5029 bytes)`. */
function unfold(text: string): string {
  return text
    .replace(/x\*(\d{4,})/g, (_all, count: string) => 'x'.repeat(Number(count)))
    .replace(
      /^(.*x)… \((\d+) bytes\)$/,
      (_all, start: string, size: string) => `${start.padEnd(Number(size) - 2, 'x')}"}`,
    );
}

function queryText(query: Json | undefined): string {
  if (query === undefined) return '';
  const pairs = Array.isArray(query) ? (query as readonly Json[]).map(membersOf) : Object.entries(objectOf(query));
  return pairs
    .map(([name, value]) => `${encodeURIComponent(textOf(name))}=${encodeURIComponent(textOf(value))}`)
    .join('&');
}

const wsOf = (fields: JsonObject): string => textOf(fields['ws']);

function numberOf(json: Json | undefined): number {
  return typeof json === 'number' ? json : 0;
}

function membersOf(json: Json | undefined): readonly Json[] {
  if (Array.isArray(json)) return json as readonly Json[];
  throw new Error(`expected a list in the recording, found ${JSON.stringify(json)}`);
}

function objectOf(json: Json | undefined): JsonObject {
  if (isObject(json)) return json;
  throw new Error(`expected an object in the recording, found ${JSON.stringify(json)}`);
}

function textsOf(json: Json | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(json === undefined ? {} : objectOf(json)).map(([k, v]) => [k, textOf(v)]));
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** When a step happened, in milliseconds since the recording began. */
interface At {
  readonly ms: number;
}

export interface RequestStep extends At {
  readonly kind: 'request';
  readonly n: number;
  readonly method: string;
  /** With its query, as it stands in the request line. */
  readonly target: string;
  /** `name:password`; null for none. */
  readonly auth: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ResponseStep extends At {
  readonly kind: 'response';
  readonly n: number;
  /** Undefined where there was no answer that the recorder could read. */
  readonly status: number | undefined;
  /** What the recorder met instead of an answer: `ECONNRESET`. */
  readonly error: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly isSummarised: boolean;
}

export interface EventStep extends At {
  readonly kind: 'event';
  readonly ws: string;
  readonly event: JsonObject;
}

export interface ConnectStep extends At {
  readonly kind: 'ws-connect';
  readonly ws: string;
  readonly uri: string;
  readonly auth: string | null;
  readonly protocols: readonly string[];
}

/** The end of a handshake: 101 when the socket is open. */
export interface OpeningStep extends At {
  readonly kind: 'ws-opening';
  readonly ws: string;
  readonly status: number;
  readonly protocol: string;
}

export interface SendStep extends At {
  readonly kind: 'ws-send';
  readonly ws: string;
  readonly data: string | { readonly binaryBytes: number };
}

export interface ClosedStep extends At {
  readonly kind: 'ws-closed';
  readonly ws: string;
  readonly code: number;
}

export interface ConfigStep extends At {
  readonly kind: 'config';
  /** Lines to add, by file. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** The server has connected to a websocket server of the recorder. */
export interface AcceptStep extends At {
  readonly kind: 'ws-accept';
  readonly role: 'application' | 'media';
  readonly ws: string;
  readonly path: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RawResponseStep extends At {
  readonly kind: 'raw-response';
  readonly n: number;
  /** One answer or several, as they came. */
  readonly text: string;
  readonly isClosed: boolean;
}

/** A SIP message between a phone of the recorder and the server. Acknowledgements and repetitions were left out. */
export interface SipStep extends At {
  readonly kind: 'sip';
  /** Which phone. */
  readonly ua: string;
  readonly isOurs: boolean;
  /** `BYE sip:127.0.0.1:5060 SIP/2.0` or `SIP/2.0 200 OK`. */
  readonly line: string;
  readonly callId: string;
  /** Some of them; tags are `…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lines of a session description, with `<port>` for the ports of audio; undefined where there is none. */
  readonly description: readonly string[] | undefined;
  readonly body: string | undefined;
}

/** What a phone of the recorder did without a message that was written down. */
export type PhoneAction =
  | { readonly do: 'register' | 'unregister'; readonly ua: string; readonly contact: string }
  | { readonly do: 'press-key'; readonly callId: string; readonly key: string; readonly milliseconds: number }
  | { readonly do: 'answer-options'; readonly ua: string; readonly answers: boolean };

/** Something that the recorder did besides the steps it wrote down. */
export type HiddenAction =
  | PhoneAction
  /** Sets options of `[general]` in ari.conf, from the original file on; null takes an option out. */
  | { readonly do: 'set-options'; readonly options: Readonly<Record<string, string | null>> }
  | { readonly do: 'restore-files' }
  | { readonly do: 'restore-and-reload'; readonly modules: readonly string[] }
  /** The way back when the interface is switched off. */
  | { readonly do: 'restore-and-restart' }
  | { readonly do: 'close-socket' | 'abort-socket'; readonly ws: string }
  | { readonly do: 'stop-media-server' }
  | { readonly do: 'send-audio'; readonly ws: string; readonly frames: number; readonly bytes: number }
  /** Puts a file where a recording needs a folder. */
  | { readonly do: 'block-folder'; readonly name: string };

/** What the recorder did without writing it down; hidden-actions.ts finds it. */
export interface ActionStep extends At {
  readonly kind: 'action';
  readonly action: HiddenAction;
}

export type Step =
  | RequestStep
  | ResponseStep
  | EventStep
  | ConnectStep
  | OpeningStep
  | SendStep
  | ClosedStep
  | ConfigStep
  | AcceptStep
  | RawResponseStep
  | ActionStep
  | SipStep
  | (At & { readonly kind: 'raw-request'; readonly n: number; readonly text: string })
  | (At & { readonly kind: 'ws-close' | 'ws-abort'; readonly ws: string })
  | (At & { readonly kind: 'ws-pong'; readonly ws: string; readonly data: string })
  | (At & { readonly kind: 'note'; readonly text: string })
  | (At & { readonly kind: 'unknown'; readonly name: string });

/** A recorded session with the reference server. */
export interface Trace {
  /** `0301` */
  readonly id: string;
  /** `0301-originate-app` */
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A text as it is, nothing as nothing, and everything else as JSON. */
export function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : json === undefined || json === null ? '' : JSON.stringify(json);
}

/** The members of a list; none of anything else. */
export function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : [];
}

export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Replaces texts wherever they stand in the trace, also where they are percent-encoded. */
export function replaceInTrace(trace: Trace, pairs: readonly (readonly [from: string, to: string])[]): Trace {
  const all = pairs.flatMap(([from, to]) => [
    [from, to] as const,
    [encodeURIComponent(from), encodeURIComponent(to)] as const,
  ]);
  return JSON.parse(JSON.stringify(trace), (_key, value: unknown) =>
    typeof value === 'string' ? all.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value,
  ) as Trace;
}

import type { RequestContext } from './handler';
import type { JsonValue } from './json';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One line of the generated route table: everything a door needs to know about an operation. */
export interface Route<Operations> {
  /** `channels.originate` */
  readonly operation: string;
  readonly method: Method;
  /** Template with `{name}` segments; `aliases` are further spellings of it. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly since: string;
  readonly modules: readonly string[];
  /** What it is to a user who is limited to some applications. */
  readonly limited: 'allowed' | 'refused' | 'own';
  /** The kind of objects in its answer, of which such a user is shown only its own. */
  readonly lists?: ObjectKind;
  /** Which node of a cluster carries it out. */
  readonly owner: OperationOwner;
  readonly success: number;
  /** Every status the handler may answer with besides `success`. */
  readonly errors: readonly number[];
  readonly parameters: readonly RouteParameter[];
  readonly validate: Validator;
  /** Subprotocol of a websocket upgrade; the door serves such a route itself, without a handler. */
  readonly websocketProtocol?: string;
  /** The handler of this operation, or undefined when its resource is not served. */
  readonly bind: (operations: Partial<Operations>) => BoundHandler | undefined;
}

/** Takes parameters that have passed `validate`: the cast to the operation's own type is in the generated code. */
export type BoundHandler = (params: unknown, context: RequestContext) => Answer | Promise<Answer>;

/** Any reply or refusal, as the door sees it. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
  readonly message?: string;
}

export interface RouteParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body' | 'whole-body';
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'json';
  readonly required?: true;
  readonly multiple?: true;
  readonly enum?: readonly string[];
  /** The enum's values are recognised in any letter case. */
  readonly ignoreCase?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values that a list takes. */
  readonly maxItems?: number;
  readonly names?: NamedKind;
  /** The kind of object that gets the value as its id. */
  readonly claims?: ClaimedKind;
  /** The channels that it names may be on other nodes of a cluster: these are asked before the operation is carried out. */
  readonly onAnyNode?: true;
  /** The node of a cluster that has the bridge which it names carries out the operation, if it takes new calls. */
  readonly near?: true;
}

/**
 * Which node of a cluster carries out an operation. `any`: the one that is asked, or another one that takes calls;
 * `every`: all of them, and their answers are merged; `here`: the one that is asked; `shared`: the one that is asked, on
 * state that all have; or the one that has the object which a parameter names.
 */
export type OperationOwner =
  | 'any'
  | 'every'
  | 'here'
  | 'shared'
  | { readonly kind: OwnedKind; readonly parameter: string };

/** Kinds of objects whose ids clients may choose. */
export type ClaimedKind = 'channel' | 'bridge' | 'playback' | 'liveRecording';

/** Kinds of objects that one node has. `source`: event sources, each of which names another object. */
export type OwnedKind = ClaimedKind | 'application' | 'storedRecording' | 'phone' | 'node' | 'source';

/** Kinds of objects that belong to applications, or to none. */
export type ObjectKind =
  | 'application'
  | 'channel'
  | 'bridge'
  | 'playback'
  | 'liveRecording'
  | 'storedRecording'
  /** Devices and mailboxes belong to the application of their name. */
  | 'device'
  | 'mailbox';

/** What the value of a parameter stands for. */
export type NamedKind =
  | ObjectKind
  /** A channel that is offered to applications. */
  | 'offer'
  | 'eventSource'
  /** URIs of what is to be played, recordings among them. */
  | 'media'
  /** Names of variables and functions; of an object, its keys. */
  | 'variable'
  /** A stored recording of that name may be replaced. */
  | 'recordingToMake'
  /** What to call; a websocket client belongs to the application of its name. */
  | 'endpoint'
  /** The same for the other side of external media, as its transport is. */
  | 'externalHost'
  /** The id of what is to be made. */
  | 'new'
  | 'nothing';

/** Ajv's standalone functions: true, or false with the reasons left in `errors`. Fills in declared defaults. */
export interface Validator {
  (params: Record<string, JsonValue>): boolean;
  errors?: readonly ValidationError[] | null;
}

export interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

import { bridgeId, channelId, playbackId } from '../shared/ids';
import type { BridgeId } from '../shared/ids';
import type { JsonValue } from '../contract/json';
import type { Answer, NamedKind, Route, RouteParameter } from '../contract/route';
import { when } from '../shared/scheduling/when';
import { parseSubject, subject } from '../stasis/subject';
import { ownItems, withoutStrangers } from './own-items';
import type { Limited, Ownership } from './ownership';
import { Stranger } from './stranger';
import { staysWithinCall } from './variable-names';

export type LimitedRoute = Pick<Route<never>, 'operation' | 'method' | 'limited' | 'lists' | 'parameters'>;
type Params = Readonly<Record<string, JsonValue>>;

/** A request as passed to the handler, and the mapping of its answer. */
export interface LimitedCall {
  readonly params: Params;
  readonly settle: (answer: Answer) => Answer | Promise<Answer>;
}

export interface Refused {
  readonly refused: string;
}

/** The rights of users who are limited to applications. One place for all operations, driven by the spec. */
export class Limits {
  constructor(private readonly ownership: Ownership) {}

  /** The call as such a user may make it. */
  admit(route: LimitedRoute, params: Params, limited: Limited): LimitedCall | Refused {
    const stranger = new Stranger();
    const admission = new Admission({ ownership: this.ownership, route, params, limited, stranger });
    const admitted: Record<string, JsonValue> = { ...params };
    for (const parameter of route.parameters) {
      if (parameter.names === undefined) continue;
      const value = admission.admit(parameter, parameter.names, params[parameter.name]);
      if (value !== undefined && value !== null && typeof value === 'object' && 'refused' in value)
        return value as unknown as Refused;
      if (value !== undefined) admitted[parameter.name] = value;
      if (parameter.names === 'recordingToMake' && !this.#mayReplace(limited, value)) admitted['ifExists'] = 'fail';
    }
    return { params: admitted, settle: (answer) => this.#settle(answer, { route, limited, stranger }) };
  }

  /** The recordings of others are not overwritten and not appended to. */
  #mayReplace(limited: Limited, name: JsonValue | undefined): boolean {
    return typeof name === 'string' && this.ownership.hasStoredRecording(limited, name);
  }

  #settle(
    answer: Answer,
    { route, limited, stranger }: { route: LimitedRoute; limited: Limited; stranger: Stranger },
  ): Answer | Promise<Answer> {
    if (answer.message !== undefined) return { ...answer, message: stranger.unmask(answer.message) };
    const viewer = { ownership: this.ownership, limited };
    const shown = (item: unknown): unknown =>
      bridgeOperations.has(route.operation) ? withoutStrangers(item, viewer) : item;
    const { body } = answer;
    if (!Array.isArray(body) || route.lists === undefined)
      return body === undefined ? answer : { ...answer, body: shown(body) };
    return when(ownItems(body, route.lists, viewer), (items) => ({ ...answer, body: items.map(shown) }));
  }
}

/** Operations that answer with bridges, which show the channels in them. */
export const bridgeOperations: ReadonlySet<string> = new Set([
  'bridges.list',
  'bridges.create',
  'bridges.createWithId',
  'bridges.get',
]);

interface AdmissionDeps {
  readonly ownership: Ownership;
  readonly route: LimitedRoute;
  readonly params: Params;
  readonly limited: Limited;
  readonly stranger: Stranger;
}

/** Looks at the parameters of one call. */
class Admission {
  constructor(private readonly deps: AdmissionDeps) {}

  /** The value that the handler gets, or why it gets none. */
  admit({ name }: RouteParameter, kind: NamedKind, value: JsonValue | undefined): JsonValue | Refused | undefined {
    if (kind === 'application' && isLeftOut(value))
      return { refused: `this user has to name one of its applications: give '${name}'` };
    if (isLeftOut(value)) return value;
    if (kind === 'variable') return this.#variables(value);
    if (Array.isArray(value)) return this.#each(value as readonly JsonValue[], kind);
    return typeof value === 'string' ? this.#one(value, kind) : value;
  }

  #each(values: readonly JsonValue[], kind: NamedKind): JsonValue | Refused {
    const admitted: JsonValue[] = [];
    for (const value of values) {
      const one = typeof value === 'string' ? this.#one(value, kind) : value;
      if (isRefused(one)) return one;
      admitted.push(one);
    }
    return admitted;
  }

  #one(value: string, kind: NamedKind): string | Refused {
    const { ownership, limited, stranger } = this.deps;
    const orStranger = (isOwn: boolean): string => (isOwn ? value : stranger.mask(value));
    switch (kind) {
      case 'application':
        return limited.mayUse(value) ? value : { refused: `this user may not use the application ${value}` };
      case 'channel':
        return orStranger(ownership.hasChannel(limited, value));
      case 'bridge':
        return this.#bridge(bridgeId(value));
      case 'playback':
        return orStranger(ownership.hasPlayback(limited, playbackId(value)));
      case 'liveRecording':
        return orStranger(ownership.hasLiveRecording(limited, value));
      case 'storedRecording':
        return orStranger(ownership.hasStoredRecording(limited, value));
      case 'offer':
        return orStranger(ownership.isOffered(limited, channelId(value)));
      case 'device':
        return ownership.hasDevice(limited, value) ? value : notTheirs('the device', value);
      case 'mailbox':
        return ownership.hasMailbox(limited, value) ? value : notTheirs('the mailbox', value);
      case 'media':
        return this.#media(value);
      case 'endpoint':
        return this.#client(/^websocket\/([^/]*)/i.exec(value)?.[1]) ?? value;
      case 'externalHost':
        return this.#client(this.deps.params['transport'] === 'websocket' ? value : undefined) ?? value;
      case 'eventSource':
        return this.#eventSource(value);
      case 'variable':
      case 'recordingToMake':
      case 'new':
      case 'nothing':
        return value;
    }
  }

  /** Why a call may not be made over the connection of a websocket client; undefined where it may. */
  #client(id: string | undefined): Refused | undefined {
    // `INCOMING` stands in place of a client for calls that wait for a connection.
    if (id === undefined || id.toUpperCase() === 'INCOMING' || this.deps.limited.mayUse(id)) return undefined;
    return notTheirs('the websocket client', id);
  }

  #bridge(id: BridgeId): string | Refused {
    const { ownership, limited, stranger, route } = this.deps;
    const belonging = ownership.ofBridge(limited, id);
    if (belonging === 'foreign') return stranger.mask(id);
    if (belonging === 'own' || route.method === 'GET') return id;
    return { refused: `the bridge ${id} has channels of other applications in it: it can be seen, not changed` };
  }

  /** Whether or not the recording exists: the refusal must not reveal it. */
  #media(uri: string): string | Refused {
    const { ownership, limited } = this.deps;
    const [, scheme = '', name = ''] = /^(\w+):([^]*)$/.exec(uri) ?? [];
    if (scheme === 'recording' && !ownership.hasStoredRecording(limited, name)) return notTheirs('the recording', name);
    return scheme === 'sound' && name.startsWith('/') ? notTheirs('the file', name) : uri;
  }

  #eventSource(text: string): string | Refused {
    const { ownership, limited, stranger } = this.deps;
    const { kind, id } = parseSubject(text) ?? {};
    // Everything of a kind can be subscribed to: foreign events are not delivered.
    if (kind === undefined || id === undefined || id === '') return text;
    if (kind === 'deviceState') return ownership.hasDevice(limited, id) ? text : notTheirs('the device', id);
    const isSeen =
      kind === 'channel' ? ownership.hasChannel(limited, id) : kind === 'bridge' && this.#mayNameBridge(bridgeId(id));
    return isSeen ? text : subject(kind, stranger.mask(id));
  }

  /** A user event shows its bridges completely, so only own bridges are allowed. */
  #mayNameBridge(id: BridgeId): boolean {
    const belonging = this.deps.ownership.ofBridge(this.deps.limited, id);
    return belonging === 'own' || (belonging === 'shared' && this.deps.route.operation !== 'events.userEvent');
  }

  #variables(value: JsonValue | undefined): JsonValue | Refused | undefined {
    const foreign = namesIn(value).find((name) => !staysWithinCall(name));
    if (foreign === undefined) return value;
    return { refused: `this user may use variables and functions of its own calls, and not ${foreign.slice(0, 80)}` };
  }
}

function isLeftOut(value: JsonValue | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

function isRefused(value: JsonValue | Refused): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

function notTheirs(what: string, name: string): Refused {
  return { refused: `${what} ${name.slice(0, 80)} does not belong to an application of this user` };
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(String);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

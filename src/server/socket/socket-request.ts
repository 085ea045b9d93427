import type { EventsEventWebsocketParams } from '../../../generated/operations';

/** The request of a client that opens a socket. */
export interface SocketRequest {
  readonly applications: readonly string[];
  readonly subscribeAll: boolean;
  readonly resume: boolean;
  /** What was seen last, by application. */
  readonly seen: ReadonlyMap<string, SeenEvents>;
  /** Shares the applications with other sockets, among which it has this id. */
  readonly shared?: { readonly socket: string } | undefined;
}

/** What an application has seen: the last number, and the last one of each node of a cluster. */
export interface SeenEvents {
  readonly number: number | undefined;
  readonly byNode: ReadonlyMap<string, number>;
}

const longestName = 73;
const longestSocketId = 64;

/** Reads the validated parameters of the upgrade; a text says what is wrong with them. */
export function socketRequestOf(params: unknown, uuid: () => string): SocketRequest | string {
  const { app, subscribeAll, resume, lastSequence = [], shared, socketId } = params as EventsEventWebsocketParams;
  const applications = [...new Set(app.map((name) => name.trim()))];
  const bad = applications.find((name) => name === '' || name.length > longestName);
  if (bad === '') return "parameter 'app' names an application without a name: separate names by single commas";
  if (bad !== undefined)
    return `parameter 'app': the name '${bad}' is too long: at most ${longestName} characters are allowed`;
  if (lastSequence.length > 0 && !resume)
    return "parameter 'lastSequence' counts only with resume=true: without it no events are kept";
  const wrong = sharingProblem(params as EventsEventWebsocketParams);
  if (wrong !== undefined) return wrong;
  const seen = new Map<string, SeenEvents>();
  for (const text of lastSequence) {
    const entry = sequenceEntry(text, applications);
    if (typeof entry === 'string') return entry;
    const { number, byNode } = seen.get(entry.name) ?? { number: undefined, byNode: new Map<string, number>() };
    const { node } = entry;
    if (node === undefined) seen.set(entry.name, { number: entry.number, byNode });
    else seen.set(entry.name, { number, byNode: new Map([...byNode, [node, entry.number]]) });
  }
  return { applications, subscribeAll, resume, seen, shared: shared ? { socket: socketId ?? uuid() } : undefined };
}

function sharingProblem({ shared, resume, socketId }: EventsEventWebsocketParams): string | undefined {
  if (shared && resume)
    return "parameters 'shared' and 'resume' exclude each other: the calls of a lost socket go to another one at once";
  if (socketId === undefined) return undefined;
  if (!shared) return "parameter 'socketId' counts only with shared=true: other sockets have no id";
  if (socketId === '' || socketId.length > longestSocketId || !/^[\x21-\x7e]+$/.test(socketId))
    return `parameter 'socketId' needs 1 to ${longestSocketId} printable ASCII characters without blanks`;
  return undefined;
}

interface SequenceEntry {
  readonly name: string;
  readonly number: number;
  /** The node whose number it is, of a cluster. */
  readonly node: string | undefined;
}

/** `17` for the only application, or `sales:17`; `a-17` and `sales:a-17` for an origin. */
function sequenceEntry(text: string, applications: readonly string[]): SequenceEntry | string {
  const colon = text.lastIndexOf(':');
  const name = colon === -1 ? (applications[0] ?? '') : text.slice(0, colon);
  const [, node, digits] = /^(?:([A-Za-z0-9]{1,16})-)?(\d+)$/.exec(text.slice(colon + 1)) ?? [];
  const number = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(number)) {
    return `parameter 'lastSequence' cannot be '${text}': give a number, or application:number`;
  }
  if (colon === -1 && applications.length > 1)
    return `parameter 'lastSequence' cannot be '${text}': with several applications write application:number`;
  if (!applications.includes(name)) return `parameter 'lastSequence' names '${name}', which 'app' does not`;
  return { name, number, node };
}

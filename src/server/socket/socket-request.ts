import type { EventsEventWebsocketParams } from '../../../generated/operations';

/** The request of a client that opens a socket. */
export interface SocketRequest {
  readonly applications: readonly string[];
  readonly subscribeAll: boolean;
  readonly resume: boolean;
  /** Last numbers seen, by application. */
  readonly seen: ReadonlyMap<string, number>;
}

const longestName = 73;

/** Reads the validated parameters of the upgrade; a text says what is wrong with them. */
export function socketRequestOf(params: unknown): SocketRequest | string {
  const { app, subscribeAll, resume, lastSequence = [] } = params as EventsEventWebsocketParams;
  const applications = [...new Set(app.map((name) => name.trim()))];
  const bad = applications.find((name) => name === '' || name.length > longestName);
  if (bad === '') return "parameter 'app' names an application without a name: separate names by single commas";
  if (bad !== undefined)
    return `parameter 'app': the name '${bad}' is too long: at most ${longestName} characters are allowed`;
  if (lastSequence.length > 0 && !resume)
    return "parameter 'lastSequence' counts only with resume=true: without it no events are kept";
  const seen = new Map<string, number>();
  for (const text of lastSequence) {
    const entry = sequenceEntry(text, applications);
    if (typeof entry === 'string') return entry;
    seen.set(entry.name, entry.number);
  }
  return { applications, subscribeAll, resume, seen };
}

/** `17` for the only application, or `sales:17`. */
function sequenceEntry(
  text: string,
  applications: readonly string[],
): { readonly name: string; readonly number: number } | string {
  const colon = text.lastIndexOf(':');
  const name = colon === -1 ? (applications[0] ?? '') : text.slice(0, colon);
  const number = Number(text.slice(colon + 1));
  if (!/^\d+$/.test(text.slice(colon + 1)) || !Number.isSafeInteger(number)) {
    return `parameter 'lastSequence' cannot be '${text}': give a number, or application:number`;
  }
  if (colon === -1 && applications.length > 1)
    return `parameter 'lastSequence' cannot be '${text}': with several applications write application:number`;
  if (!applications.includes(name)) return `parameter 'lastSequence' names '${name}', which 'app' does not`;
  return { name, number };
}

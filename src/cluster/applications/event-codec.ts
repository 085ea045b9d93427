import type { SerializedEvent } from '../../stasis/serialized-event';

export interface EventEnvelope {
  readonly from: string;
  readonly incarnation: number;
  readonly application: string;
  /** The id of the socket that it is for, where several share the application. */
  readonly socket?: string | undefined;
}

type Line = [from: string, incarnation: number, application: string, type: string, socket?: string];

/** The envelope in one line, and the text of the event as it is in another: it is not written a second time. */
export function encodeEvent(
  { from, incarnation, application, socket }: EventEnvelope,
  { type, head }: SerializedEvent,
): string {
  const line: Line = [from, incarnation, application, type];
  if (socket !== undefined) line.push(socket);
  return `${JSON.stringify(line)}\n${head}`;
}

/** The events of one message, in their order. */
export function decodeEvents(
  data: Buffer,
): readonly (EventEnvelope & { readonly type: string; readonly head: string })[] {
  const lines = data.toString('utf8').split('\n');
  const events = [];
  for (let at = 0; at < lines.length; at += 2) {
    const [from, incarnation, application, type, socket] = JSON.parse(lines[at] ?? '') as Line;
    events.push({ from, incarnation, application, type, socket, head: lines[at + 1] ?? '' });
  }
  return events;
}

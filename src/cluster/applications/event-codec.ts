import type { SerializedEvent } from '../../stasis/serialized-event';

export interface EventEnvelope {
  readonly from: string;
  readonly incarnation: number;
  readonly application: string;
  /** The id of the socket that it is for, where several share the application. */
  readonly socket?: string | undefined;
}

type Line = [from: string, incarnation: number, application: string, type: string, socket?: string];

/** The envelope in one line, and the text of the event as it is: it is not written a second time. */
export function encodeEvent(
  { from, incarnation, application, socket }: EventEnvelope,
  { type, head }: SerializedEvent,
): string {
  const line: Line = [from, incarnation, application, type];
  if (socket !== undefined) line.push(socket);
  return `${JSON.stringify(line)}\n${head}`;
}

export function decodeEvent(data: Buffer): EventEnvelope & { readonly type: string; readonly head: string } {
  const text = data.toString('utf8');
  const end = text.indexOf('\n');
  const [from, incarnation, application, type, socket] = JSON.parse(text.slice(0, end)) as Line;
  return { from, incarnation, application, type, socket, head: text.slice(end + 1) };
}

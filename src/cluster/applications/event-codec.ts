import type { SerializedEvent } from '../../stasis/serialized-event';

export interface EventEnvelope {
  readonly from: string;
  readonly incarnation: number;
  readonly application: string;
}

/** The envelope in one line, and the text of the event as it is: it is not written a second time. */
export function encodeEvent(
  { from, incarnation, application }: EventEnvelope,
  { type, head }: SerializedEvent,
): string {
  return `${JSON.stringify([from, incarnation, application, type])}\n${head}`;
}

export function decodeEvent(data: Buffer): EventEnvelope & { readonly type: string; readonly head: string } {
  const text = data.toString('utf8');
  const end = text.indexOf('\n');
  const [from, incarnation, application, type] = JSON.parse(text.slice(0, end)) as [string, number, string, string];
  return { from, incarnation, application, type, head: text.slice(end + 1) };
}

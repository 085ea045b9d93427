import type { EventType, SerializedEvent } from '../../stasis/serialized-event';

/** An event of an application that can resume, numbered by the node where it happened. */
export interface JournalEntry {
  readonly node: string;
  readonly number: number;
  /** Of the event before it; 0 for the first one of a run or of an epoch. */
  readonly previous: number;
  /** The stretch of time that the application can resume in; another one begins when it connects without resuming. */
  readonly epoch: string;
  readonly event: SerializedEvent;
}

type Line = [node: string, number: number, previous: number, epoch: string, type: string];

/** The facts in one line, and the text of the event as it is. */
export function encodeEntry({ node, number, previous, epoch, event }: JournalEntry): string {
  const line: Line = [node, number, previous, epoch, event.type];
  return `${JSON.stringify(line)}\n${event.head}`;
}

export function decodeEntry(text: string): JournalEntry {
  const end = text.indexOf('\n');
  const [node, number, previous, epoch, type] = JSON.parse(text.slice(0, end)) as Line;
  return { node, number, previous, epoch, event: { type: type as EventType, head: text.slice(end + 1), subjects: [] } };
}

/** Where an event that has gone through `withOrigin` comes from. */
export function originOf({ head }: SerializedEvent): { readonly node: string; readonly number: number } | undefined {
  const [, node, number] = /,"origin":"([A-Za-z0-9]+)-(\d+)"$/.exec(head.slice(-longestOrigin)) ?? [];
  return node === undefined ? undefined : { node, number: Number(number) };
}

const longestOrigin = 60;

/** The event with the node and its number there, by which clients say what they have seen. */
export function withOrigin(event: SerializedEvent, node: string, number: number): SerializedEvent {
  return { type: event.type, head: `${event.head},"origin":"${node}-${number}"`, subjects: event.subjects };
}

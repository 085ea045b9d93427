import type { Fields } from './write-fields';
import { writeFields } from './write-fields';

/** What an action is answered with. */
export type Response =
  | { readonly kind: 'success'; readonly message?: string | undefined; readonly fields?: Fields }
  /** `closes`: the connection ends with it. */
  | { readonly kind: 'error'; readonly message: string; readonly closes?: boolean }
  | { readonly kind: 'goodbye'; readonly message: string }
  | List
  | { readonly kind: 'output'; readonly lines: readonly string[] };

/** A list: an answer, an event for each item, and an event that closes it. */
export interface List {
  readonly kind: 'list';
  readonly message: string;
  readonly items: readonly ListItem[];
  readonly complete: string;
  /** Whether events that wait for the client stand in it, where they are not sent as they happen. */
  readonly carriesEvents?: boolean;
  /** Fields of the closing event. */
  readonly summary?: Fields;
}

export interface ListItem {
  readonly event: string;
  readonly fields: Fields;
}

export const success = (message?: string, fields: Fields = []): Response => ({ kind: 'success', message, fields });
export const failure = (message: string): Response => ({ kind: 'error', message });

/** Whether the session ends with it. */
export function closesSession(response: Response): boolean {
  return response.kind === 'goodbye' || (response.kind === 'error' && response.closes === true);
}

/** The bytes of an answer, closed by an empty line; those of a list with all its events, and with those that waited. */
export function writeResponse(response: Response, actionId: string, waited = ''): string {
  const id: Fields = [['ActionID', actionId === '' ? undefined : actionId]];
  switch (response.kind) {
    case 'success':
      return write([['Response', 'Success'], ...id, ['Message', response.message], ...(response.fields ?? [])]);
    case 'error':
      return write([['Response', 'Error'], ...id, ['Message', response.message]]);
    case 'goodbye':
      return write([['Response', 'Goodbye'], ...id, ['Message', response.message]]);
    case 'output':
      return write([
        ...[['Response', 'Success'] as const, ...id, ['Message', 'Command output follows'] as const],
        ...response.lines.map((line) => ['Output', line] as const),
      ]);
    case 'list':
      return writeList(response, id, waited);
  }
}

function writeList({ message, items, complete, summary = [] }: List, id: Fields, waited: string): string {
  const head = write([['Response', 'Success'], ...id, ['EventList', 'start'], ['Message', message]]);
  const events = items.map(({ event, fields }) => write([['Event', event], ...id, ...fields]));
  const tail = write([
    ...[['Event', complete] as const, ...id],
    ...[['EventList', 'Complete'] as const, ['ListItems', items.length] as const],
    ...summary,
  ]);
  return `${head}${waited}${events.join('')}${tail}`;
}

function write(fields: Fields): string {
  return `${writeFields(fields)}\r\n`;
}

import type { QueueOrder } from '../../media/protocol';
import type { ControlFormat } from './websocket-target';

/** What an application can ask for over a media socket. */
export type MediaRequest =
  | { readonly request: 'answer' | 'hang-up' }
  | { readonly request: 'order'; readonly name: CommandName; readonly order: QueueOrder }
  /** As it was written: not every text is a direction. */
  | { readonly request: 'direction'; readonly direction: string | undefined };

export type ReadCommand =
  | MediaRequest
  | { readonly request: 'unknown'; readonly command: string }
  | { readonly request: 'unreadable'; readonly problem: string };

/** Bytes of the longest text that is looked at. */
export const longestCommand = 128;

type Orders = QueueOrder['order'];

const orders = {
  START_MEDIA_BUFFERING: 'start-buffering',
  STOP_MEDIA_BUFFERING: 'stop-buffering',
  MARK_MEDIA: 'mark',
  FLUSH_MEDIA: 'flush',
  GET_STATUS: 'status',
  REPORT_QUEUE_DRAINED: 'report-drained',
  PAUSE_MEDIA: 'pause',
  CONTINUE_MEDIA: 'continue',
} as const satisfies Readonly<Record<string, Orders>>;

export type CommandName = keyof typeof orders;

/** A text frame of the application. */
export function readCommand(text: string, format: ControlFormat): ReadCommand {
  const trimmed = text.trim();
  return format === 'json' ? readJson(trimmed) : readPlain(trimmed);
}

function readPlain(text: string): ReadCommand {
  const blank = text.indexOf(' ');
  if (blank < 0) return requestOf(text, {});
  const rest = text.slice(blank + 1).trim();
  return requestOf(text.slice(0, blank), { correlation: rest, direction: undefined });
}

function readJson(text: string): ReadCommand {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { request: 'unreadable', problem: 'not a JSON object' };
  const fields = value as Readonly<Record<string, unknown>>;
  const { command } = fields;
  if (typeof command !== 'string') return { request: 'unreadable', problem: 'there is no text called command' };
  return requestOf(command, {
    correlation: textOf(fields['correlation_id']),
    direction: textOf(fields['direction']),
  });
}

interface Details {
  readonly correlation?: string | undefined;
  readonly direction?: string | undefined;
}

function requestOf(command: string, { correlation, direction }: Details): ReadCommand {
  if (command === 'ANSWER') return { request: 'answer' };
  if (command === 'HANGUP') return { request: 'hang-up' };
  if (command === 'SET_MEDIA_DIRECTION') return { request: 'direction', direction };
  if (!isCommandName(command)) return { request: 'unknown', command };
  const order = orders[command];
  return order === 'mark' || order === 'stop-buffering'
    ? { request: 'order', name: command, order: { order, correlation: correlation || undefined } }
    : { request: 'order', name: command, order: { order } };
}

function isCommandName(command: string): command is CommandName {
  return Object.hasOwn(orders, command);
}

/** Numbers are ids too. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { StreamEvent } from '../../media/protocol';
import type { ControlFormat } from './websocket-target';

/** What an application is told over its media socket. */
export type MediaEvent =
  | StreamEvent
  | {
      readonly event: 'start';
      readonly connection: string;
      readonly channel: string;
      readonly format: string;
      readonly frameSize: number;
      readonly frameTime: number;
      readonly variables: Readonly<Record<string, string>>;
    }
  | { readonly event: 'digit'; readonly digit: string }
  | { readonly event: 'error'; readonly problem: string };

export interface MediaEventStyle {
  readonly channelId: string;
  readonly format: ControlFormat;
  readonly levels: { readonly xon: number; readonly xoff: number };
}

/** The text frame for an event. */
export function writeMediaEvent(event: MediaEvent, style: MediaEventStyle): string {
  return style.format === 'json' ? writeJson(event, style) : writePlain(event, style);
}

const words = {
  xon: 'MEDIA_XON',
  xoff: 'MEDIA_XOFF',
  drained: 'QUEUE_DRAINED',
  'mark-reached': 'MEDIA_MARK_PROCESSED',
  'buffering-completed': 'MEDIA_BUFFERING_COMPLETED',
} as const;

const tooManyMarks = 'MARK_MEDIA and STOP_MEDIA_BUFFERING: too many marks are waiting';

function writeJson(event: MediaEvent, { channelId, levels }: MediaEventStyle): string {
  const about = { channel_id: channelId };
  switch (event.event) {
    case 'start':
      return JSON.stringify({
        event: 'MEDIA_START',
        connection_id: event.connection,
        channel: event.channel,
        ...about,
        format: event.format,
        optimal_frame_size: event.frameSize,
        ptime: event.frameTime,
        channel_variables: event.variables,
      });
    case 'status':
      return JSON.stringify({ event: 'STATUS', ...about, ...presentStatus(event, levels) });
    case 'digit':
      return JSON.stringify({ event: 'DTMF_END', ...about, digit: event.digit });
    case 'error':
      return JSON.stringify({ event: 'ERROR', ...about, error_text: event.problem });
    case 'too-many-marks':
      return JSON.stringify({ event: 'ERROR', ...about, error_text: tooManyMarks });
    case 'mark-reached':
    case 'buffering-completed':
      return JSON.stringify({ event: words[event.event], ...about, correlation_id: event.correlation ?? '' });
    case 'xon':
    case 'xoff':
    case 'drained':
      return JSON.stringify({ event: words[event.event], ...about });
  }
}

function writePlain(event: MediaEvent, { channelId, levels }: MediaEventStyle): string {
  switch (event.event) {
    case 'start':
      return [
        `MEDIA_START connection_id:${event.connection} channel:${event.channel} channel_id:${channelId}`,
        `format:${event.format} optimal_frame_size:${event.frameSize} ptime:${event.frameTime}`,
      ].join(' ');
    case 'status':
      return [`STATUS channel_id:${channelId}`, ...pairs(presentStatus(event, levels))].join(' ');
    case 'digit':
      return `DTMF_END digit:${event.digit} channel_id:${channelId}`;
    case 'error':
      return `ERROR channel_id:${channelId} error_text:${event.problem}`;
    case 'too-many-marks':
      return `ERROR channel_id:${channelId} error_text:${tooManyMarks}`;
    case 'mark-reached':
    case 'buffering-completed':
      return event.correlation === undefined ? words[event.event] : `${words[event.event]} ${event.correlation}`;
    case 'xon':
    case 'xoff':
    case 'drained':
      return words[event.event];
  }
}

function presentStatus(
  { length, isFull, isBuffering, isPaused }: Extract<StreamEvent, { readonly event: 'status' }>,
  { xon, xoff }: MediaEventStyle['levels'],
) {
  return {
    queue_length: length,
    xon_level: xon,
    xoff_level: xoff,
    queue_full: isFull,
    bulk_media: isBuffering,
    media_paused: isPaused,
  };
}

function pairs(fields: Readonly<Record<string, string | number | boolean>>): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}:${value}`);
}

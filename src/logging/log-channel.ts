import type { LogFormat } from './channel-configuration';
import type { LineWriter } from './line-writer';
import type { LogFile } from './log-file';
import { listLevels } from './log-levels';
import type { LevelSelection } from './log-levels';

/** Where the lines of a channel go. A file that could not be opened, and every syslog, goes nowhere. */
export type Destination =
  | { readonly type: 'Console'; readonly writer: LineWriter }
  | { readonly type: 'File'; readonly path: string; readonly file: LogFile | undefined }
  | { readonly type: 'Syslog' };

/** A destination of log lines, and which of them it receives. */
export interface LogChannel {
  /** `console`, the name of a syslog channel, or the full path of the file. */
  readonly key: string;
  readonly origin: 'configured' | 'run-time';
  readonly format: LogFormat;
  readonly selection: LevelSelection;
  readonly destination: Destination;
}

/** The public view of a channel. */
export interface LogChannelInfo {
  /** The full path of a file, the name of a syslog channel; empty for the console. */
  readonly channel: string;
  readonly type: Destination['type'];
  readonly status: 'Enabled' | 'Disabled';
  /** Levels in upper case, each followed by a blank. */
  readonly configuration: string;
}

/** The operations of a channel, whatever its destination. */
export type LineSink = Pick<LineWriter, 'write' | 'flush' | 'flushSync' | 'close' | 'works'>;

export function sinkOf({ destination }: LogChannel): LineSink | undefined {
  switch (destination.type) {
    case 'Console':
      return destination.writer;
    case 'File':
      return destination.file;
    case 'Syslog':
      return undefined;
  }
}

export function describeChannel(channel: LogChannel, known: readonly string[]): LogChannelInfo {
  const { type } = channel.destination;
  return {
    channel: type === 'Console' ? '' : channel.key,
    type,
    status: sinkOf(channel)?.works === true ? 'Enabled' : 'Disabled',
    configuration: listLevels(channel.selection, known),
  };
}

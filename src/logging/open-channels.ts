import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { LogChannelConfig, LoggerConfig } from '../config/server-config';
import { LineWriter } from './line-writer';
import type { Destination, LogChannel } from './log-channel';
import type { LogFileOptions } from './log-file';
import { LogFile } from './log-file';
import { chooseLevels } from './log-levels';
import type { LevelSelection } from './log-levels';
import { systemReason } from './system-reason';

export interface OpenContext {
  readonly directory: string;
  readonly consoleDescriptor: number;
  readonly known: readonly string[];
  /** The open file of an existing channel, which is kept. */
  readonly isOpen: (key: string) => Destination | undefined;
  readonly writerOptions: (channel: string) => Omit<LogFileOptions, 'flags'>;
  /** Kept by the caller until there is a channel to write it to. */
  readonly warn: (fields: { readonly channel: string; readonly reason: string }, sentence: string) => void;
}

/** Opens what logger.conf lists. A channel that cannot be opened is still listed, disabled, with one warning. */
export async function openConfigured(config: LoggerConfig, context: OpenContext): Promise<readonly LogChannel[]> {
  const channels = new Map<string, LogChannel>();
  await makeDirectory(context);
  for (const channel of config.channels) {
    const key = keyOf(channel.name, context.directory);
    if (channels.has(key)) {
      context.warn({ channel: channel.name, reason: 'it is listed already' }, 'a log channel was ignored');
      continue;
    }
    channels.set(key, await openOne(channel, { key, context }));
  }
  return [...channels.values()];
}

/** Needed even when logger.conf lists no file: channels can be added later. */
async function makeDirectory({ directory, warn }: OpenContext): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    warn({ channel: directory, reason: systemReason(error) }, 'the log directory cannot be created');
  }
}

/** A file of logger.conf may be anywhere: the operator decides. */
export function keyOf(name: string, directory: string): string {
  return isPlace(name) ? name : resolve(directory, name);
}

function isPlace(name: string): boolean {
  return name === 'console' || name.startsWith('syslog.');
}

async function openOne(
  { name, format, levels }: LogChannelConfig,
  { key, context }: { readonly key: string; readonly context: OpenContext },
): Promise<LogChannel> {
  const destination = await destinationOf(name, { key, context });
  // The console shows verbose messages whatever its line says: operators expect them there, and clients list it so.
  const wanted = destination.type === 'Console' ? [...levels, 'verbose'] : levels;
  return { key, origin: 'configured', format, selection: tolerant(name, wanted, context), destination };
}

async function destinationOf(
  name: string,
  { key, context }: { readonly key: string; readonly context: OpenContext },
): Promise<Destination> {
  const open = context.isOpen(key);
  if (open?.type === 'Console' || (open?.type === 'File' && open.file !== undefined)) return open;
  if (name === 'console')
    return { type: 'Console', writer: new LineWriter(context.consoleDescriptor, context.writerOptions(name)) };
  if (isPlace(name)) {
    // The socket of the local syslog takes datagrams, which Node cannot send to a path without a native package.
    context.warn({ channel: name, reason: 'syslog is not supported' }, 'a log channel is disabled');
    return { type: 'Syslog' };
  }
  try {
    await mkdir(dirname(key), { recursive: true });
    const file = await LogFile.open(key, { ...context.writerOptions(name), flags: 'a' });
    return { type: 'File', path: key, file };
  } catch (error) {
    context.warn({ channel: name, reason: systemReason(error) }, 'a log channel is disabled');
    return { type: 'File', path: key, file: undefined };
  }
}

/** In a file, unlike in a request, only the unknown level is ignored. */
function tolerant(channel: string, names: readonly string[], { known, warn }: OpenContext): LevelSelection {
  const levels = new Set<string>();
  let verboseDepth = 0;
  for (const name of names) {
    const choice = chooseLevels([name], known);
    if (choice.outcome === 'unknown-level') {
      warn({ channel, reason: `there is no level '${choice.level}'` }, 'a log level was ignored');
      continue;
    }
    for (const level of choice.selection.levels) levels.add(level);
    verboseDepth = Math.max(verboseDepth, choice.selection.verboseDepth);
  }
  return { levels, verboseDepth };
}

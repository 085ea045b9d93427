import type { LoggerConfig } from '../config/server-config';
import type { Clock } from '../shared/time/clock';
import type { LogFields, Logger, LogLevel } from '../shared/logger';
import { makeLogger } from '../shared/logger';
import { readChannelConfiguration } from './channel-configuration';
import type { ReadConfiguration } from './channel-configuration';
import { appendInside, channelPath, faultOnDisk } from './channel-path';
import { dateFormatter } from './date-format';
import { LogLine } from './format-line';
import { describeChannel, sinkOf } from './log-channel';
import type { LineSink, LogChannel, LogChannelInfo } from './log-channel';
import type { AddResult, DeleteResult, RotateResult } from './log-channel-results';
import type { LogFileOptions } from './log-file';
import { LogFile } from './log-file';
import { channelLevel, knownLevels } from './log-levels';
import { keyOf, openConfigured } from './open-channels';
import { systemReason } from './system-reason';

export interface LogChannelsOptions {
  readonly config: LoggerConfig;
  /** The log directory: absolute. */
  readonly directory: string;
  readonly clock: Clock;
  /** Open file behind the channel `console`: 1 or 2. It stays open. */
  readonly consoleDescriptor: number;
  readonly pid: number;
  /** How many channels callers may add; each holds a file open. */
  readonly maxAdded?: number;
}

type Configuration = Extract<ReadConfiguration, { outcome: 'read' }>;
type Receiver = { readonly channel: LogChannel; readonly sink: LineSink };

/** The log channels of the server: those of logger.conf and those added while it runs. Owns their files. */
export class LogChannels {
  /** Writes to every channel with that level. */
  readonly logger: Logger = makeLogger({
    wants: (level) => level === 'error' || this.#receivers.has(channelLevel[level]),
    write: (level, fields, sentence) => this.write(level, fields, sentence),
  });

  #config: LoggerConfig;
  #known: readonly string[] = [];
  #time: (milliseconds: number) => string = String;
  readonly #maxAdded: number;
  /** In the order in which they came. */
  #channels: ReadonlyMap<string, LogChannel> = new Map();
  /** Per level, so that an unwanted line costs one lookup. */
  #receivers: ReadonlyMap<string, readonly Receiver[]> = new Map();
  #lastChange: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #faults = 0;

  private constructor(private readonly options: LogChannelsOptions) {
    this.#config = options.config;
    this.#maxAdded = options.maxAdded ?? 64;
  }

  static async open(options: LogChannelsOptions): Promise<LogChannels> {
    const channels = new LogChannels(options);
    await channels.#openConfigured(options.config);
    return channels;
  }

  /** Applies a newly read logger.conf. Channels that were added while the server runs stay. */
  reconfigure(config: LoggerConfig): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#closing === undefined) await this.#openConfigured(config);
    });
  }

  /** Unexpected exceptions: lines of the level error that carry one. Counted even if no channel logs them. */
  get faults(): number {
    return this.#faults;
  }

  write(level: LogLevel, fields: LogFields, sentence: string): void {
    if (level === 'error' && 'error' in fields) this.#faults += 1;
    const receivers = this.#receivers.get(channelLevel[level]);
    if (receivers !== undefined) this.#deliver(receivers, this.#line(channelLevel[level], fields, sentence));
  }

  /** For levels that only logger.conf knows: `verbose` with its depth, `dtmf`, custom ones. */
  writeAs(level: { readonly name: string; readonly depth?: number }, fields: LogFields, sentence: string): void {
    const { name, depth = 0 } = level;
    const receivers = this.#receivers
      .get(name)
      ?.filter(({ channel }) => name !== 'verbose' || channel.selection.verboseDepth >= depth);
    if (receivers !== undefined && receivers.length > 0) this.#deliver(receivers, this.#line(name, fields, sentence));
  }

  /** Newest first, as clients are used to. */
  list(): readonly LogChannelInfo[] {
    return [...this.#channels.values()].reverse().map((channel) => describeChannel(channel, this.#known));
  }

  /** Opens a file in the log directory; the configuration is levels, with a format before them if need be. */
  async add(name: string, configuration: string): Promise<AddResult> {
    const read = readChannelConfiguration(configuration, this.#known);
    if (read.outcome !== 'read') return read;
    const place = channelPath(this.options.directory, name);
    // A name stays taken even if the channel could not be opened.
    if (this.#find(name) !== undefined) return { outcome: 'exists' };
    if (place.outcome !== 'path') return place;
    return this.#inTurn(() => this.#addFile(place.path, read));
  }

  /** Stops writing to a channel that was added while the server runs; its file stays. */
  delete(name: string): Promise<DeleteResult> {
    return this.#inTurn(async () => {
      const channel = this.#find(name);
      if (channel === undefined) return { outcome: 'not-found' };
      if (channel.origin === 'configured') return { outcome: 'configured' };
      this.#replace([...this.#channels.values()].filter((other) => other !== channel));
      await closeQuietly(channel);
      return { outcome: 'deleted' };
    });
  }

  /** Rotates the file of that channel only. */
  async rotate(name: string): Promise<RotateResult> {
    const destination = this.#find(name)?.destination;
    if (destination?.type !== 'File') return { outcome: 'not-found' };
    if (destination.file === undefined) return { outcome: 'cannot-rotate', reason: 'its file could not be opened' };
    try {
      await destination.file.rotate(this.#config.rotateStrategy);
      return { outcome: 'rotated' };
    } catch (error) {
      return { outcome: 'cannot-rotate', reason: systemReason(error) };
    }
  }

  /** For operators who rotate log files themselves: reopens the same names. Returns those that could not be opened. */
  reopen(): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const failed: string[] = [];
      for (const { destination } of this.#channels.values()) {
        if (destination.type !== 'File') continue;
        await destination.file?.rotate('none').catch((error: unknown) => failed.push(systemReason(error)));
      }
      return failed;
    });
  }

  /** Resolves when everything logged so far has left this process. */
  async flush(): Promise<void> {
    await Promise.all([...this.#channels.values()].map(async (channel) => sinkOf(channel)?.flush()));
  }

  /** For the `exit` event and for crashes, where nothing asynchronous runs. */
  flushSync(): void {
    for (const channel of this.#channels.values()) sinkOf(channel)?.flushSync();
  }

  /** Writes what is waiting and closes the files. Lines logged later are ignored. */
  close(): Promise<void> {
    this.#closing ??= this.#inTurn(async () => {
      this.#receivers = new Map();
      await Promise.all([...this.#channels.values()].map(closeQuietly));
    });
    return this.#closing;
  }

  async #openConfigured(config: LoggerConfig): Promise<void> {
    const { directory, consoleDescriptor } = this.options;
    const before = [...this.#channels.values()];
    this.#config = config;
    this.#known = knownLevels(config.customLevels);
    this.#time = dateFormatter(config.dateFormat);
    const warnings: { readonly fields: LogFields; readonly sentence: string }[] = [];
    const opened = await openConfigured(config, {
      directory,
      consoleDescriptor,
      known: this.#known,
      isOpen: (key) => this.#channels.get(key)?.destination,
      writerOptions: (channel) => this.#writerOptions(channel),
      warn: (fields, sentence) => warnings.push({ fields, sentence }),
    });
    const kept = before.filter(({ origin, key }) => origin === 'run-time' && !opened.some((one) => one.key === key));
    this.#replace([...opened, ...kept]);
    await Promise.all(before.filter(({ key }) => !this.#channels.has(key)).map(closeQuietly));
    for (const { fields, sentence } of warnings) this.logger.warn(fields, sentence);
  }

  async #addFile(path: string, { format, selection }: Configuration): Promise<AddResult> {
    const refusal = this.#refusalOf(path);
    if (refusal !== undefined) return refusal;
    try {
      const fault = await faultOnDisk(this.options.directory, path);
      if (fault !== undefined) return { outcome: 'bad-name', reason: fault };
      const file = await LogFile.open(path, { ...this.#writerOptions(path), flags: appendInside });
      const destination = { type: 'File', path, file } as const;
      this.#replace([...this.#channels.values(), { key: path, origin: 'run-time', format, selection, destination }]);
    } catch (error) {
      return { outcome: 'cannot-open', reason: systemReason(error) };
    }
    return { outcome: 'added' };
  }

  /** Checked again in the queue: another caller may have been faster. */
  #refusalOf(path: string): AddResult | undefined {
    if (this.#closing !== undefined) return { outcome: 'closed' };
    if (this.#channels.has(path)) return { outcome: 'exists' };
    const added = [...this.#channels.values()].filter(({ origin }) => origin === 'run-time').length;
    return added < this.#maxAdded ? undefined : { outcome: 'too-many', limit: this.#maxAdded };
  }

  #find(name: string): LogChannel | undefined {
    return this.#channels.get(keyOf(name, this.options.directory));
  }

  #inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastChange.then(change);
    this.#lastChange = turn.catch(() => undefined);
    return turn;
  }

  #line(level: string, fields: LogFields, sentence: string): LogLine {
    const time = this.#time(this.options.clock.now());
    return new LogLine({ time, level, fields, sentence, pid: this.options.pid });
  }

  #deliver(receivers: readonly Receiver[], line: LogLine): void {
    for (const { channel, sink } of receivers) sink.write(line.as(channel.format));
  }

  #replace(channels: readonly LogChannel[]): void {
    this.#channels = new Map(channels.map((channel) => [channel.key, channel]));
    const receivers = new Map<string, Receiver[]>();
    for (const channel of channels) {
      const sink = sinkOf(channel);
      if (sink === undefined) continue;
      for (const level of channel.selection.levels) {
        receivers.set(level, [...(receivers.get(level) ?? []), { channel, sink }]);
      }
    }
    this.#receivers = receivers;
  }

  #writerOptions(channel: string): Omit<LogFileOptions, 'flags'> {
    return {
      clock: this.options.clock,
      rotation: () => {
        const { rotateStrategy: strategy, maxFileSize: maxBytes, keepFiles: keep } = this.#config;
        return { strategy, maxBytes, keep };
      },
      onFailure: (error) =>
        this.logger.warn({ channel, reason: systemReason(error) }, 'a log channel cannot be written'),
      onLoss: (lines) => this.logger.warn({ channel, lines }, 'lines of a log channel were lost'),
    };
  }
}

/** Nothing useful can be done about a file that cannot be closed, and other channels must still be. */
async function closeQuietly(channel: LogChannel): Promise<void> {
  await sinkOf(channel)
    ?.close()
    .catch(() => undefined);
}

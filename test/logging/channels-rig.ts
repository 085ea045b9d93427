import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogChannelConfig, LoggerConfig } from '../../src/config/server-config';
import { LogChannels } from '../../src/logging/log-channels';
import type { LogChannelsOptions } from '../../src/logging/log-channels';
import { systemClock } from '../../src/shared/time/clock';

const moment = Date.parse('2024-03-05T06:07:08.009Z');

export function channel(
  name: string,
  levels: string,
  format: LogChannelConfig['format'] = 'default',
): LogChannelConfig {
  return { name, format, levels: levels.split(',') };
}

/** A folder with log files in `log` and whatever goes to the console in `console`. */
export class ChannelsRig {
  readonly #closers: (() => Promise<void> | void)[] = [];

  private constructor(readonly folder: string) {}

  static async make(): Promise<ChannelsRig> {
    return new ChannelsRig(await mkdtemp(join(tmpdir(), 'log-channels-')));
  }

  get logs(): string {
    return join(this.folder, 'log');
  }

  async open(config: Partial<LoggerConfig>, options: Partial<LogChannelsOptions> = {}): Promise<LogChannels> {
    const consoleDescriptor = openSync(join(this.folder, 'console'), 'a');
    this.#closers.push(() => closeSync(consoleDescriptor));
    const channels = await LogChannels.open({
      config: {
        dateFormat: '%s',
        rotateStrategy: 'sequential',
        customLevels: [],
        channels: [],
        maxFileSize: 67_108_864,
        keepFiles: 10,
        ...config,
      },
      directory: this.logs,
      clock: { ...systemClock, now: () => moment },
      consoleDescriptor,
      pid: 42,
      ...options,
    });
    this.#closers.push(() => channels.close());
    return channels;
  }

  async linesOf(path: string): Promise<readonly string[]> {
    return (await readFile(join(this.folder, path), 'utf8')).split('\n').slice(0, -1);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

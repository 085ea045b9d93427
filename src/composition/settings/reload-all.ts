import type { LogChannels } from '../../logging/log-channels';
import type { Configuration } from './configuration';
import type { Reloadable } from './reload-modules';
import { reloadModules } from './reload-modules';

export interface ReloadAllDeps {
  readonly configuration: Configuration;
  readonly modules: Reloadable;
  readonly logs: LogChannels;
}

/**
 * Reloads every module that supports it, and reopens the log files for external rotation. The log lists what was done.
 * Never rejects.
 */
export async function reloadAll({ configuration, modules, logs }: ReloadAllDeps): Promise<void> {
  const log = logs.logger;
  // First: what follows belongs into the fresh files.
  for (const reason of await logs.reopen()) log.warn({ reason }, 'a log file could not be reopened');
  try {
    await configuration.readingOnce(async () => {
      const { done, failures } = await reloadModules(modules);
      for (const reason of failures) log.warn({ reason }, 'a module was not reloaded');
      log.info({ modules: done }, 'the configuration was read again');
    });
  } catch (error) {
    const problems = error instanceof Error ? error.message : String(error);
    log.error({ problems }, 'the configuration has a problem, so everything stays as it was');
  }
}

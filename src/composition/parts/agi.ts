import { join } from 'node:path';
import type { ServerConfig } from '../../config/server-config';
import { agiApplications } from '../../dialplan/agi/agi-applications';
import type { Applications } from '../../dialplan/applications/application-deps';
import { LimitedLogger } from '../../shared/limits/limited-logger';
import type { LibraryDeps } from './libraries';

/** The applications that hand calls to programs. */
export function agiLibrary({ config, engine, calls, media, destinations, clock, log }: LibraryDeps): Applications {
  const { table, steps, memories, database } = calls.plan;
  const { variables, channels, dialplan, asyncAgi, closing } = calls;
  // Programs write lines as fast as they like; they must not fill the disk.
  const limited = new LimitedLogger(log, clock, { burst: 500, perSecond: 100 });
  closing.addEventListener('abort', () => limited.close());
  return agiApplications({
    steps,
    variables,
    memories,
    channels,
    database,
    closing,
    destinations,
    clock,
    asyncCalls: asyncAgi,
    log: limited.logger,
    ...scriptSettings(config.directories),
    version: engine.info.system.version,
    sound: () => media.sound,
    findApplication: (name) => table.find(name),
    callSubroutine: dialplan.callSubroutine,
  });
}

/** Where scripts are, and what they see of the server's environment: where things are, and nothing else. */
function scriptSettings({ config, data, spool, log, scripts }: ServerConfig['directories']) {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', LANG, TZ } = process.env;
  return {
    scriptDirectory: scripts,
    scriptEnvironment: {
      PATH,
      ...(LANG === undefined ? {} : { LANG }),
      ...(TZ === undefined ? {} : { TZ }),
      AST_CONFIG_DIR: config,
      AST_CONFIG_FILE: join(config, 'asterisk.conf'),
      AST_DATA_DIR: data,
      AST_VAR_DIR: data,
      AST_SPOOL_DIR: spool,
      AST_LOG_DIR: log,
      AST_AGI_DIR: scripts,
    },
  };
}

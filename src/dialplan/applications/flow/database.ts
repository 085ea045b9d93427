import { databaseFamily, databasePath } from '../../system/dialplan-database';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Deleting what the dialplan keeps. */
export function databaseApplications({ database, log }: ApplicationDeps): Applications {
  return {
    DBdel: (channel, data) => {
      const path = databasePath(data.trim());
      if (path === undefined) return log.warn({ channel: channel.id, path: data }, 'DBdel needs <family>/<key>');
      return database.delete(path);
    },
    DBdeltree: (channel, data) => {
      const family = databaseFamily(data.trim());
      if (family === '') return log.warn({ channel: channel.id }, 'DBdeltree needs a family');
      database.deleteTree(family);
    },
  };
}

import type { DialplanDatabase } from '../system/dialplan-database';
import { databaseFamily, databasePath } from '../system/dialplan-database';
import type { FunctionTable } from '../expressions/functions';

/** Values that outlive calls and restarts. DB_RESULT has what was found, for those who ask only whether it is there. */
export function databaseFunctions(database: DialplanDatabase): FunctionTable {
  return {
    DB: {
      read: (argument) => {
        const path = databasePath(argument);
        return path && (database.get(path) ?? '');
      },
      write: (argument, value) => {
        const path = databasePath(argument);
        if (path === undefined) return false;
        database.set(path, value);
        return true;
      },
    },
    DB_EXISTS: {
      read: (argument, scope) => {
        const path = databasePath(argument);
        const value = path && database.get(path);
        if (value !== undefined) scope.write('DB_RESULT', value);
        return path && (value === undefined ? '0' : '1');
      },
    },
    DB_DELETE: {
      read: (argument, scope) => {
        const path = databasePath(argument);
        if (path === undefined) return undefined;
        const value = database.get(path) ?? '';
        database.delete(path);
        scope.write('DB_RESULT', value);
        return value;
      },
      write: (argument) => {
        const path = databasePath(argument);
        if (path !== undefined) database.delete(path);
        return path !== undefined;
      },
    },
    DB_KEYS: { read: (argument) => database.names(databaseFamily(argument)).join(',') },
    DB_KEYCOUNT: { read: (argument) => String(database.names(databaseFamily(argument)).length) },
  };
}

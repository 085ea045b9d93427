import type { DialplanDatabase } from '../dialplan-database';
import type { FunctionTable } from '../functions';

/** Keys longer than this cannot be stored. */
const longestPath = 500;

/** Values that outlive calls and restarts. DB_RESULT has what was found, for those who ask only whether it is there. */
export function databaseFunctions(database: DialplanDatabase): FunctionTable {
  return {
    DB: {
      read: (argument) => {
        const path = pathOf(argument);
        return path && (database.get(path) ?? '');
      },
      write: (argument, value) => {
        const path = pathOf(argument);
        if (path === undefined) return false;
        database.set(path, value);
        return true;
      },
    },
    DB_EXISTS: {
      read: (argument, scope) => {
        const path = pathOf(argument);
        const value = path && database.get(path);
        if (value !== undefined) scope.write('DB_RESULT', value);
        return path && (value === undefined ? '0' : '1');
      },
    },
    DB_DELETE: {
      read: (argument, scope) => {
        const path = pathOf(argument);
        if (path === undefined) return undefined;
        const value = database.get(path) ?? '';
        database.delete(path);
        scope.write('DB_RESULT', value);
        return value;
      },
      write: (argument) => {
        const path = pathOf(argument);
        if (path !== undefined) database.delete(path);
        return path !== undefined;
      },
    },
    DB_KEYS: { read: (argument) => database.names(familyOf(argument)).join(',') },
    DB_KEYCOUNT: { read: (argument) => String(database.names(familyOf(argument)).length) },
  };
}

/** `family/key`, of which both are needed. */
function pathOf(argument: string): string | undefined {
  const path = familyOf(argument);
  return /^[^/]+\/./s.test(path) && path.length <= longestPath ? path : undefined;
}

/** Slashes around it do not count. */
function familyOf(argument: string): string {
  let [from, to] = [0, argument.length];
  while (argument.charAt(from) === '/') from += 1;
  while (to > from && argument.charAt(to - 1) === '/') to -= 1;
  return argument.slice(from, to);
}

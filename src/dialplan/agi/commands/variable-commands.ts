import { databaseFamily, databasePath } from '../../system/dialplan-database';
import { oneLine } from '../agi-environment';
import type { AgiAnswer, AgiCommand } from './agi-command';
import { result } from './agi-command';

/** Variables of the call, and values that outlive it. */
export const variableCommands: readonly AgiCommand[] = [
  {
    name: 'GET VARIABLE',
    syntax: '<name>',
    summary: 'Reads a variable or a function of the call. 1: with its value in parentheses. 0: it is not set.',
    arity: [1, 1],
    worksAfterHangup: true,
    execute: ({ channel }, [name = ''], { variables }) => {
      const found = variables.read(channel, name);
      return found.outcome === 'read' ? withValue(found.value) : result(0);
    },
  },
  {
    name: 'GET FULL VARIABLE',
    syntax: '<expression> [<channel>]',
    summary:
      'Fills in the variables and expressions of a text, on another channel if one is named. 1: with the text in ' +
      'parentheses. 0: there is no such channel.',
    arity: [1, 2],
    worksAfterHangup: true,
    execute: ({ channel }, [expression = '', name], { variables, channels }) => {
      const found = name === undefined ? channel : channels.find(name);
      return found === undefined ? result(0) : withValue(variables.substitute(found, expression));
    },
  },
  {
    name: 'SET VARIABLE',
    syntax: '<name> <value>',
    summary: 'Sets a variable or a function of the call. 1: done. 0: it cannot be set to that.',
    arity: [1, 2],
    worksAfterHangup: true,
    execute: ({ channel }, [name = '', value = ''], { variables }) =>
      result(variables.write(channel, { name, value }).outcome === 'written' ? 1 : 0),
  },
  {
    name: 'DATABASE GET',
    syntax: '<family> <key>',
    summary: 'Reads a stored value. 1: with the value in parentheses. 0: there is none.',
    arity: [2, 2],
    worksAfterHangup: true,
    execute: (_call, [family = '', key = ''], { database }) => {
      const path = databasePath(`${family}/${key}`);
      const value = path && database.get(path);
      return value === undefined ? result(0) : withValue(value);
    },
  },
  {
    name: 'DATABASE PUT',
    syntax: '<family> <key> <value>',
    summary: 'Stores a value. 1: done. 0: family and key cannot be used.',
    arity: [3, 3],
    worksAfterHangup: true,
    execute: (_call, [family = '', key = '', value = ''], { database }) => {
      const path = databasePath(`${family}/${key}`);
      if (path === undefined) return result(0);
      database.set(path, value);
      return result(1);
    },
  },
  {
    name: 'DATABASE DEL',
    syntax: '<family> <key>',
    summary: 'Deletes a stored value. 1: done. 0: there is none.',
    arity: [2, 2],
    worksAfterHangup: true,
    execute: (_call, [family = '', key = ''], { database }) => {
      const path = databasePath(`${family}/${key}`);
      if (path === undefined || database.get(path) === undefined) return result(0);
      database.delete(path);
      return result(1);
    },
  },
  {
    name: 'DATABASE DELTREE',
    syntax: '<family> [<key tree>]',
    summary: 'Deletes all values of a family, or those below a key of it. 1: done. 0: there are none.',
    arity: [1, 2],
    worksAfterHangup: true,
    execute: (_call, [family = '', tree = ''], { database }) => {
      const path = databaseFamily(`${family}/${tree}`);
      return result(path !== '' && database.deleteTree(path) > 0 ? 1 : 0);
    },
  },
];

function withValue(value: string): AgiAnswer {
  return result(1, `(${oneLine(value)})`);
}

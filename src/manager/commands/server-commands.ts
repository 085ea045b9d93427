import { describeModuleFailure } from '../../modules/module-results';
import type { ManagerServices } from '../manager-services';
import type { CommandRow } from './command-row';
import { table } from './command-row';

/** The server, its modules, phones and dialplan. */
export const serverCommands: readonly CommandRow[] = [
  {
    words: 'core show version',
    usage: '',
    description: 'prints the version of the server',
    classes: ['system', 'reporting'],
    run: (_, { info, interfaceVersion }) => [`${info.system.version}, manager interface ${interfaceVersion}`],
  },
  {
    words: 'core show uptime',
    usage: '',
    description: 'prints for how long the server has been running',
    classes: ['system', 'reporting'],
    run: (_, { info, clock }) => [`System uptime: ${Math.floor((clock.now() - info.status.startedAt) / 1000)} seconds`],
  },
  stopping('core stop gracefully', 'stops the server when its calls have ended, or after shutdown_grace', {
    isNow: false,
    isRestart: false,
  }),
  stopping('core stop now', 'ends all calls and stops the server', { isNow: true, isRestart: false }),
  stopping('core restart gracefully', 'stops the server as core stop gracefully does, and starts it again', {
    isNow: false,
    isRestart: true,
  }),
  stopping('core restart now', 'ends all calls, stops the server and starts it again', {
    isNow: true,
    isRestart: true,
  }),
  {
    words: 'core reload',
    usage: '',
    description: 'reads the configuration again',
    classes: ['system', 'config'],
    run: async (_, { reloadAll, feed, clock }) => {
      await reloadAll();
      feed.raise({ type: 'reloaded', at: clock.now(), module: 'All' });
      return ['the configuration was read again; the log lists problems'];
    },
  },
  {
    words: 'module show',
    usage: '[like <text>]',
    description: 'lists the modules',
    classes: ['system', 'reporting'],
    run: ([, text = ''], { modules }) => {
      const found = modules.list().filter(({ name }) => name.includes(text));
      return [
        ...table([
          ['Module', 'Description', 'Use Count', 'Status'],
          ...found.map(({ name, description, useCount, status }) => [name, description, String(useCount), status]),
        ]),
        `${found.length} modules loaded`,
      ];
    },
  },
  {
    words: 'module reload',
    usage: '<module>',
    description: 'reads the configuration of a module again',
    classes: ['system', 'config'],
    run: async ([name = ''], { modules }) => {
      const result = await modules.reload(name);
      return [result.outcome === 'reloaded' ? `reloaded ${name}` : describeModuleFailure(name, result)];
    },
  },
  {
    words: 'dialplan show',
    usage: '[<context>]',
    description: 'prints the dialplan, or one context of it',
    classes: ['system', 'config', 'reporting'],
    run: ([context], { showDialplan }) => showDialplan(context).split('\n'),
  },
  {
    words: 'pjsip show endpoints',
    usage: '',
    description: 'lists the phones and other endpoints',
    classes: ['system', 'reporting'],
    run: (_, { phones }) =>
      table([
        ['Endpoint', 'State', 'Contacts', 'Channels'],
        ...phones
          .endpoints()
          .map(({ name, deviceState, contacts, channels }) => [
            ...[name, deviceState, contacts.join(' '), channels.join(' ')],
          ]),
      ]),
  },
  {
    words: 'pjsip show contacts',
    usage: '',
    description: 'lists where phones are reached',
    classes: ['system', 'reporting'],
    run: (_, { phones }) =>
      table([
        ['Aor', 'Uri', 'Status', 'RTT (ms)'],
        ...phones
          .contacts()
          .map(({ aor, uri, status, roundTripMicroseconds }) => [
            ...[aor, uri, status, (roundTripMicroseconds / 1000).toFixed(3)],
          ]),
      ]),
  },
  {
    words: 'pjsip show registrations',
    usage: '',
    description: 'lists the servers that we register with',
    classes: ['system', 'reporting'],
    run: (_, { phones }) =>
      table([
        ['Registration', 'Server', 'Status'],
        ...phones.registrations().map(({ name, serverUri, state }) => [name, serverUri, state]),
      ]),
  },
  {
    words: 'logger rotate',
    usage: '',
    description: 'rotates the log files',
    classes: ['system'],
    run: async (_, { rotateLogs }) => {
      const rotated = await rotateLogs();
      return rotated.length === 0 ? ['there is no log file'] : rotated.map((name) => `rotated ${name}`);
    },
  },
];

function stopping(words: string, description: string, request: Parameters<ManagerServices['stop']>[0]): CommandRow {
  return {
    words,
    usage: '',
    description,
    classes: ['system'],
    run: (_, { stop }) => {
      if (!stop(request)) return ['this server cannot be stopped by a command'];
      return [request.isRestart ? 'the server restarts' : 'the server stops'];
    },
  };
}

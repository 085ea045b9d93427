import type { LogLevel } from '../../../shared/logger';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

const levels: Readonly<Record<string, LogLevel>> = {
  error: 'error',
  warning: 'warn',
  notice: 'info',
  verbose: 'info',
  debug: 'debug',
  dtmf: 'debug',
};

/** Verbosity above this is for people who look for a fault. */
const highestShownVerbosity = 2;

/** What the dialplan says to people who read logs, and to applications that listen. */
export function outputApplications({ log, events, clock }: ApplicationDeps): Applications {
  return {
    NoOp: () => undefined,
    Verbose: (channel, data) => {
      const [, level = '0', text = ''] = /^\s*(?:(\d+)\s*,)?([^]*)$/.exec(data) ?? [];
      log[Number(level) > highestShownVerbosity ? 'debug' : 'info']({ channel: channel.id, text }, 'the dialplan says');
    },
    Log: (channel, data) => {
      const [level = '', text = ''] = splitArguments(data, { limit: 2 });
      const known = levels[level.trim().toLowerCase()];
      if (known === undefined) log.warn({ channel: channel.id, level, text }, 'Log: unknown level');
      else log[known]({ channel: channel.id, text }, 'the dialplan says');
    },
    UserEvent: (channel, data) => {
      const [name = '', ...pairs] = splitArguments(data);
      if (name.trim() === '') return log.warn({ channel: channel.id }, 'UserEvent was given no name');
      const fields = Object.fromEntries(pairs.flatMap(readPair));
      events.emit({ type: 'channel-user-event', at: clock.now(), channel: channel.snapshot(), name, fields });
    },
  };
}

/** `key: value`; what has no colon says nothing. */
function readPair(text: string): [string, string][] {
  const colon = text.indexOf(':');
  return colon === -1 ? [] : [[text.slice(0, colon).trim(), text.slice(colon + 1).trimStart()]];
}

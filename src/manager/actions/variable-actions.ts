import type { Channel } from '../../engine/calls/channel/channel';
import type { ReadOutcome, WriteOutcome } from '../../engine/calls/channel/dialplan-port';
import { limitReached } from '../../engine/object-limits';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import { safeName } from '../protocol/write-fields';
import { action } from './action-row';
import { noSuchChannel } from './channel-actions';
import type { ManagerServices } from '../manager-services';
import { needed, optional } from './parameters';

/** Variables and functions of channels, and global ones. The rules for functions are those of the REST interface. */
export const variableActions = [
  action('Getvar', 'Reads a variable or function of a channel, or a global variable.', {
    classes: ['call', 'reporting'],
    parameters: {
      channel: optional('Channel', 'The channel, by name or id; without it, global variables are read.'),
      variable: needed('Variable', 'A variable, or a function such as `CALLERID(num)`.'),
    },
    answer: '`Variable` and `Value`; the value is empty when it is not set.',
    run: ({ channel: name, variable }, { services }) => {
      const channel = name === '' ? undefined : services.channels.find(name);
      if (name !== '' && channel === undefined) return noSuchChannel;
      const read = readVariable(channel, variable, services);
      switch (read.outcome) {
        case 'read':
        case 'missing':
          return success(undefined, [
            ['Variable', variable],
            ['Value', read.outcome === 'read' ? read.value : ''],
          ]);
        case 'forbidden':
        case 'unreadable':
          return failure(`${safeName(variable)} cannot be read: ${read.reason}`);
      }
    },
  }),
  action('Setvar', 'Sets a variable or function of a channel, or a global variable.', {
    classes: ['call'],
    parameters: {
      channel: optional('Channel', 'The channel, by name or id; without it, a global variable is set.'),
      variable: needed('Variable', 'A variable, or a function that can be written.'),
      value: optional('Value', 'The value.'),
    },
    answer: 'Nothing more.',
    run: ({ channel: name, variable, value }, { services }) => {
      const channel = name === '' ? undefined : services.channels.find(name);
      if (name !== '' && channel === undefined) return noSuchChannel;
      return channel === undefined
        ? setGlobal(variable, value, services)
        : setOnChannel(channel, { variable, value }, services);
    },
  }),
];

function readVariable(channel: Channel | undefined, name: string, services: ManagerServices): ReadOutcome {
  if (channel !== undefined || name.includes('(')) return services.variables.read(channel, name, 'outside');
  return { outcome: 'read', value: services.globals.get(name) };
}

function setOnChannel(
  channel: Channel,
  { variable, value }: { readonly variable: string; readonly value: string },
  { variables }: ManagerServices,
): Response {
  const isNew = channel.variables.get(variable) === undefined;
  const full = isNew ? limitReached('variables of the channel', channel.variables.size) : undefined;
  if (full !== undefined) return failure(full);
  return answerTo(variables.write(channel, { name: variable, value }, 'outside'));
}

function setGlobal(name: string, value: string, { globals, variables }: ManagerServices): Response {
  const full = globals.find(name) === undefined ? limitReached('global variables', globals.size) : undefined;
  if (full !== undefined) return failure(full);
  switch (globals.set(name, value).outcome) {
    case 'set':
      return success('Variable Set');
    case 'name-missing':
      return failure('Variable not specified');
    case 'other-function':
      return answerTo(variables.write(undefined, { name, value }, 'outside'));
  }
}

function answerTo(written: WriteOutcome): Response {
  switch (written.outcome) {
    case 'written':
    case 'ignored':
      return success('Variable Set');
    case 'refused':
    case 'forbidden':
      return failure(`Variable cannot be set: ${written.reason}`);
  }
}

import type { ChannelsOperations } from '../../../generated/operations';
import type { Refusal, RequestContext } from '../../contract/handler';
import type { Channel } from '../../engine/calls/channel/channel';
import type { ReadOutcome, VariablePort, WriteOutcome } from '../../engine/calls/channel/dialplan-port';
import { assignmentsOf } from '../assignments';
import type { ChannelDirectory } from './channel-guards';
import { controlled, noChannel } from './channel-guards';
import { quoted } from '../quoted';
import { needRoom } from '../room';

export interface ChannelVariableDeps extends ChannelDirectory {
  readonly variables: VariablePort;
}

type VariableOperations = Pick<
  ChannelsOperations,
  'getChannelVar' | 'setChannelVar' | 'getChannelVars' | 'setChannelVars'
>;

const done = { status: 204 } as const;

/** Reading works on every channel, writing only where an application is in control. */
export function channelVariables(deps: ChannelVariableDeps): VariableOperations {
  const { channels, variables } = deps;
  const read = (channel: Channel, name: string, context: RequestContext): string | Refusal<400 | 403 | 404> =>
    valueOf(name, variables.read(channel, name, context.applications === undefined ? 'outside' : 'own-call'));
  return {
    getChannelVar: ({ channelId, variable }, context) => {
      if (variable === '') return nameMissing;
      const channel = channels.find(channelId);
      if (channel === undefined) return noChannel(channelId);
      const value = read(channel, variable, context);
      return typeof value === 'string' ? { status: 200, body: { value } } : value;
    },

    setChannelVar: ({ channelId, variable, value, report_events: isShown }) => {
      if (variable === '') return nameMissing;
      const session = controlled(channelId, deps);
      if ('status' in session) return session;
      needRoomFor([variable], session.channel);
      return refusalOf(variables.write(session.channel, { name: variable, value, isShown }, 'outside')) ?? done;
    },

    getChannelVars: ({ channelId, variables: names }, context) => {
      const wanted = names.map((name) => name.trim());
      if (wanted.length === 0 || wanted.includes('')) return nameMissing;
      const channel = channels.find(channelId);
      if (channel === undefined) return noChannel(channelId);
      const values: Record<string, string> = {};
      for (const name of wanted) {
        const value = read(channel, name, context);
        if (typeof value !== 'string') return value;
        values[name] = value;
      }
      return { status: 200, body: { variables: values } };
    },

    setChannelVars: ({ channelId, variables: given }) => {
      const session = controlled(channelId, deps);
      if ('status' in session) return session;
      const assignments = assignmentsOf(given);
      needRoomFor(
        assignments.map(({ name }) => name),
        session.channel,
      );
      for (const assignment of assignments) {
        const refusal = refusalOf(variables.write(session.channel, assignment, 'outside'));
        if (refusal !== undefined) return refusal;
      }
      return done;
    },
  };
}

function needRoomFor(names: readonly string[], { variables }: Channel): void {
  const added = names.filter((name) => variables.get(name) === undefined).length;
  if (added > 0) needRoom('variables of the channel', variables.size, added);
}

const nameMissing: Refusal<400> = { status: 400, message: 'a variable has no name: give the name of each' };

function valueOf(name: string, result: ReadOutcome): string | Refusal<400 | 403 | 404> {
  switch (result.outcome) {
    case 'read':
      return result.value;
    case 'missing':
      return { status: 404, message: `the variable ${quoted(name)} is not set` };
    case 'forbidden':
      return { status: 403, message: result.reason };
    case 'unreadable':
      return { status: 400, message: `${quoted(name)} cannot be read: ${result.reason}` };
  }
}

function refusalOf(result: WriteOutcome): Refusal<400 | 403> | undefined {
  switch (result.outcome) {
    case 'written':
    case 'ignored':
      return undefined;
    case 'forbidden':
      return { status: 403, message: result.reason };
    case 'refused':
      return { status: 400, message: result.reason };
  }
}

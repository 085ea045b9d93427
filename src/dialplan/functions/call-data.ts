import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelMemories } from '../runner/channel-memory';
import { notesOf } from '../channel-notes';
import type { FunctionTable, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import type { TimeLimits } from '../runner/time-limits';

export interface CallDataDeps {
  readonly memories: ChannelMemories;
  readonly limits: TimeLimits;
}

/** How long a call may take, how its legs ended, and what it keeps to itself. */
export function callDataFunctions(deps: CallDataDeps): FunctionTable {
  return {
    TIMEOUT: {
      read: (argument, { channel }) => channel && readTimeout(deps, channel, argument),
      write: (argument, value, { channel }) =>
        channel !== undefined && writeTimeout(deps, argument, { channel, value }),
    },
    HANGUPCAUSE: { read: (argument, { channel }) => channel && endingOf(channel, argument) },
    HANGUPCAUSE_KEYS: { read: (_argument, { channel }) => channel && [...notesOf(channel).endings.keys()].join(',') },
    HOLD_INTERCEPT: {
      write: (argument, _value, { channel }) => channel !== undefined && interceptHold(channel, argument),
    },
    EXCEPTION: { read: (argument, { channel }) => channel && exceptionOf(deps, channel, argument) },
  };
}

function readTimeout({ memories, limits }: CallDataDeps, channel: Channel, item: string): string | undefined {
  switch (item.trim().toLowerCase()) {
    case 'absolute':
      return seconds(limits.left(channel) ?? 0);
    case 'digit':
      return seconds(memories.of(channel).digitTimeout);
    case 'response':
      return seconds(memories.of(channel).responseTimeout);
    default:
      return undefined;
  }
}

function writeTimeout(
  { memories, limits }: CallDataDeps,
  item: string,
  { channel, value }: { readonly channel: Channel; readonly value: string },
): Written {
  const given = value.trim() === '' ? 0 : Number(value);
  if (Number.isNaN(given)) return { refused: 'a timeout is a number of seconds' };
  const milliseconds = Math.min(Math.max(0, given * 1000), 2 ** 31 - 1);
  switch (item.trim().toLowerCase()) {
    case 'absolute':
      limits.set(channel, milliseconds === 0 ? undefined : milliseconds);
      return true;
    case 'digit':
      memories.of(channel).digitTimeout = milliseconds === 0 ? 5_000 : milliseconds;
      return true;
    case 'response':
      memories.of(channel).responseTimeout = milliseconds === 0 ? 10_000 : milliseconds;
      return true;
    default:
      return false;
  }
}

function interceptHold(channel: Channel, argument: string): Written {
  const action = argument.trim().toLowerCase();
  if (action !== 'set' && action !== 'remove') return { refused: 'HOLD_INTERCEPT takes set or remove' };
  channel.hold.intercept(action === 'set');
  return true;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function endingOf(channel: Channel, argument: string): string | undefined {
  const [leg = '', kind = 'ast'] = splitArguments(argument).map((part) => part.trim());
  const ending = notesOf(channel).endings.get(leg);
  if (kind === 'ast') return ending === undefined ? '' : String(ending.cause);
  return kind === 'tech' ? (ending?.technology ?? '') : undefined;
}

function exceptionOf({ memories }: CallDataDeps, channel: Channel, argument: string): string | undefined {
  const { exception } = memories.of(channel);
  if (exception === undefined) return undefined;
  const { reason, place } = exception;
  const fields = new Map([
    ['reason', reason],
    ['context', place.context],
    ['exten', place.extension],
    ['priority', String(place.priority)],
  ]);
  return fields.get(argument.trim().toLowerCase());
}

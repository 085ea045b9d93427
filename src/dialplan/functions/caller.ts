import type { Channel } from '../../engine/calls/channel/channel';
import { parseParty } from '../../engine/calls/channel/party';
import { notesOf } from '../channel-notes';
import type { FunctionTable, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import { canonicalItem, isDetail, partyChange, partyProblem, readParty } from './party-items';

/** Items of the caller that are kept beside name and number. */
const callerDetails: ReadonlySet<string> = new Set([
  ...['ani-all', 'ani-name', 'ani-num', 'ani-name-valid', 'ani-num-valid', 'ani-num-plan', 'ani-num-pres', 'ani-tag'],
  ...['ani-subaddr', 'ani2', 'dnid', 'dnid-num-plan', 'dnid-subaddr', 'ton', 'tns'],
]);

/** Caller and connected party. */
export const callerFunctions: FunctionTable = {
  CALLERID: {
    read: (argument, { channel }) => channel && readCaller(channel, argument),
    write: (argument, value, { channel }) => channel !== undefined && writeCaller(channel, argument, value),
  },
  CALLERPRES: {
    read: (_argument, { channel }) => channel && readParty(channel.parties.caller, 'pres'),
    write: (_argument, value, { channel }) => channel !== undefined && writeCaller(channel, 'pres', value),
  },
  CONNECTEDLINE: {
    read: (argument, { channel }) => channel && readConnected(channel, argument),
    write: (argument, value, { channel }) => channel !== undefined && writeConnected(channel, argument, value),
  },
};

function readCaller(channel: Channel, argument: string): string | undefined {
  const [type = '', substitute] = splitArguments(argument);
  const item = canonicalItem(type);
  // With a caller id of one's own the function only takes that apart.
  if (substitute !== undefined) return readParty({ ...channel.parties.caller, ...parseParty(substitute) }, item);
  if (item === 'rdnis') return channel.parties.redirectedFrom ?? '';
  if (item === 'ani') return notesOf(channel).details.get('caller ani-num') ?? '';
  if (item === 'dnid') return notesOf(channel).details.get('caller dnid') ?? channel.parties.dialledNumber ?? '';
  return (
    readParty(channel.parties.caller, item) ??
    readDetail(channel, `caller ${item}`, isDetail(item) || callerDetails.has(item))
  );
}

function writeCaller(channel: Channel, argument: string, value: string): Written {
  const [type = ''] = splitArguments(argument);
  const item = canonicalItem(type);
  const problem = partyProblem(item, value);
  if (problem !== undefined) return problem;
  const change = partyChange(item, value);
  if (change !== undefined) channel.parties.setCaller(change);
  else if (item === 'rdnis') channel.parties.setRedirectedFrom(value.trim() === '' ? undefined : value.trim());
  else if (item === 'ani') notesOf(channel).details.set('caller ani-num', value.trim());
  else if (isDetail(item) || callerDetails.has(item)) notesOf(channel).details.set(`caller ${item}`, value.trim());
  else return false;
  return true;
}

function readConnected(channel: Channel, argument: string): string | undefined {
  const [type = ''] = splitArguments(argument);
  const item = canonicalItem(type);
  return readParty(channel.parties.connected, item) ?? readDetail(channel, `connected ${item}`, isDetail(item));
}

function writeConnected(channel: Channel, argument: string, value: string): Written {
  const [type = '', options = ''] = splitArguments(argument);
  const item = canonicalItem(type);
  const problem = partyProblem(item, value);
  if (problem !== undefined) return problem;
  const change = partyChange(item, value);
  if (change === undefined) {
    if (!isDetail(item)) return false;
    notesOf(channel).details.set(`connected ${item}`, value.trim());
    return true;
  }
  channel.parties.setConnected(change);
  if (!options.includes('i')) channel.line.send({ type: 'connected-line', party: channel.parties.connected });
  return true;
}

function readDetail(channel: Channel, key: string, isKnown: boolean): string | undefined {
  return isKnown ? (notesOf(channel).details.get(key) ?? '') : undefined;
}

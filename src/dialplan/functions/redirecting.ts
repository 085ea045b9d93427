import type { Channel } from '../../engine/calls/channel';
import type { Redirecting } from '../channel-notes';
import { notesOf, redirectingDetail } from '../channel-notes';
import type { FunctionTable, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import { canonicalItem, isDetail, partyChange, partyProblem, readParty } from './party-items';

const reasons: ReadonlySet<string> = new Set([
  ...['away', 'cf_dte', 'cfb', 'cfnr', 'cfu', 'deflection', 'dnd', 'follow_me'],
  ...['out_of_order', 'send_to_vm', 'time_of_day', 'unavailable', 'unknown'],
]);

/** Who sent a call elsewhere. */
export const redirectingFunctions: FunctionTable = {
  REDIRECTING: {
    read: (argument, { channel }) => channel && read(channel, itemOf(argument)),
    write: (argument, value, { channel }) => channel !== undefined && write(channel, itemOf(argument), value),
  },
};

function itemOf(argument: string): string {
  const [type = ''] = splitArguments(argument);
  return canonicalItem(type);
}

function read(channel: Channel, item: string): string | undefined {
  const { redirecting, details } = notesOf(channel);
  if (item === 'reason') return redirecting.reason;
  if (item === 'orig-reason') return redirecting.originalReason;
  if (item === 'count') return String(redirecting.count);
  const aspect = aspectOf(item);
  if (aspect === undefined) return undefined;
  const found = readParty(partyOf(channel, redirecting, aspect.who), aspect.item);
  return found ?? (isDetail(aspect.item) ? (details.get(`${redirectingDetail}${item}`) ?? '') : undefined);
}

/** The number that the channel itself shows is the same one, whoever has set it. */
function partyOf(channel: Channel, { parties }: Redirecting, who: Who): Redirecting['parties'][Who] {
  return who === 'from' ? { ...parties.from, number: channel.redirectedFrom ?? '' } : parties[who];
}

function write(channel: Channel, item: string, given: string): Written {
  const value = given.trim();
  const { redirecting, details } = notesOf(channel);
  if (item === 'reason') redirecting.reason = reasonOf(value);
  else if (item === 'orig-reason') redirecting.originalReason = reasonOf(value);
  else if (item === 'count') redirecting.count = Math.max(0, Math.trunc(Number(value) || 0));
  else {
    const aspect = aspectOf(item);
    if (aspect === undefined) return false;
    const problem = partyProblem(aspect.item, value);
    if (problem !== undefined) return problem;
    const change = partyChange(aspect.item, value);
    if (change !== undefined) changeParty(channel, aspect.who, change);
    else if (isDetail(aspect.item)) details.set(`${redirectingDetail}${item}`, value);
    else return false;
  }
  return true;
}

function changeParty(channel: Channel, who: Who, change: Parameters<Channel['setCaller']>[0]): void {
  const { parties } = notesOf(channel).redirecting;
  parties[who] = { ...parties[who], ...change };
  if (who !== 'from' || change.number === undefined) return;
  channel.setRedirectedFrom(change.number === '' ? undefined : change.number);
}

function reasonOf(text: string): string {
  const reason = text.toLowerCase();
  // Other words are allowed: a network may send its own.
  return reasons.has(reason) ? reason : text;
}

type Who = keyof Redirecting['parties'];

function aspectOf(item: string): { readonly who: Who; readonly item: string } | undefined {
  const found = /^(priv-)?(orig|from|to)-(.+)$/.exec(item);
  if (found === null) return undefined;
  const [, prefix = '', who, rest] = found;
  return { who: who as Who, item: `${prefix}${rest}` };
}

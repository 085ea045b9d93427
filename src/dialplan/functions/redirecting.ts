import type { Channel } from '../../engine/calls/channel/channel';
import type { Party } from '../../engine/calls/channel/party';
import type { Redirecting } from '../../engine/calls/channel/redirecting';
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
  const { redirecting } = channel.parties;
  if (item === 'reason') return redirecting.reason;
  if (item === 'orig-reason') return redirecting.originalReason;
  if (item === 'count') return String(redirecting.count);
  const aspect = aspectOf(item);
  if (aspect === undefined) return undefined;
  const found = readParty(redirecting.parties[aspect.who], aspect.item);
  return (
    found ?? (isDetail(aspect.item) ? (notesOf(channel).details.get(`${redirectingDetail}${item}`) ?? '') : undefined)
  );
}

function write(channel: Channel, item: string, given: string): Written {
  const value = given.trim();
  if (item === 'reason') change(channel, { reason: reasonOf(value) });
  else if (item === 'orig-reason') change(channel, { originalReason: reasonOf(value) });
  else if (item === 'count') change(channel, { count: Math.max(0, Math.trunc(Number(value) || 0)) });
  else {
    const aspect = aspectOf(item);
    if (aspect === undefined) return false;
    const problem = partyProblem(aspect.item, value);
    if (problem !== undefined) return problem;
    const party = partyChange(aspect.item, value);
    if (party !== undefined) changeParty(channel, aspect.who, party);
    else if (isDetail(aspect.item)) notesOf(channel).details.set(`${redirectingDetail}${item}`, value);
    else return false;
  }
  return true;
}

function change({ parties }: Channel, some: Partial<Redirecting>): void {
  parties.setRedirecting({ ...parties.redirecting, ...some });
}

function changeParty(channel: Channel, who: Who, some: Partial<Party>): void {
  const { parties } = channel.parties.redirecting;
  change(channel, { parties: { ...parties, [who]: { ...parties[who], ...some } } });
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

import type { ChannelAttributes } from '../channel/channel-init';

type Groups = Pick<ChannelAttributes, 'callGroup' | 'pickupGroup' | 'namedCallGroup' | 'namedPickupGroup'>;

const highestGroup = 63;

/** Whether a call to one channel may be answered by the other because of their groups. */
export function sharesGroup(called: Groups, by: Groups): boolean {
  return (
    haveCommon(numbersOf(called.callGroup), numbersOf(by.pickupGroup)) ||
    haveCommon(namesOf(called.namedCallGroup), namesOf(by.namedPickupGroup))
  );
}

function haveCommon<Group>(some: ReadonlySet<Group>, others: ReadonlySet<Group>): boolean {
  for (const group of some) if (others.has(group)) return true;
  return false;
}

/** Reads `1,3-5`; what is not a group from 0 to 63 is passed over. */
function numbersOf(text: string): ReadonlySet<number> {
  const groups = new Set<number>();
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?$/.exec(part) ?? [];
    if (first === '') continue;
    for (let group = Number(first); group <= Math.min(Number(last), highestGroup); group += 1) groups.add(group);
  }
  return groups;
}

function namesOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
}

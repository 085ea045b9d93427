import type { NoticeFacts } from './notice';
import { subject } from './subject';

/** A global variable belongs to no channel: only those who listen to all channels hear of it. */
export function presentGlobalVariable(
  { name, value }: { readonly name: string; readonly value: string },
  at: number,
): NoticeFacts<'ChannelVarset'> {
  return { type: 'ChannelVarset', at, payload: { variable: name, value }, subjects: [subject('channel', '')] };
}

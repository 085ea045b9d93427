import type { Channel } from '../channel/channel';

/** By which dialplans know a channel that was transferred, and by whom. */
const marks = ['BLINDTRANSFER', 'ATTENDEDTRANSFER'] as const;
export type TransferMark = (typeof marks)[number];

/** Both sides of a call that is transferred know each other's name. */
export function markTransfer(mark: TransferMark, transferer: Channel, transferees: readonly Channel[]): void {
  transferer.variables.set(mark, transferees.map(({ name }) => name).join(','));
  for (const transferee of transferees) transferee.variables.set(mark, transferer.name);
}

/** A channel that was made for a transfer knows who has asked for it. */
export function markReplacement(
  mark: TransferMark,
  replacement: Channel,
  {
    transferer,
    variables = {},
  }: { readonly transferer: Channel; readonly variables?: Readonly<Record<string, string>> },
): void {
  replacement.variables.set(mark, transferer.name);
  for (const [name, value] of Object.entries(variables)) replacement.variables.set(name, value);
}

/** A channel that enters a bridge has reached its place: its transfer, if it had one, is over. */
export function clearMarks(channel: Channel): void {
  for (const mark of marks) if ((channel.variables.get(mark) ?? '') !== '') channel.variables.set(mark, '');
}

import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { ChannelMemories, Frame } from './channel-memory';

/** Where a subroutine returns to that was not called by the dialplan. Nothing is there. */
export const outside: DialplanPlace = { context: '', extension: '', priority: 0 };

/** Enters a subroutine: its arguments are ARG1 and so on until it returns. */
export function enterSubroutine(
  memories: ChannelMemories,
  channel: Channel,
  call: { readonly returnTo: DialplanPlace; readonly arguments: readonly string[] },
): void {
  const { frames } = memories.of(channel);
  const argumentCount = call.arguments.length;
  // What the calling subroutine was given must not be taken for an argument of this one.
  const masked = Math.max(argumentCount, frames.at(-1)?.argumentCount ?? 0);
  frames.push({ returnTo: call.returnTo, argumentCount, hidden: new Map() });
  for (let index = 0; index < masked; index += 1)
    memories.setLocal(channel, `ARG${index + 1}`, call.arguments[index] ?? '');
  memories.setLocal(channel, 'ARGC', `${argumentCount}`);
}

/** Forgets the innermost subroutine; undefined when there is none. What it hid comes back. */
export function leaveSubroutine(memories: ChannelMemories, channel: Channel): Frame | undefined {
  const frame = memories.of(channel).frames.pop();
  for (const [name, value] of frame?.hidden ?? []) channel.variables.set(name, value);
  return frame;
}

import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';

/** A subroutine that has been entered and not left yet. */
export interface Frame {
  readonly returnTo: DialplanPlace;
  readonly argumentCount: number;
  /** Variables that belong to the subroutine, with the values that they hide; undefined hides nothing. */
  readonly hidden: Map<string, string | undefined>;
}

/** Why a call was sent to the extension `e`, and from where. */
export interface DialplanException {
  readonly reason: string;
  readonly place: DialplanPlace;
}

/** What the dialplan remembers about a channel from step to step. */
export interface ChannelMemory {
  /** The innermost is the last. */
  readonly frames: Frame[];
  exception: DialplanException | undefined;
  /** Milliseconds to wait for the next digit of an extension. */
  digitTimeout: number;
  /** Milliseconds to wait for an extension to be begun. */
  responseTimeout: number;
}

/** The memories of all channels. Each goes with its channel. */
export class ChannelMemories {
  readonly #memories = new WeakMap<Channel, ChannelMemory>();

  of(channel: Channel): ChannelMemory {
    const known = this.#memories.get(channel);
    if (known !== undefined) return known;
    const memory: ChannelMemory = { frames: [], exception: undefined, digitTimeout: 5_000, responseTimeout: 10_000 };
    this.#memories.set(channel, memory);
    return memory;
  }

  /** For a channel that lives on for another purpose. */
  forget(channel: Channel): void {
    this.#memories.delete(channel);
  }

  /** A variable of the present subroutine: what it hides comes back on return. False outside of subroutines. */
  setLocal(channel: Channel, name: string, value: string): boolean {
    const frame = this.of(channel).frames.at(-1);
    if (frame === undefined) return false;
    if (!frame.hidden.has(name)) frame.hidden.set(name, channel.variables.get(name));
    channel.variables.set(name, value);
    return true;
  }
}

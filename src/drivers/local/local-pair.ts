import type { Channel } from '../../engine/calls/channel/channel';
import { formatReader } from '../../engine/calls/channel/formats';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { DialStart, TechnologyChannel } from '../../engine/calls/technology/technology-channel';
import type { ChannelSignal } from '../../engine/calls/channel/signal';

export interface LocalPairParts {
  readonly make: (end: 'near' | 'far', line: TechnologyChannel) => Channel;
  /** The format that it carries. */
  readonly format: string;
  /** Samples per second of the audio in it. */
  readonly rate: number;
  /** Whether hold that is said at one end arrives at the other. */
  readonly passesHold: boolean;
  /** Whether there is anything to run at the place that the pair leads to. */
  readonly canReach: () => boolean;
  /** Runs the far end until it is over. */
  readonly run: (far: Channel) => void;
  readonly onDialled: (far: Channel) => void;
  /** Called when one of the channels has its first new state, and when that is over. */
  readonly onInUse: () => void;
  readonly onFree: () => void;
  /** Called whenever a channel has changed its state or is going. */
  readonly onChanged: () => void;
}

/** Two channels, back to back. */
export class LocalPair {
  readonly near: Channel;
  readonly far: Channel;
  #isDialled = false;
  #isInUse = false;
  #isOver = false;

  constructor(private readonly parts: LocalPairParts) {
    const { format, rate } = parts;
    const read = formatReader(format);
    this.near = parts.make('near', {
      dial: () => this.#dial(),
      send: (signal) => this.#deliver(this.far, signal),
      carries: carriesAll,
      stateChanged: () => this.#stateChanged(),
      hangUp: ({ cause }) => {
        this.#free();
        return this.#hangUp(this.far, cause);
      },
      carriesText: 'basic',
      read,
      audio: { kind: 'pair', peer: () => this.far, format, rate },
    });
    this.far = parts.make('far', {
      dial: () => ({ outcome: 'unreachable', cause: causes.unknown }),
      send: (signal) => this.#deliver(this.near, signal),
      carries: carriesAll,
      stateChanged: () => this.#stateChanged(),
      hangUp: ({ cause }) => {
        parts.onChanged();
        return this.#hangUp(this.near, cause);
      },
      carriesText: 'basic',
      read,
      audio: { kind: 'pair', peer: () => this.near, format, rate },
    });
    // Nothing runs the far end before the call starts, so nothing else would end it.
    const abandon = (): void => {
      if (!this.#isDialled) this.far.destroy();
    };
    this.far.signal.addEventListener('abort', abandon);
  }

  #dial(): DialStart {
    const { near, far } = this;
    if (!this.parts.canReach()) {
      // The near end is told by the answer to its call, not by a hangup of the far end.
      this.#isOver = true;
      far.destroy();
      return { outcome: 'unreachable', cause: causes.unknown };
    }
    this.#isDialled = true;
    this.parts.onDialled(far);
    const { language, tenantId, musicClass, linkedId } = near.attributes;
    far.setAttributes({ language, tenantId, musicClass, linkedId });
    for (const [name, value] of [...near.variables.copies()].reverse()) far.variables.set(name, value);
    far.parties.identify({ caller: near.parties.connected, connected: near.parties.caller });
    // The far end starts once the call has been reported.
    queueMicrotask(() => this.parts.run(far));
    return { outcome: 'dialling' };
  }

  /**
   * What one end says of itself is who calls, seen from the other one. Unless it is passed on, hold stays where it is
   * said: it is for a device to play music by, and there is none.
   */
  #deliver(to: Channel, signal: ChannelSignal): void {
    if (signal.type === 'hold' || signal.type === 'unhold') {
      if (this.parts.passesHold) to.hold.receivePassedOn(signal);
      return;
    }
    to.receive(signal);
  }

  #stateChanged(): void {
    // Without its near end the call is over, whatever the far end may still do.
    if (!this.#isInUse && !this.near.isGone) {
      this.#isInUse = true;
      this.parts.onInUse();
    }
    this.parts.onChanged();
  }

  #free(): void {
    if (this.#isInUse) this.parts.onFree();
    this.#isInUse = false;
    this.parts.onChanged();
  }

  /** Pairs have no numbers of their own to tell it by. */
  #hangUp(other: Channel, cause: number): undefined {
    const wasOver = this.#isOver;
    this.#isOver = true;
    if (wasOver) return;
    if (this.#isDialled || other === this.near) {
      other.farEndHungUp({ cause });
      return;
    }
    other.ending.set(cause);
    other.destroy();
  }
}

/** The other end takes whatever it is told, even what it has no use for. */
const carriesAll = (): boolean => true;

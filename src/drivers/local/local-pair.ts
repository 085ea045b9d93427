import type { Channel } from '../../engine/calls/channel/channel';
import { formatReader } from '../../engine/calls/channel/formats';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { Ending } from '../../engine/calls/channel/ending';
import type { DialStart, TechnologyAudio, TechnologyChannel } from '../../engine/calls/technology/technology-channel';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import type { LocalDevices } from './local-devices';
import type { LocalTarget } from './local-target';

export interface PairFacts {
  readonly target: LocalTarget;
  /** The format that it carries. */
  readonly format: string;
  /** Samples per second of the audio in it. */
  readonly rate: number;
  /** Of the channel on whose behalf it was made. */
  readonly accountCode: string;
  /** The far end is run by who has asked for the pair. */
  readonly isLink: boolean;
}

/** What all pairs have in common. */
export interface PairOwner {
  readonly devices: Pick<LocalDevices, 'enter' | 'leave' | 'report'>;
  /** Whether there is anything to run at the place that the pair leads to. */
  readonly canReach: (pair: PairFacts) => boolean;
  /** Runs the far end until it is over. */
  readonly runFar: (pair: LocalPair) => void;
  readonly onDialled: (pair: LocalPair) => void;
}

type End = 'near' | 'far';

/** Two channels, back to back. */
export class LocalPair {
  readonly near: Channel;
  readonly far: Channel;
  /** Set until the call starts. */
  #abandon: (() => void) | undefined;
  #isDialled = false;
  #isInUse = false;
  #isOver = false;

  constructor(
    readonly facts: PairFacts,
    private readonly owner: PairOwner,
    make: (end: End, line: TechnologyChannel) => Channel,
  ) {
    this.near = make('near', new PairEnd(this, 'near'));
    this.far = make('far', new PairEnd(this, 'far'));
    // Nothing runs the far end before the call starts, so nothing else would end it.
    this.#abandon = () => this.far.destroy();
    this.far.signal.addEventListener('abort', this.#abandon);
  }

  dial(): DialStart {
    const { near, far, owner } = this;
    if (!owner.canReach(this.facts)) {
      // The near end is told by the answer to its call, not by a hangup of the far end.
      this.#isOver = true;
      far.destroy();
      return { outcome: 'unreachable', cause: causes.unknown };
    }
    this.#isDialled = true;
    if (this.#abandon !== undefined) far.signal.removeEventListener('abort', this.#abandon);
    this.#abandon = undefined;
    owner.onDialled(this);
    const { language, tenantId, musicClass, linkedId } = near.attributes;
    far.setAttributes({ language, tenantId, musicClass, linkedId });
    for (const [name, value] of [...near.variables.copies()].reverse()) far.variables.set(name, value);
    far.parties.identify({ caller: near.parties.connected, connected: near.parties.caller });
    // The far end starts once the call has been reported.
    queueMicrotask(() => owner.runFar(this));
    return { outcome: 'dialling' };
  }

  /**
   * What one end says of itself is who calls, seen from the other one. Unless it is passed on, hold stays where it is
   * said: it is for a device to play music by, and there is none.
   */
  deliver(to: Channel, signal: ChannelSignal): void {
    if (signal.type === 'hold' || signal.type === 'unhold') {
      if (this.facts.target.passesHold) to.receivePassedOnHold(signal);
      return;
    }
    to.receive(signal);
  }

  stateChanged(): void {
    // Without its near end the call is over, whatever the far end may still do.
    if (!this.#isInUse && !this.near.isGone) {
      this.#isInUse = true;
      this.owner.devices.enter(this.facts.target);
    }
    this.owner.devices.report(this.facts.target);
  }

  /** An end goes, and its peer with it. Pairs have no numbers of their own to tell it by. */
  hangUp(end: End, cause: number): undefined {
    const { devices } = this.owner;
    if (end === 'near' && this.#isInUse) devices.leave(this.facts.target);
    if (end === 'near') this.#isInUse = false;
    devices.report(this.facts.target);
    const other = end === 'near' ? this.far : this.near;
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

/**
 * One end of a pair, as its channel sees it. A class, and what is rarely asked for is made then: functions of its own would be
 * most of what an idle pair keeps.
 */
class PairEnd implements TechnologyChannel {
  constructor(
    private readonly pair: LocalPair,
    private readonly end: End,
  ) {}

  dial(): DialStart {
    return this.end === 'near' ? this.pair.dial() : { outcome: 'unreachable', cause: causes.unknown };
  }

  send(signal: ChannelSignal): void {
    this.pair.deliver(this.#peer, signal);
  }

  /** The other end takes whatever it is told, even what it has no use for. */
  carries(): boolean {
    return true;
  }

  stateChanged(): void {
    this.pair.stateChanged();
  }

  hangUp({ cause }: Ending): undefined {
    return this.pair.hangUp(this.end, cause);
  }

  get carriesText(): 'basic' {
    return 'basic';
  }

  read(item: string): string | undefined {
    return formatReader(this.pair.facts.format)(item);
  }

  get audio(): TechnologyAudio {
    const { format, rate } = this.pair.facts;
    return { kind: 'pair', peer: () => this.#peer, format, rate };
  }

  get #peer(): Channel {
    return this.end === 'near' ? this.pair.far : this.pair.near;
  }
}

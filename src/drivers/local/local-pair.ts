import type { Channel } from '../../engine/calls/channel';
import { formatReader } from '../../engine/calls/formats';
import { causes } from '../../engine/calls/hangup-cause';
import type { DialStart, Line } from '../../engine/calls/line';
import type { LineSignal } from '../../engine/calls/signal';

export interface LocalPairParts {
  readonly make: (end: 'near' | 'far', line: Line) => Channel;
  /** The format that it carries. */
  readonly format: string;
  /** Samples per second of the audio in it. */
  readonly rate: number;
  /** Whether there is anything to run at the place that the pair leads to. */
  readonly canReach: () => boolean;
  /** Runs the far end until it is over. */
  readonly run: (far: Channel) => void;
  readonly onDialled: (far: Channel) => void;
  readonly onUnreachable: () => void;
  /** Called once, when a pair that was dialled has lost its first end. */
  readonly onOver: () => void;
}

/** Two channels, back to back. */
export class LocalPair {
  readonly near: Channel;
  readonly far: Channel;
  #isDialled = false;
  #isOver = false;

  constructor(private readonly parts: LocalPairParts) {
    const { format, rate } = parts;
    const read = formatReader(format);
    this.near = parts.make('near', {
      dial: () => this.#dial(),
      send: (signal) => deliver(this.far, signal),
      hangUp: (cause) => this.#hangUp(this.far, cause),
      carriesText: 'basic',
      read,
      audio: { kind: 'pair', peer: () => this.far, format, rate },
    });
    this.far = parts.make('far', {
      dial: () => ({ outcome: 'unreachable', cause: causes.unknown }),
      send: (signal) => deliver(this.near, signal),
      hangUp: (cause) => this.#hangUp(this.near, cause),
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
      this.parts.onUnreachable();
      far.destroy();
      return { outcome: 'unreachable', cause: causes.unknown };
    }
    this.#isDialled = true;
    this.parts.onDialled(far);
    const { language, tenantId, musicClass, linkedId } = near.traits;
    far.setTraits({ language, tenantId, musicClass, linkedId });
    for (const [name, value] of [...near.variables.copies()].reverse()) far.setVariable(name, value);
    far.identify({ caller: near.connected, connected: near.caller });
    // The far end starts once the call has been reported.
    queueMicrotask(() => this.parts.run(far));
    return { outcome: 'dialling' };
  }

  #hangUp(other: Channel, cause: number): void {
    const wasOver = this.#isOver;
    this.#isOver = true;
    if (wasOver) return;
    if (this.#isDialled) this.parts.onOver();
    if (this.#isDialled || other === this.near) return other.farEndHungUp(cause);
    other.willEndWith(cause);
    other.destroy();
  }
}

/**
 * What one end says of itself is who calls, seen from the other one. Hold stays where it is said: it is for a device to
 * play music by, and there is none.
 */
function deliver(to: Channel, signal: LineSignal): void {
  if (signal.type === 'hold' || signal.type === 'unhold') return;
  if (signal.type === 'connected-line') to.setCaller(signal.party);
  to.receive(signal);
}

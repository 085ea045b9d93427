import type { TechnologyChannel } from '../technology/technology-channel';
import type { HoldSignal } from './signal';

export interface HoldActions {
  readonly line: Pick<TechnologyChannel, 'carries' | 'send'>;
  readonly report: (signal: HoldSignal) => void;
  readonly tellListeners: (signal: HoldSignal) => void;
}

/** Hold of a channel in both directions, and whether it is intercepted. */
export class ChannelHold {
  #isIntercepted = false;

  constructor(private readonly actions: HoldActions) {}

  /** Intercepts hold: reports it instead of passing it on. */
  intercept(isOn: boolean): void {
    this.#isIntercepted = isOn;
  }

  /** Puts the far end on hold, or ends that. False when its technology has no way to tell it. */
  send(signal: HoldSignal): boolean {
    if (this.#isIntercepted) this.actions.report(signal);
    else if (!this.actions.line.carries(signal.type)) return false;
    else this.actions.line.send(signal);
    return true;
  }

  /** The far end holds or resumes. */
  receive(signal: HoldSignal): void {
    this.actions.report(signal);
    if (!this.#isIntercepted) this.actions.tellListeners(signal);
  }

  /** Hold that another channel of ours passes on. It is intercepted where it was asked for, and nowhere else. */
  receivePassedOn(signal: HoldSignal): void {
    this.actions.tellListeners(signal);
  }
}

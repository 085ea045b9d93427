import type { TechnologyChannel } from '../technology/technology-channel';
import type { HoldSignal } from './signal';

export interface HoldReporter {
  readonly held: (signal: HoldSignal) => void;
}

/** Hold of a channel in both directions, and whether it is intercepted. */
export class ChannelHold {
  #isIntercepted = false;

  constructor(
    private readonly line: Pick<TechnologyChannel, 'carries' | 'send'>,
    private readonly reporter: HoldReporter,
  ) {}

  /** Intercepts hold: reports it instead of passing it on. */
  intercept(isOn: boolean): void {
    this.#isIntercepted = isOn;
  }

  /** Puts the far end on hold, or ends that. False when its technology has no way to tell it. */
  send(signal: HoldSignal): boolean {
    if (this.#isIntercepted) this.reporter.held(signal);
    else if (!this.line.carries(signal.type)) return false;
    else this.line.send(signal);
    return true;
  }

  /** The far end holds or resumes. Returns whether those who listen to the channel are to hear of it. */
  receive(signal: HoldSignal): boolean {
    this.reporter.held(signal);
    return !this.#isIntercepted;
  }
}

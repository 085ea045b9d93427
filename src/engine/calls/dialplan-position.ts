import type { DialplanPlace, RunningApplication } from './dialplan-place';
import { idle } from './dialplan-place';

/** Where a channel is in the dialplan, and what it does there. */
export class DialplanPosition {
  #application = idle;
  /** What it shows when nothing runs: for a line that was called out on, that it is one. */
  #idleApplication = idle;

  constructor(
    private present: DialplanPlace,
    private readonly changed: () => void,
  ) {}

  get place(): DialplanPlace {
    return this.present;
  }

  get application(): RunningApplication {
    return this.#application;
  }

  moveTo({ context, extension, priority }: Partial<DialplanPlace>): void {
    const before = this.present;
    this.present = {
      context: context ?? before.context,
      extension: extension ?? before.extension,
      priority: priority ?? before.priority,
    };
    this.changed();
  }

  show(application: RunningApplication, place: DialplanPlace): void {
    this.#application = application;
    this.present = place;
    this.changed();
  }

  setIdle(application: RunningApplication): void {
    this.#idleApplication = application;
  }

  /** Nothing runs the channel any more. */
  rest(): void {
    this.#application = this.#idleApplication;
    this.changed();
  }
}

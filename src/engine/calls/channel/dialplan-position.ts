import type { DialplanPlace, RunningApplication } from './dialplan-place';
import { idle } from './dialplan-place';

export interface PositionObserver {
  /** Something of it is shown differently from now on. */
  readonly changed: () => void;
  /** An application has been started. */
  readonly applicationStarted: () => void;
}

/** Where a channel is in the dialplan, and what it does there. */
export class DialplanPosition {
  #place: DialplanPlace;
  #application = idle;
  #idleApplication = idle;

  constructor(
    place: DialplanPlace,
    private readonly observer: PositionObserver,
  ) {
    this.#place = place;
  }

  get place(): DialplanPlace {
    return this.#place;
  }

  get application(): RunningApplication {
    return this.#application;
  }

  /** Changes what the dialplan shows without anything being run. */
  moveTo({ context, extension, priority }: Partial<DialplanPlace>): void {
    const before = this.#place;
    this.#place = {
      context: context ?? before.context,
      extension: extension ?? before.extension,
      priority: priority ?? before.priority,
    };
    this.observer.changed();
  }

  /** Shows and reports that an application runs, at the present place or at another one. */
  startApplication(application: RunningApplication, place: DialplanPlace = this.#place): void {
    this.showApplication(application, place);
    this.observer.applicationStarted();
  }

  /** The same without a report, for what is not a step of its own. */
  showApplication(application: RunningApplication, place: DialplanPlace = this.#place): void {
    this.#application = application;
    this.#place = place;
    this.observer.changed();
  }

  /** What is shown from now on whenever nothing runs: for a line that was called out on, that it is one. */
  setIdleApplication(application: RunningApplication): void {
    this.#idleApplication = application;
  }

  /** Nothing runs the channel any more. */
  rest(): void {
    this.#application = this.#idleApplication;
    this.observer.changed();
  }
}

import type { Fault } from '../faults';

/** What is known when everything is there again, of what has gone on meanwhile. */
export interface ActivityOutcome {
  /** Whether the calls of a node were lost with it. */
  readonly isLost: (node: number) => boolean;
  /** Whether live events may be missing: a node has lost NATS meanwhile, or said so. */
  readonly mayMiss: boolean;
  /** Whether a node besides the lost one has lost NATS meanwhile. */
  readonly hasLostLink: boolean;
  readonly fault: Fault;
}

/** What goes on while something fails. */
export interface Activity {
  /** What has to be there before. */
  readonly prepare?: () => Promise<void>;
  readonly run: () => Promise<void>;
  /** Ends what still goes on; called in any case. */
  readonly stop?: () => Promise<void>;
  /** What is wrong with it, besides what is checked in every round. */
  readonly judge?: (outcome: ActivityOutcome) => Promise<readonly string[]>;
}

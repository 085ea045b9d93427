import type { Victim, VictimLimits } from './harness/victim';

/** Configuration files by name, beside those that every attacked server has. */
export type ConfFiles = Readonly<Record<string, string>>;

/** What an attack has to work with. */
export interface AttackContext {
  readonly victim: Victim;
  /** The small size in short runs. */
  readonly size: (sizes: { readonly full: number; readonly short: number }) => number;
  /** Tells how far it is. */
  readonly say: (progress: string) => void;
  /** Registers something to close after the attack. */
  readonly closeAfterwards: (close: () => unknown) => void;
}

export interface Attack {
  readonly name: string;
  /** What the attacker does, in one sentence. */
  readonly does: string;
  /** What has to hold meanwhile and afterwards, in one sentence, beside what holds for all attacks. */
  readonly holds: string;
  readonly files?: ConfFiles;
  readonly limits?: VictimLimits;
  /** Which clients have to be served meanwhile: all by default. `none` is for attacks that end the server. */
  readonly serves?: 'all' | 'health checks' | 'none';
  /** How many times larger than before the process may become; 3 unless told. */
  readonly growth?: number;
  /** Errors in the log that are not faults of the server. */
  readonly excusedErrors?: RegExp;
  /** A suite that shows the same with another rig: `npm test` leaves the attack to it. */
  readonly shownBy?: string;
  /** Why it cannot be run here; undefined when it can. */
  readonly hindrance?: () => string | undefined;
  /** Throws when the attack has succeeded. */
  readonly run: (context: AttackContext) => Promise<void>;
}

/** The attack has succeeded: the message says how. */
export class Breach extends Error {}

export function mustHold(isSo: boolean, otherwise: string | (() => string)): asserts isSo {
  if (!isSo) throw new Breach(typeof otherwise === 'string' ? otherwise : otherwise());
}

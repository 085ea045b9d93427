import type { DeviceStateName } from '../../../engine/device-state';

/** The hints of the dialplan, as far as subscribers see them. */
export interface Hints {
  /** The devices behind an extension; undefined where it has no hint. */
  readonly find: (context: string, extension: string) => readonly string[] | undefined;
  /** What an extension with these devices shows now. */
  readonly stateOf: (devices: readonly string[]) => DeviceStateName;
  /** Called when the dialplan is another one, until the result is called. */
  readonly onReplaced: (listener: () => void) => () => void;
}

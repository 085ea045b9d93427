import { plainName, VariableSet } from './variable-set';

export interface VariablesObserver {
  /** Something of the channel is shown differently from now on. */
  readonly changed: () => void;
  /** A variable has a new value. */
  readonly variableSet: (name: string, value: string) => void;
}

/** The variables of a channel. Changes are reported. */
export class ChannelVariables extends VariableSet {
  constructor(private readonly observer: VariablesObserver) {
    super();
  }

  /**
   * Sets a plain variable; without a value removes it silently. `_` and `__` in front say who inherits it. `isShown`
   * says whether it is shown with the channel from now on.
   */
  override set(given: string, value: string | undefined, isShown?: boolean): void {
    super.set(given, value);
    if (isShown !== undefined) this.show(plainName(given), isShown);
    if (value === undefined) this.observer.changed();
    else this.observer.variableSet(given, value);
  }

  /** Shows a variable or function with the channel from now on, or no longer. */
  override show(name: string, isShown: boolean): void {
    super.show(name, isShown);
    this.observer.changed();
  }

  /** Says that a variable has a new value, wherever that is kept. */
  report(name: string, value: string): void {
    this.observer.variableSet(name, value);
  }
}

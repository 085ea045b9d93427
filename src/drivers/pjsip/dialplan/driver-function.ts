import type { Channel } from '../../../engine/calls/channel/channel';

/** What a function of the dialplan is given. */
export interface FunctionScope {
  readonly channel: Channel | undefined;
}

/** A function that a driver adds to the dialplan, in the form that the dialplan's own functions have. */
export interface DriverFunction {
  readonly read?: (argument: string, scope: FunctionScope) => string | undefined;
  readonly write?: (argument: string, value: string, scope: FunctionScope) => boolean | { readonly refused: string };
}

export type DriverFunctions = Readonly<Record<string, DriverFunction>>;

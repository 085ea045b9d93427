import type { ScopeDeps } from '../../../src/dialplan/expressions/dialplan-scope';
import type { FunctionDeps } from '../../../src/dialplan/function-library';
import { functionLibrary } from '../../../src/dialplan/function-library';
import { DialplanFunctions } from '../../../src/dialplan/expressions/functions';
import { Variables } from '../../../src/dialplan/expressions/variables';
import { Once } from '../../../src/shared/limits/once';

export type VariablesDeps = FunctionDeps & Omit<ScopeDeps, 'functions' | 'once'>;

/** Variables with every function that needs no audio, as on a server that runs all modules. */
export function makeVariables(deps: VariablesDeps): Variables {
  return new Variables({ ...deps, functions: new DialplanFunctions(functionLibrary(deps)), once: new Once() });
}

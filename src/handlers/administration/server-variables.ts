import type { ServerOperations } from '../../../generated/operations';
import type { Refusal } from '../../contract/handler';
import type { VariablePort } from '../../engine/calls/channel/dialplan-port';
import type { GlobalVariables } from '../../engine/global-variables';
import { quoted } from '../quoted';
import { needRoom } from '../room';

export interface VariableHandlersDeps {
  readonly variables: GlobalVariables;
  /** The functions of the dialplan. */
  readonly functions: Pick<VariablePort, 'write'>;
}

const done = { status: 204 } as const;

export const variableHandlers = ({
  variables,
  functions,
}: VariableHandlersDeps): Pick<ServerOperations, 'getGlobalVar' | 'setGlobalVar'> => ({
  getGlobalVar: ({ variable }) => ({ status: 200, body: { value: variables.get(variable) } }),

  setGlobalVar: ({ variable, value }) => {
    if (value !== undefined && variables.find(variable) === undefined) needRoom('global variables', variables.size);
    switch (variables.set(variable, value).outcome) {
      case 'set':
        return done;
      case 'name-missing':
        return {
          status: 400,
          message: `${quoted(variable)} names no variable: write its name between the parentheses`,
        };
      case 'other-function':
        return writeFunction(functions, variable, value);
    }
  },
});

function writeFunction(
  functions: VariableHandlersDeps['functions'],
  name: string,
  value: string | undefined,
): typeof done | Refusal<400 | 403> {
  const result = functions.write(undefined, { name, value }, 'outside');
  switch (result.outcome) {
    case 'written':
      return done;
    case 'ignored':
      return { status: 400, message: `${quoted(name)} is not a function that can be written without a channel` };
    case 'refused':
      return { status: 400, message: result.reason };
    case 'forbidden':
      return { status: 403, message: result.reason };
  }
}

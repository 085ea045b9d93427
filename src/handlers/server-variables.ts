import type { ServerOperations } from '../../generated/operations';
import type { GlobalVariables } from '../engine/global-variables';
import { quoted } from './quoted';

export const variableHandlers = (
  variables: GlobalVariables,
): Pick<ServerOperations, 'getGlobalVar' | 'setGlobalVar'> => ({
  getGlobalVar: ({ variable }) => ({ status: 200, body: { value: variables.get(variable) } }),

  setGlobalVar: ({ variable, value }) => {
    const result = variables.set(variable, value);
    switch (result.outcome) {
      case 'set':
      case 'ignored':
        return { status: 204 };
      case 'name-missing':
        return {
          status: 400,
          message: `${quoted(variable)} names no variable: write its name between the parentheses`,
        };
      case 'dangerous':
        return {
          status: 403,
          message: `the function ${quoted(result.functionName)} reaches out of the telephone system and cannot be used from here, unless asterisk.conf says live_dangerously = yes`,
        };
    }
  },
});

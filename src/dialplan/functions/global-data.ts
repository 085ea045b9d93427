import { settableStates } from '../../engine/device-state';
import type { FunctionTable, Scope } from '../expressions/functions';
import type { DevicesPort, GlobalsPort, PlanPort } from '../ports';
import { splitArguments } from '../expressions/split-arguments';
import { extensionState } from './extension-state';

export interface GlobalDataDeps {
  readonly globals: GlobalsPort;
  readonly devices: DevicesPort;
  readonly plan: PlanPort;
}

/** What belongs to no call. */
export function globalDataFunctions({ globals, devices, plan }: GlobalDataDeps): FunctionTable {
  return {
    GLOBAL: {
      read: (argument) => globals.find(argument) ?? '',
      write: (argument, value) => {
        if (argument === '') return false;
        globals.set(argument, value);
        return true;
      },
    },
    GLOBAL_EXISTS: { read: (argument) => (globals.find(argument) === undefined ? '0' : '1') },
    DEVICE_STATE: {
      read: (argument) => devices.stateOf(argument.trim()),
      write: (argument, value) => {
        const state = settableStates.find((known) => known === value.trim().toUpperCase());
        if (state === undefined) return { refused: `write ${settableStates.join(', ')}` };
        return (
          devices.set(argument.trim(), state) || { refused: 'only devices called Custom: have states to be written' }
        );
      },
    },
    EXTENSION_STATE: { read: (argument, scope) => stateAt(argument, scope, { devices, plan }) },
    HINT: {
      read: (argument, scope) => {
        const { context, extension } = placeOf(splitArguments(argument)[0] ?? '', scope);
        return plan.findHint(context, extension)?.join('&') ?? '';
      },
    },
    DIALPLAN_EXISTS: { read: (argument) => (exists(argument, plan) ? '1' : '0') },
    VALID_EXTEN: {
      read: (argument, scope) => {
        const [context = '', extension = '', priority = '1'] = splitArguments(argument);
        const here = scope.channel?.position.place;
        const place = [context || (here?.context ?? ''), extension || (here?.extension ?? ''), priority || '1'];
        return exists(place.join(','), plan) ? '1' : '0';
      },
    },
  };
}

function stateAt(argument: string, scope: Scope, { devices, plan }: Omit<GlobalDataDeps, 'globals'>): string {
  const { context, extension } = placeOf(argument, scope);
  const hint = plan.findHint(context, extension);
  return hint === undefined ? 'UNKNOWN' : extensionState(hint.map((device) => devices.stateOf(device)));
}

/** `extension[@context]`; hints of the default context need not say so. */
function placeOf(argument: string, scope: Scope): { readonly extension: string; readonly context: string } {
  const [extension = '', context] = argument.trim().split('@');
  return { extension, context: context ?? scope.channel?.position.place.context ?? 'default' };
}

function exists(argument: string, plan: PlanPort): boolean {
  const [context = '', extension = '', priority = ''] = splitArguments(argument).map((part) => part.trim());
  if (extension === '') return plan.hasContext(context);
  if (priority === '') return plan.hasExtension(context, extension);
  return /^\d{1,6}$/.test(priority) && plan.hasPriority({ context, extension, priority: Number(priority) });
}

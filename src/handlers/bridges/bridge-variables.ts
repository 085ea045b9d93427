import type { BridgesOperations } from '../../../generated/operations';
import type { Refusal } from '../../contract/handler';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { VariablePort } from '../../engine/calls/channel/dialplan-port';
import { assignmentsOf } from '../assignments';
import { findBridge, governed, noBridge } from './bridge-guards';
import { quoted } from '../quoted';
import { needRoom } from '../room';

type VariableOperations = Pick<BridgesOperations, 'getBridgeVar' | 'setBridgeVar' | 'getBridgeVars' | 'setBridgeVars'>;

export interface BridgeVariableDeps {
  readonly bridges: Bridges;
  readonly variables: VariablePort;
}

const done = { status: 204 } as const;

/** Bridges have their own variables: without events, and an empty value deletes. */
export function bridgeVariables({ bridges, variables }: BridgeVariableDeps): VariableOperations {
  return {
    getBridgeVar: ({ bridgeId, variable }) => {
      if (variable === '') return nameMissing;
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const value = bridge.variables.get(variable);
      return value === undefined ? notSet(variable) : { status: 200, body: { value } };
    },

    setBridgeVar: ({ bridgeId, variable, value, report_events: isShown }) => {
      if (variable === '') return nameMissing;
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      needRoomFor([variable], bridge);
      bridge.setVariable(variable, value, isShown);
      return done;
    },

    getBridgeVars: ({ bridgeId, variables: names }) => {
      const wanted = names.map((name) => name.trim());
      if (wanted.length === 0 || wanted.includes('')) return nameMissing;
      const bridge = findBridge(bridgeId, bridges);
      if (bridge === undefined) return noBridge(bridgeId);
      return readAll(bridge, wanted, variables);
    },

    setBridgeVars: ({ bridgeId, variables: given }) => {
      const bridge = findBridge(bridgeId, bridges);
      if (bridge === undefined) return noBridge(bridgeId);
      const assignments = assignmentsOf(given);
      needRoomFor(
        assignments.map(({ name }) => name),
        bridge,
      );
      for (const { name, value, isShown } of assignments) bridge.setVariable(name, value, isShown);
      return done;
    },
  };
}

function needRoomFor(names: readonly string[], { variables }: Bridge): void {
  const added = names.filter((name) => variables.get(name) === undefined).length;
  if (added > 0) needRoom('variables of the bridge', variables.size, added);
}

/** Names with parentheses are functions, evaluated without a channel. */
function readAll(bridge: Bridge, names: readonly string[], variables: VariablePort) {
  const values: Record<string, string> = {};
  for (const name of names) {
    if (!name.endsWith(')')) {
      const value = bridge.variables.get(name);
      if (value === undefined) return notSet(name);
      values[name] = value;
      continue;
    }
    const result = variables.read(undefined, name, 'outside');
    if (result.outcome === 'missing') return notSet(name);
    if (result.outcome === 'read') {
      values[name] = result.value;
      continue;
    }
    if (result.outcome === 'forbidden') return { status: 403, message: result.reason } as const;
    return { status: 400, message: `${quoted(name)} cannot be read: ${result.reason}` } as const;
  }
  return { status: 200, body: { variables: values } } as const;
}

const nameMissing: Refusal<400> = { status: 400, message: 'a variable has no name: give the name of each' };

function notSet(name: string): Refusal<404> {
  return { status: 404, message: `the bridge has no variable ${quoted(name)}` };
}

import { bridgeId } from '../../shared/ids';
import type { Refusal } from '../../contract/handler';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import { quoted } from '../quoted';

export function noBridge(id: string): Refusal<404> {
  return { status: 404, message: `there is no bridge ${quoted(id)}` };
}

export function findBridge(id: string, bridges: Pick<Bridges, 'find'>): Bridge | undefined {
  return bridges.find(bridgeId(id));
}

/** A bridge that applications may control: those of the dialplan can only be read. */
export function governed(id: string, bridges: Bridges): Bridge | Refusal<404 | 409> {
  const bridge = findBridge(id, bridges);
  if (bridge === undefined) return noBridge(id);
  if (bridge.governedBy === 'stasis') return bridge;
  return { status: 409, message: `the bridge ${quoted(id)} belongs to the dialplan: it can be seen, not changed` };
}

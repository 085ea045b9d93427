import type { BridgesOperations } from '../../generated/operations';
import type { Refusal, Reply } from '../contract/handler';
import type { Bridge as WireBridge } from '../../generated/models';
import type { JsonObject } from '../contract/json';
import type { Bridge, Stay } from '../engine/calls/bridge';
import { bridgeAttributes, readBridgeType } from '../engine/calls/bridge-type';
import type { Bridges } from '../engine/calls/bridges';
import type { VariablePort } from '../engine/calls/dialplan-port';
import { presentBridge } from '../stasis/present-bridge';
import type { Session } from '../stasis/session';
import { assignmentsOf } from './assignments';
import { awaitingBridgeAudio } from './awaiting-audio';
import { bridgeVariables } from './bridge-variables';
import type { ChannelDirectory } from './channel-guards';
import { quoted } from './quoted';

export interface BridgeHandlersDeps extends ChannelDirectory {
  readonly bridges: Bridges;
  readonly variables: VariablePort;
}

const done = { status: 204 } as const;

export function bridgeHandlers(deps: BridgeHandlersDeps): BridgesOperations {
  const { bridges } = deps;
  return {
    list: () => ({ status: 200, body: bridges.list().map((bridge) => presentBridge(bridge.snapshot())) }),
    create: (params) => create(params, bridges),
    createWithId: (params) => create(params, bridges),
    get: ({ bridgeId }) => {
      const bridge = bridges.find(bridgeId);
      return bridge === undefined ? noBridge(bridgeId) : shown(bridge);
    },
    destroy: ({ bridgeId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      bridge.destroy();
      return done;
    },
    ...membership(deps),
    ...bridgeVariables(deps),
    ...awaitingBridgeAudio((id) => {
      const bridge = governed(id, bridges);
      return 'status' in bridge ? bridge : undefined;
    }),
  };
}

function membership(
  deps: BridgeHandlersDeps,
): Pick<BridgesOperations, 'addChannel' | 'removeChannel' | 'setVideoSource' | 'clearVideoSource'> {
  const { bridges } = deps;
  return {
    addChannel: ({ bridgeId, channel: ids, role, absorbDTMF, mute, inhibitConnectedLineUpdates }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const sessions = sessionsOf(ids, deps);
      if ('status' in sessions) return sessions;
      const inhibitsConnectedLine = inhibitConnectedLineUpdates;
      const stay = { role, absorbsDigits: absorbDTMF, isMuted: mute, inhibitsConnectedLine };
      for (const session of sessions) enter(session, bridge, { bridges, stay });
      return done;
    },
    removeChannel: ({ bridgeId, channel: ids }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const sessions = sessionsOf(ids, deps);
      if ('status' in sessions) return sessions;
      const stranger = sessions.find(({ channel }) => !bridge.has(channel));
      if (stranger !== undefined) return notInside(stranger, bridge);
      for (const { channel } of sessions) bridges.leave(channel);
      return done;
    },
    setVideoSource: ({ bridgeId, channelId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const sessions = sessionsOf([channelId], deps);
      if ('status' in sessions) return sessions;
      const [session] = sessions;
      if (session === undefined || !bridge.has(session.channel))
        return notInside({ channel: { id: channelId } }, bridge);
      bridge.showVideoOf(session.channel);
      return done;
    },
    clearVideoSource: ({ bridgeId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      bridge.showVideoOf(undefined);
      return done;
    },
  };
}

/** The application is subscribed to the bridge before its channel is in there. */
function enter(session: Session, bridge: Bridge, { bridges, stay }: { bridges: Bridges; stay: Stay }): void {
  bridges.leave(session.channel);
  session.enteredBridge(bridge);
  bridges.move(session.channel, bridge, stay);
}

interface BridgeWish {
  readonly type?: string;
  readonly bridgeId?: string;
  readonly name?: string;
  readonly variables?: JsonObject;
}

function create(wish: BridgeWish, bridges: Bridges): Reply<200, WireBridge> | Refusal<400 | 409> {
  const read = readBridgeType(wish.type ?? '');
  if (read.outcome !== 'read') return typeRefusal(read);
  const id = wish.bridgeId || undefined;
  const name = wish.name ?? '';
  const bridge = bridges.make({ id, name, type: read.type, governedBy: 'stasis', creator: 'Stasis' });
  if (bridge === undefined)
    return { status: 409, message: `there is a bridge ${quoted(id ?? '')} already, so nothing was created` };
  for (const { name: variable, value, isShown } of assignmentsOf(wish.variables))
    bridge.setVariable(variable, value, isShown);
  bridge.announce();
  return shown(bridge);
}

function typeRefusal(result: Exclude<ReturnType<typeof readBridgeType>, { outcome: 'read' }>): Refusal<400> {
  if (result.outcome === 'contradiction')
    return { status: 400, message: 'type asks for mixing and holding at once: a bridge does one of them' };
  const attributes = bridgeAttributes.join(', ');
  return {
    status: 400,
    message: `type names ${quoted(result.attribute)}, which is no attribute of bridges; there are: ${attributes}`,
  };
}

function shown(bridge: Bridge): Reply<200, WireBridge> {
  return { status: 200, body: presentBridge(bridge.snapshot()) };
}

export function noBridge(id: string): Refusal<404> {
  return { status: 404, message: `there is no bridge ${quoted(id)}` };
}

/** A bridge that applications may command: those of the dialplan can only be looked at. */
export function governed(id: string, bridges: Bridges): Bridge | Refusal<404 | 409> {
  const bridge = bridges.find(id);
  if (bridge === undefined) return noBridge(id);
  if (bridge.governedBy === 'stasis') return bridge;
  return { status: 409, message: `the bridge ${quoted(id)} belongs to the dialplan: it can be seen, not changed` };
}

/** The channels of a list: all of them, or the first reason why not. */
function sessionsOf(ids: readonly string[], { channels, sessions }: ChannelDirectory): Session[] | Refusal<400 | 422> {
  const found: Session[] = [];
  if (ids.length === 0 || ids.includes(''))
    return { status: 400, message: 'channel is missing or has an empty entry: give the ids of channels' };
  for (const id of ids) {
    const channel = channels.find(id);
    if (channel === undefined)
      return { status: 400, message: `channel names ${quoted(id)}, and there is no such channel` };
    const session = sessions.of(channel);
    if (session === undefined || session.isDeparting)
      return {
        status: 422,
        message: `the channel ${quoted(id)} is in no application, so it cannot be put into bridges`,
      };
    found.push(session);
  }
  return found;
}

function notInside({ channel }: { readonly channel: { readonly id: string } }, bridge: Bridge): Refusal<422> {
  return { status: 422, message: `the channel ${quoted(channel.id)} is not in the bridge ${quoted(bridge.id)}` };
}

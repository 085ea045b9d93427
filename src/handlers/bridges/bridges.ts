import { bridgeId, idIfGiven } from '../../shared/ids';
import type { BridgesOperations } from '../../../generated/operations';
import type { Refusal, Reply, RequestContext } from '../../contract/handler';
import { ModuleMissingError } from '../../contract/not-served';
import type { Bridge as WireBridge } from '../../../generated/models';
import type { JsonObject } from '../../contract/json';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import { bridgeAttributes, readBridgeType } from '../../engine/calls/bridge/bridge-type';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { VariablePort } from '../../engine/calls/channel/dialplan-port';
import type { ControlledChannel, MembershipOutcome } from '../../engine/calls/use-cases/bridge-membership';
import { addToBridge, removeFromBridge } from '../../engine/calls/use-cases/bridge-membership';
import type { RemoteChannel, RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import type { ProvidedNames } from '../../shared/module-use/provided-names';
import type { Belongings } from '../../stasis/belongings';
import { presentBridge } from '../../stasis/presenters/present-bridge';
import type { Session } from '../../stasis/session';
import { assignmentsOf } from '../assignments';
import { findBridge, governed, noBridge } from './bridge-guards';
import { bridgeMedia } from './bridge-media';
import { bridgeVariables } from './bridge-variables';
import type { ChannelDirectory } from '../channels/channel-guards';
import type { MediaDesk } from '../channels/channel-media';
import { quoted } from '../quoted';
import { needRoom } from '../room';
import { mapInSlices } from '../../shared/scheduling/map-in-slices';
import { when } from '../../shared/scheduling/when';

export interface BridgeHandlersDeps extends ChannelDirectory {
  readonly bridges: Bridges;
  /** Channels of other nodes that a request names. */
  readonly remote: Pick<RemoteChannels, 'find'>;
  readonly belongings: Pick<Belongings, 'giveBridge'>;
  readonly variables: VariablePort;
  readonly media: MediaDesk;
  readonly codecs: Pick<ProvidedNames, 'has' | 'missingModule'>;
}

const done = { status: 204 } as const;

export function bridgeHandlers(deps: BridgeHandlersDeps): BridgesOperations {
  const { bridges, media } = deps;
  return {
    list: () => {
      const snapshots = bridges.list().map((bridge) => bridge.snapshot());
      return when(mapInSlices(snapshots, presentBridge), (body) => ({ status: 200, body }));
    },
    create: (params, context) => create(params, deps, context),
    createWithId: (params, context) => create(params, deps, context),
    get: ({ bridgeId }) => {
      const bridge = findBridge(bridgeId, bridges);
      return bridge === undefined ? noBridge(bridgeId) : shown(bridge);
    },
    destroy: ({ bridgeId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      // While applications subscribed through a member still receive the end.
      media.playbacks.endIn(bridge);
      bridge.destroy();
      return done;
    },
    ...membership(deps),
    ...bridgeVariables(deps),
    ...bridgeMedia(deps),
  };
}

function membership(
  deps: BridgeHandlersDeps,
): Pick<BridgesOperations, 'addChannel' | 'removeChannel' | 'setVideoSource' | 'clearVideoSource'> {
  const { bridges } = deps;
  const { recordings } = deps.media;
  const control = (session: Session): ControlledChannel => controlledBy(session, recordings);
  return {
    addChannel: ({ bridgeId, channel: ids, role, absorbDTMF, mute, inhibitConnectedLineUpdates }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const members = membersOf(ids, deps, { here: control, elsewhere: (remote) => remote.entering() });
      if ('status' in members) return members;
      const inhibitsConnectedLine = inhibitConnectedLineUpdates;
      const stay = { role, absorbsDigits: absorbDTMF, isMuted: mute, inhibitsConnectedLine };
      const added = addToBridge(bridge, { members, stay }, { bridges });
      return when(added, (outcome) => membershipReply(outcome, bridge));
    },
    removeChannel: ({ bridgeId, channel: ids }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const members = membersOf(ids, deps, { here: control, elsewhere: (remote) => remote.leaving() });
      if ('status' in members) return members;
      const removed = removeFromBridge(bridge, members, { bridges });
      return when(removed, (outcome) => membershipReply(outcome, bridge));
    },
    setVideoSource: ({ bridgeId, channelId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const members = membersOf([channelId], deps, {
        here: ({ channel }) => channel,
        elsewhere: ({ channel }) => channel,
      });
      if ('status' in members) return members;
      const [channel] = members;
      if (channel === undefined || !bridge.has(channel)) return notInside({ id: channelId }, bridge);
      bridge.showVideoOf(channel);
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
function controlledBy(session: Session, recordings: Pick<MediaDesk['recordings'], 'isRecording'>): ControlledChannel {
  const { channel, queue } = session;
  const isRecorded = recordings.isRecording(channel);
  return { channel, queue, isRecorded, enteredBridge: (bridge) => session.enteredBridge(bridge) };
}

/** Throws when a module is missing. */
function membershipReply(result: MembershipOutcome, bridge: Bridge): typeof done | Refusal<404 | 409 | 422> {
  switch (result.outcome) {
    case 'done':
      return done;
    case 'bridge-gone':
      return noBridge(bridge.id);
    case 'recorded':
      return isRecorded(result.channel);
    case 'not-inside':
      return notInside(result.channel, bridge);
    case 'released':
      return hasLeft(result.channel);
    case 'module-missing':
      throw new ModuleMissingError('a bridge of this many channels', result.module);
  }
}

interface BridgeRequest {
  readonly type?: string;
  readonly bridgeId?: string;
  readonly name?: string;
  readonly variables?: JsonObject;
  readonly absorbDTMF: boolean;
  readonly mute: boolean;
}

function create(
  request: BridgeRequest,
  { bridges, belongings }: BridgeHandlersDeps,
  { applications }: RequestContext,
): Reply<200, WireBridge> | Refusal<400 | 409> {
  const read = readBridgeType(request.type ?? '');
  if (read.outcome !== 'read') return typeRefusal(read);
  const id = idIfGiven(request.bridgeId, bridgeId);
  const name = request.name ?? '';
  const missing = bridges.missingModule(read.type);
  if (missing !== undefined) throw new ModuleMissingError(`a ${read.type.kind} bridge`, missing);
  const features = { absorbsDigits: request.absorbDTMF, isMuted: request.mute };
  if (id === undefined || bridges.find(id) === undefined) needRoom('bridges', bridges.size);
  const bridge = bridges.make({ id, name, type: read.type, governedBy: 'stasis', creator: 'Stasis', features });
  if (bridge === undefined)
    return { status: 409, message: `there is a bridge ${quoted(id ?? '')} already, so nothing was created` };
  for (const { name: variable, value, isShown } of assignmentsOf(request.variables))
    bridge.setVariable(variable, value, isShown);
  belongings.giveBridge(bridge.id, applications);
  bridge.announce();
  return shown(bridge);
}

function typeRefusal(result: Exclude<ReturnType<typeof readBridgeType>, { outcome: 'read' }>): Refusal<400> {
  if (result.outcome === 'contradiction')
    return { status: 400, message: 'type asks for mixing and holding: a bridge does only one of them' };
  const attributes = bridgeAttributes.join(', ');
  return {
    status: 400,
    message: `type: unknown attribute ${quoted(result.attribute)}; allowed: ${attributes}`,
  };
}

function shown(bridge: Bridge): Reply<200, WireBridge> {
  return { status: 200, body: presentBridge(bridge.snapshot()) };
}

/** What is to be done with a channel of this node, and with one of another node. */
interface Ways<Member> {
  readonly here: (session: Session) => Member;
  readonly elsewhere: (remote: RemoteChannel) => Member;
}

/** The channels of a list: all of them, or the first reason why not. */
function membersOf<Member extends object>(
  ids: readonly string[],
  deps: Pick<BridgeHandlersDeps, 'channels' | 'sessions' | 'remote'>,
  { here, elsewhere }: Ways<Member>,
): Member[] | Refusal<400 | 422> {
  const found: Member[] = [];
  if (ids.length === 0 || ids.includes(''))
    return { status: 400, message: 'channel is missing or has an empty entry: give the ids of channels' };
  for (const id of ids) {
    const channel = deps.channels.find(id);
    const remote = channel === undefined ? deps.remote.find(id) : undefined;
    if (channel === undefined && remote === undefined)
      return { status: 400, message: `channel: there is no channel ${quoted(id)}` };
    const session = channel === undefined ? undefined : deps.sessions.of(channel);
    if (remote?.isControlled === true) found.push(elsewhere(remote));
    else if (session?.isDeparting === false) found.push(here(session));
    else return uncontrolled(id);
  }
  return found;
}

function uncontrolled(id: string): Refusal<422> {
  return {
    status: 422,
    message: `the channel ${quoted(id)} is not in an application, so it cannot be put into bridges`,
  };
}

function isRecorded({ id }: Channel): Refusal<409> {
  return { status: 409, message: `the channel ${quoted(id)} is being recorded, so it cannot be put into bridges` };
}

function hasLeft({ id }: Channel): Refusal<422> {
  return { status: 422, message: `the channel ${quoted(id)} has left its application` };
}

function notInside({ id }: { readonly id: string }, bridge: Bridge): Refusal<422> {
  return { status: 422, message: `the channel ${quoted(id)} is not in the bridge ${quoted(bridge.id)}` };
}

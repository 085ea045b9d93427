import { channelId, idIfGiven } from '../../shared/ids';
import type { Channel as WireChannel } from '../../../generated/models';
import type { ChannelsCreateParams, ChannelsOperations, ChannelsOriginateParams } from '../../../generated/operations';
import type { Refusal, Reply } from '../../contract/handler';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import { parseParty } from '../../engine/calls/channel/party';
import type { CallTarget } from '../../engine/calls/use-cases/call-target';
import type { ChannelRequest, MadeChannel } from '../../engine/calls/use-cases/channel-request';
import type { CallUseCases } from '../../engine/calls/use-cases/use-cases';
import { when } from '../../shared/scheduling/when';
import { presentChannel } from '../../stasis/presenters/present-channel';
import { assignmentsOf } from '../assignments';
import { findBridge, noBridge } from '../bridges/bridge-guards';
import { channelRefusal, targetRefusal } from './channel-refusals';

export interface ChannelMakersDeps {
  readonly bridges: Pick<Bridges, 'find'>;
  readonly useCases: Pick<CallUseCases, 'originate' | 'create'>;
}

type Makers = Pick<ChannelsOperations, 'originate' | 'originateWithId' | 'create'>;

const defaultTimeout = 30;

/** The operations that create channels. */
export function channelMakers({ bridges, useCases }: ChannelMakersDeps): Makers {
  const originate: Makers['originate'] = (params, { socket }) => {
    const misplaced = unknownBridge(params, bridges);
    if (misplaced !== undefined) return misplaced;
    const target = readTarget(params);
    if ('status' in target) return target;
    const callerId = params.callerId ? parseParty(params.callerId) : undefined;
    const { endpoint, id, otherId, formats, originator, variables } = readRequest(params);
    const timeout = timeoutOf(params.timeout);
    const call = { endpoint, id, otherId, formats, originator, variables, target, callerId, timeout, socket };
    return when(useCases.originate(call), (result) => {
      switch (result.outcome) {
        case 'made':
          return shown(result);
        case 'label-unknown':
        case 'priority-invalid':
        case 'application-unknown':
          return targetRefusal(result);
        default:
          return channelRefusal(result);
      }
    });
  };
  return {
    originate,
    originateWithId: originate,
    create: (params, { socket }) => {
      const { app, appArgs: args } = params;
      const misplaced = unknownBridge(params, bridges);
      if (misplaced !== undefined) return misplaced;
      if (app === '')
        return { status: 400, message: 'app is empty: name the application that the channel is to enter' };
      const made = useCases.create({ ...readRequest(params), application: { name: app, args }, socket });
      return when(made, (result) => (result.outcome === 'made' ? shown(result) : channelRefusal(result)));
    },
  };
}

/** A cluster has chosen this node because of the bridge; here it only has to exist. */
export function unknownBridge(
  { bridge }: { readonly bridge?: string | undefined },
  bridges: Pick<Bridges, 'find'>,
): Refusal<404> | undefined {
  return bridge && findBridge(bridge, bridges) === undefined ? noBridge(bridge) : undefined;
}

function shown({ channel }: MadeChannel): Reply<200, WireChannel> {
  return { status: 200, body: presentChannel(channel) };
}

function readRequest(params: ChannelsCreateParams | ChannelsOriginateParams): ChannelRequest {
  const { endpoint, originator, formats, variables } = params;
  return {
    endpoint,
    id: idIfGiven(params.channelId, channelId),
    otherId: idIfGiven(params.otherChannelId, channelId),
    formats: listOf(formats),
    originator: originator || undefined,
    variables: assignmentsOf(variables),
  };
}

const placeNames = ['context', 'extension', 'priority', 'label'] as const;

/** The destination of the answered channel: an application, or the dialplan. */
function readTarget(params: ChannelsOriginateParams): CallTarget | Refusal<400> {
  const { app, appArgs: args, context, extension, priority, label } = params;
  if (app) {
    const excluded = placeNames.find((name) => Boolean(params[name]));
    if (excluded !== undefined)
      return { status: 400, message: `app and ${excluded} exclude each other: a call goes to one place` };
    return { kind: 'application', name: app, args };
  }
  if (args) return { status: 400, message: 'appArgs is for an application, and app is not given' };
  if (!extension)
    return { status: 400, message: 'neither app nor extension is given: give the destination of the answered call' };
  return { kind: 'dialplan', context: context || 'default', extension, priority, label };
}

/** Seconds; -1 waits forever, and 0 means the default. */
function timeoutOf(seconds: number): number | undefined {
  return seconds === -1 ? undefined : (seconds || defaultTimeout) * 1000;
}

function listOf(text: string | undefined): readonly string[] {
  if (!text) return [];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

import { when } from '../../../shared/scheduling/when';
import type { CallCompletion } from '../dialing/call-completion';
import { placeCall } from '../dialing/call-completion';
import type { MaybePromise, Calls, NewCall } from '../dialing/calls';
import type { Channels } from '../channel/channels';
import type { DialplanPlace } from '../channel/dialplan-place';
import type { SubroutinePort } from '../channel/dialplan-port';
import type { Party } from '../channel/party';
import type { CallTarget, TargetDeps, TargetRefusal } from './call-target';
import { readTarget } from './call-target';
import type { ChannelRefusal, ChannelRequest, MadeChannel } from './channel-request';
import { madeChannel, readChannelRequest } from './channel-request';

export interface OriginateRequest extends ChannelRequest {
  readonly target: CallTarget;
  readonly callerId: Pick<Party, 'name' | 'number'> | undefined;
  /** Milliseconds until the far end must have answered; undefined waits for ever. */
  readonly timeout: number | undefined;
  /** The account that the call is billed to. */
  readonly accountCode?: string | undefined;
  /** A subroutine of the dialplan that the channel runs before the far end is called. */
  readonly subroutine?: { readonly place: DialplanPlace; readonly arguments: readonly string[] } | undefined;
  /** Whether the call goes on as soon as something can be heard from the far end, before it has answered. */
  readonly startsEarly?: boolean | undefined;
}

export type OriginateOutcome =
  | (MadeChannel & {
      /** What becomes of the call, for those who wait for it. */
      readonly completion: Promise<CallCompletion>;
    })
  | ChannelRefusal
  | TargetRefusal;

export interface OriginateDeps extends TargetDeps {
  readonly dialplan: TargetDeps['dialplan'] & SubroutinePort;
  readonly calls: Pick<Calls, 'originate'>;
  readonly channels: Pick<Channels, 'find'>;
}

/** Places a call. Everything is checked before the first channel exists. */
export function originate(request: OriginateRequest, deps: OriginateDeps): MaybePromise<OriginateOutcome> {
  const read = readChannelRequest(request, deps.channels);
  if (read.outcome !== 'read') return read;
  const target = readTarget(request.target, deps);
  if (target.outcome !== 'read') return target;
  const { applications } = deps;
  const application = request.target.kind === 'application' ? request.target.name : undefined;
  const { callerId, timeout, accountCode, subroutine, startsEarly } = request;
  const { endpoint, id, otherId, formats, formatsLike, originator, variables } = read.channel;
  const call: NewCall = {
    endpoint,
    id,
    otherId,
    formats,
    formatsLike,
    originator,
    variables,
    callerId,
    timeout,
    startsEarly,
    beforeDial:
      subroutine &&
      (async (channel) =>
        (await deps.dialplan.callSubroutine(channel, subroutine.place, subroutine.arguments)) === 'returned'),
    beforeAnnounced: (channel, others) => {
      if (accountCode !== undefined) channel.setAttributes({ accountCode });
      if (application === undefined) return;
      const ids = [channel.id, ...others.map((other) => other.id)];
      applications.own(application, ids, { socket: request.socket, like: originator?.id });
    },
  };
  return when(placeCall(deps.calls, call, target.program), (made): OriginateOutcome => {
    if (made.outcome !== 'made') return made;
    const { channel, others, completion } = made;
    // The application hears of the call from its beginning, and until it is gone.
    if (application !== undefined) for (const { id } of [channel, ...others]) applications.subscribe(application, id);
    const { channel: shown, variables: known } = madeChannel(channel);
    return { outcome: 'made', channel: shown, variables: known, completion };
  });
}

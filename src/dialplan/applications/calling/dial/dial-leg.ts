import type { MaybePromise } from '../../../../engine/calls/dialing/calls';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { Dialing } from '../../../../engine/calls/dialing/dialing';
import { dialledLine } from '../../../../engine/calls/channel/dialplan-place';
import { markForwarded, maxForwards } from '../../../../engine/calls/dialing/forwarding';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import { parseEndpoint } from '../../../../engine/calls/technology/technologies';
import { when } from '../../../../shared/scheduling/when';
import { notesOf } from '../../../channel-notes';
import type { DialLetters } from './dial-arguments';
import type { CallApplicationDeps } from './dial-deps';
import { partiesOf } from './dial-options';

/** One of those that a Dial calls. */
export interface DialLeg {
  readonly channel: Channel;
  /** What was dialled, without the technology. */
  readonly resource: string;
  /** Whether its technology has told who is there, so that the caller may be told. */
  isIdentified: boolean;
  /** How often the call may still be sent elsewhere. */
  readonly forwardsLeft: number;
  dialing: Dialing | undefined;
}

interface LegRequest {
  readonly caller: Channel;
  readonly target: string;
  readonly options: DialLetters;
  /** The leg that wants this one to be called instead. */
  readonly forwarder?: DialLeg;
}

/** Creates the channel and announces on whose behalf. Undefined when it cannot be created; the log says why. */
export function makeLeg(
  request: LegRequest,
  { calls, log }: Pick<CallApplicationDeps, 'calls' | 'log'>,
): MaybePromise<DialLeg | undefined> {
  const { caller, target } = request;
  const asked = {
    endpoint: target,
    originator: caller,
    id: undefined,
    otherId: undefined,
    formats: [],
    variables: [],
  };
  return when(calls.request(asked), (made) => {
    if (made.outcome === 'made') return showLeg(made.channel, request);
    const reason = made.outcome === 'id-taken' ? `the id ${made.id} is taken` : made.reason;
    log.warn({ channel: caller.id, target, reason }, 'Dial: cannot create channel');
    return undefined;
  });
}

function showLeg(channel: Channel, { caller, target, options, forwarder }: LegRequest): DialLeg {
  const { resource = '' } = parseEndpoint(target) ?? {};
  const isIdentified = channel.parties.caller.number !== '';
  channel.variables.set('DIALEDPEERNUMBER', resource);
  channel.position.moveTo({ extension: caller.position.place.extension });
  channel.position.setIdleApplication(dialledLine);
  const isKnown = isIdentified || channel.line.isKnownParty === true;
  const { caller: dialled, connected } = partiesOf(options, caller);
  const { number, presentation } = dialled;
  // A known party without a number keeps its own name, also none.
  const name = channel.line.isKnownParty === true ? channel.parties.caller.name : dialled.name;
  const self = { name, number, presentation };
  channel.parties.identify(isIdentified ? { connected } : { caller: self, connected }, () =>
    channel.position.startApplication(dialledLine),
  );
  if (forwarder !== undefined) markForwarded(channel, forwarder.channel);
  const forwardsLeft = (forwarder?.forwardsLeft ?? maxForwards + 1) - 1;
  return { channel, resource, isIdentified: isKnown, forwardsLeft, dialing: undefined };
}

/** The caller's dialplan can ask why a leg has ended. */
export function noteEnding(caller: Channel, { name, ending: { cause, technologyCause } }: Channel): void {
  notesOf(caller).endings.set(name, { cause, technology: technologyCause === undefined ? '' : `${technologyCause}` });
}

/** Ends a leg that is not needed any more. The caller's dialplan can ask why it ended. */
export function endLeg({ channel }: Pick<DialLeg, 'channel'>, caller: Channel, cause?: number): void {
  if (cause !== undefined) channel.ending.set(cause);
  else if (channel.ending.cause === causes.unknown) channel.ending.set(causes.normal);
  noteEnding(caller, channel);
  channel.destroy();
}

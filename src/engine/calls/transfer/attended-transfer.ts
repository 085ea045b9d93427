import { when } from '../../../shared/scheduling/when';
import type { Bridge } from '../bridge/bridge';
import type { Channel } from '../channel/channel';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { MaybePromise } from '../dialing/calls';
import { callFarEnd, requestLink } from './connecting-pair';
import { endReplaced, takingPlaceOf } from './take-over';
import type { TransferProgress } from './transfer';
import type { TransferDeps } from './transfer-deps';
import type { AttendedDestination, AttendedTransferFacts, TransferVerdict } from './transfer-facts';
import { markReplacement, markTransfer } from './transfer-variables';

const mark = 'ATTENDEDTRANSFER';
/** The address that the pairs of local channels show which connect the parties of attended transfers. */
const pairAddress = '_attended@transfer';

export interface AttendedTransferRequest {
  /** The one who transfers, in the call with the transferee. */
  readonly first: Channel;
  /** The same one in the call with the target. */
  readonly second: Channel;
}

/** One call of the one who transfers. */
interface Leg {
  readonly channel: Channel;
  readonly bridge: Bridge | undefined;
  readonly others: readonly Channel[];
}

interface Connection {
  readonly destination: AttendedDestination;
  readonly replacement?: AttendedTransferFacts['replacement'];
}

/** Connects the parties of two calls of the same one with each other. */
export function transferAttended(
  { first, second }: AttendedTransferRequest,
  deps: TransferDeps,
): MaybePromise<TransferProgress> {
  const legs = { first: legOf(first, deps), second: legOf(second, deps) };
  const facts = factsOf(legs.first, legs.second);
  const report = (result: TransferVerdict, connection: Connection): void =>
    deps.events.emit({ type: 'attended-transfer', at: deps.now(), ...facts, ...connection, result });
  const refusal = refusalOf(legs.first, legs.second);
  if (refusal !== undefined) {
    report(refusal, { destination: { kind: 'fail' } });
    return refusal;
  }
  for (const { channel, bridge } of [legs.first, legs.second])
    if (bridge !== undefined) channel.receive({ type: 'unhold' });
  markTransfer(mark, first, legs.first.others);
  return when(connect(legs.first, legs.second, deps), (connection) => {
    report(connection === undefined ? 'failed' : 'success', connection ?? { destination: { kind: 'fail' } });
    if (connection === undefined) return 'failed';
    endReplaced(second);
    return 'transferred';
  });
}

function legOf(channel: Channel, { bridges }: TransferDeps): Leg {
  const bridge = bridges.of(channel);
  return { channel, bridge, others: bridge?.members().filter((member) => member !== channel) ?? [] };
}

function factsOf(first: Leg, second: Leg): Omit<AttendedTransferFacts, 'result' | 'destination'> {
  const shown = ({ channel, bridge }: Leg) => ({ channel: channel.snapshot(), bridge: bridge?.shown() });
  return {
    firstLeg: shown(first),
    secondLeg: shown(second),
    isExternal: false,
    transferee: partnerIn(first),
    target: partnerIn(second),
  };
}

/** Undefined when there are several, or where another node has them. */
function partnerIn({ bridge, others: [one, ...more] }: Leg): ChannelSnapshot | undefined {
  return more.length === 0 && bridge?.isStandIn !== true ? one?.snapshot() : undefined;
}

/**
 * Without a partner in one of the calls, there is no party to hand over. In a bridge of another node, no channel of this
 * one can take the place of the one who transfers.
 */
function refusalOf(first: Leg, second: Leg): 'invalid' | 'not-permitted' | undefined {
  if (first.channel === second.channel || first.channel.isEnding || second.channel.isEnding) return 'invalid';
  if (first.bridge !== undefined && first.bridge === second.bridge) return 'invalid';
  if (first.others.length === 0 && second.others.length === 0) return 'invalid';
  const isClosed = [first, second].some(({ bridge }) => bridge?.kind === 'holding' || bridge?.isStandIn === true);
  return isClosed ? 'not-permitted' : undefined;
}

/** Undefined when it is not possible; all is as it was then. */
function connect(first: Leg, second: Leg, deps: TransferDeps): MaybePromise<Connection | undefined> {
  if (first.bridge?.governedBy === 'basic' && second.bridge?.governedBy === 'basic')
    return joinBridges(first, { ...second, bridge: second.bridge }, deps);
  return linkPlaces(first, second, deps);
}

/** Bridges of the dialplan become one: the partners of the first call go to those of the second. */
function joinBridges(
  { channel: first, bridge: from, others }: Leg,
  { channel: second, bridge: into }: Leg & { readonly bridge: Bridge },
  { bridges, events, now }: TransferDeps,
): Connection {
  const before = from?.snapshot();
  bridges.leave(second);
  for (const other of others) bridges.move(other, into);
  if (others.length > 1 && before !== undefined)
    events.emit({ type: 'bridge-merged', at: now(), bridge: into.snapshot(), from: before });
  bridges.leave(first);
  return { destination: { kind: 'bridge', bridgeId: into.id } };
}

/**
 * A pair of local channels takes the places of both calls. Its near end is in a bridge; its far end is in the other bridge
 * or takes over what runs the other call.
 */
function linkPlaces(first: Leg, second: Leg, deps: TransferDeps): MaybePromise<Connection | undefined> {
  const [bridged, other] = first.bridge === undefined ? [second, first] : [first, second];
  const programs = { near: takingPlaceOf(bridged.channel, deps), far: takingPlaceOf(other.channel, deps) };
  const { name } = other.channel.position.application;
  return when(requestLink(pairAddress, first.channel, deps), (link) => {
    if (link === undefined) return undefined;
    const { near, far } = link;
    markReplacement(mark, near, { transferer: first.channel });
    callFarEnd(near, deps);
    far.setState('Up');
    for (const end of ['far', 'near'] as const) void deps.calls.run(link[end], programs[end]);
    far.line.send({ type: 'answer' });
    const shown = { near: near.snapshot(), far: far.snapshot() };
    if (other.bridge === undefined) return { destination: { kind: 'application', name }, replacement: shown.near };
    return { destination: { kind: 'link', firstLeg: shown.near, secondLeg: shown.far } };
  });
}

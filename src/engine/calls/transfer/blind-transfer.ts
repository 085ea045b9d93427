import { when } from '../../../shared/scheduling/when';
import type { Bridge } from '../bridge/bridge';
import { forgetPeers } from '../bridge/bridge-peers';
import type { Channel } from '../channel/channel';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { MaybePromise } from '../dialing/calls';
import { callFarEnd, requestPair } from './connecting-pair';
import { followTransferred } from './follow-transferred';
import { takingPlaceOf } from './take-over';
import type { TransferProgress, TransferRequest } from './transfer';
import type { TransferDeps } from './transfer-deps';
import type { BlindTransferFacts, TransferVerdict } from './transfer-facts';
import { markReplacement, markTransfer } from './transfer-variables';

const mark = 'BLINDTRANSFER';

/** `followed`: the partner is on its way, and what becomes of it is reported from there. */
export type BlindTransferOutcome = TransferProgress | 'followed';

/** Hands the partner of a channel over to an extension. */
export function transferBlindly(request: TransferRequest, deps: TransferDeps): MaybePromise<BlindTransferOutcome> {
  const { transferer, target } = request;
  const bridge = deps.bridges.of(transferer);
  if (bridge?.standsFor !== undefined) return bridge.standsFor.transferBlindly(request);
  if (!deps.dialplan.hasExtension(target.context, target.extension)) return 'no-target';
  const transferees = bridge?.members().filter((member) => member !== transferer) ?? [];
  const facts = factsOf(request, bridge, transferees);
  const report = (result: TransferVerdict, more: Pick<BlindTransferFacts, 'replacement'> = {}): void =>
    deps.events.emit({ type: 'blind-transfer', at: deps.now(), ...facts, ...more, result });
  if (bridge === undefined || transferees.length === 0) {
    report('invalid');
    return 'invalid';
  }
  if (bridge.kind === 'holding') {
    report('not-permitted');
    return 'not-permitted';
  }
  transferer.receive({ type: 'unhold' });
  markTransfer(mark, transferer, transferees);
  const [only, ...more] = transferees;
  if (bridge.governedBy === 'basic' && more.length === 0 && only !== undefined && send(only, request, deps)) {
    report('success');
    return request.followsPartner === true ? 'followed' : 'transferred';
  }
  return when(replaceByPair(request, deps), (replacement) => {
    report(replacement === undefined ? 'failed' : 'success', { replacement });
    return replacement === undefined ? 'failed' : 'transferred';
  });
}

function factsOf(
  { transferer, target, isKeyedIn = false }: TransferRequest,
  bridge: Bridge | undefined,
  transferees: readonly Channel[],
): Omit<BlindTransferFacts, 'result'> {
  const [only, ...more] = transferees;
  return {
    transferer: transferer.snapshot(),
    target,
    isExternal: !isKeyedIn,
    bridge: bridge?.snapshot(),
    transferee: more.length === 0 ? only?.snapshot() : undefined,
  };
}

/** In a bridge of the dialplan the partner itself goes to the extension. False when what runs it does not let it go. */
function send(
  transferee: Channel,
  { transferer, target, variables = {}, followsPartner = false, report }: TransferRequest,
  { sendOn, events }: TransferDeps,
): boolean {
  for (const [name, value] of Object.entries(variables)) transferee.variables.set(name, value);
  for (const member of [transferer, transferee]) forgetPeers(member);
  const place = { ...target, priority: 1 };
  if (!followsPartner) return sendOn(transferee, place);
  const unfollow = followTransferred(transferee, report, { events });
  const isSent = sendOn(transferee, place);
  if (!isSent) unfollow();
  return isSent;
}

/**
 * The partners stay where they are, and a pair of local channels leads from the place of the one who transfers to the
 * extension. The result shows its near end as it was before; undefined when no pair can be made.
 */
function replaceByPair(request: TransferRequest, deps: TransferDeps): MaybePromise<ChannelSnapshot | undefined> {
  const { transferer, target, variables = {} } = request;
  // Such an extension cannot be written as the address of a local channel.
  if (/[@/]/.test(target.extension)) return undefined;
  const program = takingPlaceOf(transferer, deps);
  const made = requestPair(`${target.extension}@${target.context}`, transferer, deps);
  return when(made, (channel) => {
    if (channel === undefined) return undefined;
    markReplacement(mark, channel, { transferer, variables });
    const shown = channel.snapshot();
    callFarEnd(channel, deps);
    void deps.calls.run(channel, program);
    return shown;
  });
}

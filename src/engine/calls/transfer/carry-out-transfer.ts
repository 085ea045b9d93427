import { when } from '../../../shared/scheduling/when';
import type { MaybePromise } from '../dialing/calls';
import { transferAttended } from './attended-transfer';
import type { BlindTransferOutcome } from './blind-transfer';
import { transferBlindly } from './blind-transfer';
import type { TransferRequest } from './transfer';
import type { TransferDeps } from './transfer-deps';
import type { TransferDecision } from './transfers';

/** The extension that is called for a transfer to a call which is not ours, where the dialplan has it. */
const externalReplaces = 'external_replaces';

/** Carries out the transfers that the server handles. */
export function carryOutTransfers(deps: TransferDeps): TransferDecision {
  return (transfer) =>
    void when(carryOut(transfer.request, deps), (outcome) => {
      if (outcome === 'followed') transfer.letGo();
      else transfer.report(outcome);
    });
}

function carryOut(request: TransferRequest, deps: TransferDeps): MaybePromise<BlindTransferOutcome> {
  const { transferer, target, replaces } = request;
  if (replaces === undefined) return transferBlindly(request, deps);
  const { channel: second } = replaces;
  if (second !== undefined) return transferAttended({ first: transferer, second }, deps);
  return transferBlindly({ ...request, target: { ...target, extension: externalReplaces } }, deps);
}

import type { Bridges } from './bridges';
import type { DialplanPort } from './dialplan-port';
import type { TransferDecision } from './transfers';

export interface TransferDecisionDeps {
  readonly bridges: Pick<Bridges, 'of'>;
  readonly dialplan: Pick<DialplanPort, 'hasExtension'>;
}

/**
 * Decides about transfers that far ends ask for. Those that an application handles stay open until it reports on
 * them; the others are judged here.
 */
export function transferDecision({ bridges, dialplan }: TransferDecisionDeps): TransferDecision {
  return (transfer) => {
    const { transferer, target, replaces, handledBy } = transfer.request;
    if (handledBy === 'application') return;
    if (bridges.of(transferer) === undefined) return transfer.report('invalid');
    if (replaces === undefined && !dialplan.hasExtension(target.context, target.extension))
      return transfer.report('no-target');
    transfer.report('declined');
  };
}

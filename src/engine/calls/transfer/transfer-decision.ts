import type { EngineEventHub } from '../../engine-event';
import type { Bridges } from '../bridge/bridges';
import type { DialplanPort } from '../channel/dialplan-port';
import type { TransferDecision } from './transfers';

export interface TransferDecisionDeps {
  readonly bridges: Pick<Bridges, 'of'>;
  readonly dialplan: Pick<DialplanPort, 'hasExtension'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** Judges transfers that the server handles. Those that are possible are declined: the server carries out none by itself. */
export function transferDecision({ bridges, dialplan, events, now }: TransferDecisionDeps): TransferDecision {
  return (transfer) => {
    const { transferer, target, replaces } = transfer.request;
    if (replaces === undefined && !dialplan.hasExtension(target.context, target.extension))
      return transfer.report('no-target');
    if (bridges.of(transferer) !== undefined) return transfer.report('declined');
    const facts = { transferer: transferer.snapshot(), target, result: 'invalid', isExternal: true } as const;
    if (replaces === undefined) events.emit({ type: 'blind-transfer', at: now(), ...facts });
    transfer.report('invalid');
  };
}

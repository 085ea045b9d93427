import { when } from '../../../shared/scheduling/when';
import type { Channel } from '../channel/channel';
import type { Assignment } from '../channel/dialplan-port';
import type { DialplanPlace } from '../channel/dialplan-place';
import { causes } from '../channel/hangup-cause';
import type { CallCompletion } from '../dialing/call-completion';
import { placeCall } from '../dialing/call-completion';
import { replacingCall } from './replace-call';
import type { TransferProgress } from './transfer';
import type { TransferDeps } from './transfer-deps';

/** How long the first party may ring. */
const timeoutMs = 60_000;

/** A far end asks, outside of calls, that one party calls another. */
export interface ReferralRequest {
  /** The party that is called first. */
  readonly party: Pick<DialplanPlace, 'context' | 'extension'>;
  /** Where it goes when it has answered. */
  readonly target: Pick<DialplanPlace, 'context' | 'extension'>;
  /** The call whose place it takes instead. */
  readonly replaces: Channel | undefined;
  /** Set on the channel that leads to the party. */
  readonly variables: Readonly<Record<string, string>>;
  /** Called once with `trying`, and once with an end. */
  readonly report: (progress: TransferProgress) => void;
}

/** Calls the party, and connects it with the target when it has answered. */
export function placeReferral(
  { party, target, replaces, variables, report }: ReferralRequest,
  deps: TransferDeps,
): void {
  report('trying');
  const program =
    replaces === undefined
      ? (channel: Channel): Promise<void> => deps.dialplan.run(channel, { ...target, priority: 1 })
      : replacingCall(replaces, deps);
  const call = {
    endpoint: `Local/${party.extension}@${party.context}`,
    id: undefined,
    otherId: undefined,
    formats: [],
    originator: undefined,
    callerId: undefined,
    timeout: timeoutMs,
    variables: Object.entries(variables).map(([name, value]): Assignment => ({ name, value })),
  };
  void when(placeCall(deps.calls, call, program), (made) => {
    if (made.outcome !== 'made') return report('unavailable');
    void made.completion.then((completion) => report(progressOf(completion)));
    return undefined;
  });
}

function progressOf(completion: CallCompletion): TransferProgress {
  if (completion.outcome === 'answered') return 'transferred';
  switch (completion.cause) {
    case causes.busy:
      return 'busy';
    case causes.noAnswer:
      return 'no-answer';
    default:
      return 'unavailable';
  }
}

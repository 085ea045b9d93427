import { when } from '../../../shared/scheduling/when';
import type { MaybePromise, Calls, NewCall, NewChannelResult, Program } from './calls';

/** What has become of a call that was placed: answered, and now running its program, or over. */
export type CallCompletion = { readonly outcome: 'answered' } | { readonly outcome: 'ended'; readonly cause: number };

export type PlacedCall =
  | (Extract<NewChannelResult, { readonly outcome: 'made' }> & { readonly completion: Promise<CallCompletion> })
  | Exclude<NewChannelResult, { readonly outcome: 'made' }>;

/** Places a call, for those who want to know what becomes of it. */
export function placeCall(calls: Pick<Calls, 'originate'>, call: NewCall, program: Program): MaybePromise<PlacedCall> {
  let complete: (completion: CallCompletion) => void = () => undefined;
  const completion = new Promise<CallCompletion>((resolve) => {
    complete = resolve;
  });
  const reportedProgram: Program = (channel) => {
    complete({ outcome: 'answered' });
    return program(channel);
  };
  return when(calls.originate(call, reportedProgram), (made): PlacedCall => {
    if (made.outcome !== 'made') return made;
    const { channel } = made;
    channel.onDestroyed(() => complete({ outcome: 'ended', cause: channel.ending.cause }));
    return { outcome: 'made', channel, others: made.others, completion };
  });
}

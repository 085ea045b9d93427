import type { Channel } from '../../../../engine/calls/channel/channel';

export type DialResult =
  | 'ANSWER'
  | 'BUSY'
  | 'NOANSWER'
  | 'CANCEL'
  | 'CONGESTION'
  | 'CHANUNAVAIL'
  | 'DONTCALL'
  | 'TORTURE'
  | 'INVALIDARGS';

type Duration = 'ANSWEREDTIME' | 'DIALEDTIME' | 'RINGTIME' | 'PROGRESSTIME';

const durations: readonly Duration[] = ['ANSWEREDTIME', 'DIALEDTIME', 'RINGTIME', 'PROGRESSTIME'];

/** What an earlier Dial has left must not be taken for the outcome of this one. */
export function clearResults(caller: Channel): void {
  for (const name of ['DIALSTATUS', 'DIALEDPEERNUMBER', 'DIALEDPEERNAME']) caller.variables.set(name, '');
  for (const name of durations) {
    caller.variables.set(name, '');
    caller.variables.set(`${name}_MS`, '');
  }
}

/** Whole seconds, and milliseconds beside them. */
export function setDuration(caller: Channel, name: Duration, milliseconds: number): void {
  caller.variables.set(name, `${Math.floor(milliseconds / 1000)}`);
  caller.variables.set(`${name}_MS`, `${milliseconds}`);
}

export function setResult(caller: Channel, result: DialResult): void {
  caller.variables.set('DIALSTATUS', result);
}

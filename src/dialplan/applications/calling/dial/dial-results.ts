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

/** The names of the same times in milliseconds. */
const inMilliseconds = {
  ANSWEREDTIME: 'ANSWEREDTIME_MS',
  DIALEDTIME: 'DIALEDTIME_MS',
  RINGTIME: 'RINGTIME_MS',
  PROGRESSTIME: 'PROGRESSTIME_MS',
} as const satisfies Record<Duration, string>;

/** In the order in which they are cleared. */
const results: readonly string[] = [
  'DIALSTATUS',
  'DIALEDPEERNUMBER',
  'DIALEDPEERNAME',
  ...Object.entries(inMilliseconds).flat(),
];

/** What an earlier Dial has left must not be taken for the outcome of this one. */
export function clearResults(caller: Channel): void {
  for (const name of results) caller.variables.set(name, '');
}

/** Whole seconds, and milliseconds beside them. */
export function setDuration(caller: Channel, name: Duration, milliseconds: number): void {
  caller.variables.set(name, `${Math.floor(milliseconds / 1000)}`);
  caller.variables.set(inMilliseconds[name], `${milliseconds}`);
}

export function setResult(caller: Channel, result: DialResult): void {
  caller.variables.set('DIALSTATUS', result);
}

import type { DeviceStateName } from '../../../engine/device-state';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import { splitArguments } from '../../expressions/split-arguments';
import { setResult } from '../../runner/result-variable';
import { readOptions } from '../../plan/written-call';
import type { Applications } from '../application-deps';
import type { CallApplicationDeps } from './dial/dial-deps';

/** The numbers that dialplans know device states by. */
const stateNumbers: Readonly<Record<DeviceStateName, number>> = {
  UNKNOWN: 0,
  NOT_INUSE: 1,
  INUSE: 2,
  BUSY: 3,
  INVALID: 4,
  UNAVAILABLE: 5,
  RINGING: 6,
  RINGINUSE: 7,
  ONHOLD: 8,
};

const idleStates: ReadonlySet<DeviceStateName> = new Set(['UNKNOWN', 'NOT_INUSE']);

/** Whether a destination could be called. */
export function availabilityApplications({ calls, deviceState }: CallApplicationDeps): Applications {
  /** The name of a channel that could be called out on, which is not kept; or why there is none. */
  const tryChannel = async (endpoint: string): Promise<{ readonly name: string } | { readonly cause: number }> => {
    const nothing = { id: undefined, otherId: undefined, formats: [], variables: [], originator: undefined };
    const made = await calls.request({ ...nothing, endpoint });
    if (made.outcome !== 'made') return { cause: causes.failure };
    const { name } = made.channel;
    made.channel.ending.set(causes.normal);
    made.channel.destroy();
    return { name };
  };

  return {
    ChanIsAvail: async (channel, data) => {
      const [targets = '', letters] = splitArguments(data, { isRaw: true });
      const options = readOptions(letters);
      const found: { readonly name: string; readonly target: string }[] = [];
      let [state, cause]: [DeviceStateName, number] = ['INVALID', causes.unknown];
      for (const target of targets.split('&').map((part) => part.trim())) {
        state = deviceState(target);
        const checksState = options.has('s') || options.has('t');
        if (target === '' || (checksState && !idleStates.has(state))) continue;
        const tried = options.has('t') ? { name: '' } : await tryChannel(target);
        if ('cause' in tried) ({ cause } = tried);
        else found.push({ name: tried.name, target });
        if (found.length > 0 && !options.has('a')) break;
      }
      setResult(channel, 'AVAILCHAN', found.map(({ name }) => name).join('&'));
      setResult(channel, 'AVAILORIGCHAN', found.map(({ target }) => target).join('&'));
      setResult(channel, 'AVAILSTATUS', String(stateNumbers[state]));
      setResult(channel, 'AVAILCAUSECODE', String(cause));
    },
  };
}

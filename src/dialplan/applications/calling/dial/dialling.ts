import type { Channel } from '../../../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../../../engine/calls/channel/dialplan-port';
import { Once } from '../../../../shared/limits/once';
import { pause } from '../../../runner/pause';
import { splitArguments } from '../../../expressions/split-arguments';
import type { Applications } from '../../application-deps';
import type { BridgeMemberships } from '../bridge-memberships';
import { Dial } from './dial';
import { readDialArguments, readTime } from './dial-arguments';
import type { CallApplicationDeps } from './dial-deps';
import { complainAboutOptions } from './dial-options';

const defaultPause = 5_000;

/** Calling others. */
export function diallingApplications(
  deps: CallApplicationDeps & { readonly memberships: BridgeMemberships },
): Applications {
  const once = new Once();
  const dial = (caller: Channel, data: string, run: ApplicationRun): Promise<ApplicationResult> => {
    const wanted = readDialArguments(data);
    complainAboutOptions(wanted.options, caller, { once, log: deps.log });
    return new Dial({ caller, wanted, run }, deps).perform();
  };

  return {
    Dial: dial,
    /** `RetryDial(announcement,seconds,retries,dial arguments…)`: fewer than none retries for ever. */
    RetryDial: async (caller, data, run) => {
      const [, seconds = '', retries = '', call = ''] = splitArguments(data, { limit: 4, isRaw: true });
      const milliseconds = readTime(seconds) ?? defaultPause;
      const most = Number.parseInt(retries, 10) || 0;
      for (let tried = 0; ; tried += 1) {
        let isSentElsewhere = false;
        const goTo: ApplicationRun['goTo'] = (place) => {
          isSentElsewhere = true;
          run.goTo(place);
        };
        const result = await dial(caller, call, { signal: run.signal, goTo });
        const status = caller.variables.get('DIALSTATUS') ?? '';
        const isOver = result === 'hangup' || isSentElsewhere || run.signal.aborted || finalOnes.has(status);
        if (isOver || (most >= 0 && tried >= most)) return result;
        await pause(deps.clock, milliseconds, run.signal);
      }
    },
  };
}

/** Calling again would not help. */
const finalOnes: ReadonlySet<string> = new Set(['ANSWER', 'INVALIDARGS', 'CANCEL']);

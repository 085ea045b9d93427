import type { Channel } from '../../../../engine/calls/channel/channel';
import { Once } from '../../../../shared/limits/once';
import { splitArguments } from '../../../expressions/split-arguments';
import type { Applications } from '../../application-deps';
import { readDialArguments } from '../dial/dial-arguments';
import type { PageDeps } from './page';
import { Page } from './page';

/** Milliseconds in which those who are called have to answer. */
const usualTimeout = 5000;

const known = new Set('AbBdinqrs');

/** Speaking to many at once. */
export function pagingApplications(deps: PageDeps): Applications {
  const { log } = deps;
  const once = new Once();

  /** Whether a device is to be called; one in use only unless the options say otherwise. */
  const isWanted = (target: string, caller: Channel, skipsBusy: boolean): boolean => {
    if (target.toLowerCase() === deviceOf(caller).toLowerCase()) return false;
    if (!skipsBusy) return true;
    const state = deps.deviceState(target);
    if (state === 'NOT_INUSE' || state === 'UNKNOWN') return true;
    log.info({ channel: caller.id, target, state }, 'Page: device left out because of its state');
    return false;
  };

  return {
    /** `Page(target[&target…][,options[,timeout]])` */
    Page: async (caller, data, run) => {
      const wanted = readPageArguments(data);
      for (const option of wanted.options.keys())
        if (!known.has(option) && once.isFirst(option))
          log.warn({ channel: caller.id, option, ...caller.position.place }, 'Page: unknown option');
      const targets = wanted.targets.filter((target) => isWanted(target, caller, wanted.options.has('s')));
      if (targets.length === 0) return log.warn({ channel: caller.id, data }, 'Page: no destination given');
      if (!caller.isEnding) await new Page({ caller, wanted: { ...wanted, targets }, run }, deps).perform();
    },
  };
}

/** Like those of Dial, with options and timeout in the other order. */
function readPageArguments(data: string) {
  const [targets = '', options = '', timeout = ''] = splitArguments(data, { limit: 3, isRaw: true });
  const read = readDialArguments(`${targets},${timeout},${options}`);
  return { ...read, timeout: timeout.trim() === '' ? usualTimeout : read.timeout };
}

/** A channel's name without the number at its end. */
function deviceOf({ name }: Channel): string {
  return name.slice(0, Math.max(name.lastIndexOf('-'), 0));
}

import { setResult } from '../../runner/result-variable';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Reading configuration files again. */
export function reloadApplications({ reloadModules, log }: ApplicationDeps): Applications {
  return {
    Reload: async (channel, data) => {
      const names = data.split(/[,&]/).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
      const failures = await reloadModules(names);
      for (const reason of failures) log.warn({ channel: channel.id, reason }, 'Reload has failed');
      setResult(channel, 'RELOADSTATUS', failures.length === 0 ? 'SUCCESS' : 'FAILURE');
    },
  };
}

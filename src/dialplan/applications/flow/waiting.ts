import { causes } from '../../../engine/calls/channel/hangup-cause';
import { DialledExtension } from '../../interaction/dialled-extension';
import { pause, readSeconds } from '../../runner/pause';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import { accompany } from '../calling/dial/accompaniment';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Waiting for time to pass, or for an extension to be dialled. */
export function waitingApplications(deps: ApplicationDeps): Applications {
  const { steps, memories, sound, clock, log } = deps;
  const dialled = new DialledExtension(deps);

  return {
    Wait: (channel, data, { signal }) => {
      const milliseconds = readSeconds(data);
      if (milliseconds === undefined)
        return log.warn({ channel: channel.id, seconds: data }, 'Wait: a number of seconds is required');
      return milliseconds > 0 ? pause(clock, milliseconds, signal) : undefined;
    },
    WaitExten: async (channel, data, run) => {
      const [seconds = '', options = ''] = splitArguments(data);
      const milliseconds = readSeconds(seconds) ?? memories.of(channel).responseTimeout;
      const collecting = dialled.collect(channel, { prefix: '', milliseconds, signal: run.signal });
      const quiet = await accompany(sound(), channel, options);
      const digits = await collecting;
      quiet();
      if (run.signal.aborted) return undefined;
      if (digits !== '') return dialled.goTo(channel, digits, run);
      const next = { ...channel.position.place, priority: channel.position.place.priority + 1 };
      return steps.step(next, channel.parties.caller.number) === undefined ? dialled.giveUp(channel, run) : undefined;
    },
    Incomplete: async (channel, data, run) => {
      const { extension } = channel.position.place;
      if (readOptions(data).has('n')) {
        channel.ending.set(causes.invalidNumber);
        return 'hangup';
      }
      const milliseconds = memories.of(channel).responseTimeout;
      const digits = await dialled.collect(channel, { prefix: extension, milliseconds, signal: run.signal });
      if (run.signal.aborted) return undefined;
      return digits === extension ? dialled.giveUp(channel, run) : dialled.goTo(channel, digits, run);
    },
  };
}

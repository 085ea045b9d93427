import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import { isTrue, readBranches } from '../../expressions/condition';
import { readDestination } from '../../plan/destination';
import { splitArguments } from '../../expressions/split-arguments';
import { applies, parseTiming } from '../../plan/timing';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Going elsewhere in the dialplan. */
export function jumpApplications({ steps, memories, clock, log }: ApplicationDeps): Applications {
  const jump = (channel: Channel, text: string, run: ApplicationRun): ApplicationResult => {
    const place = readDestination(text, channel.position.place, steps.findLabel);
    if (place === undefined) {
      log.warn(
        { channel: channel.id, destination: text, ...channel.position.place },
        'dialplan destination does not exist',
      );
      return 'hangup';
    }
    return run.goTo(place);
  };
  // A branch that is left out means to go on with the next step.
  const branch = (channel: Channel, text: string, run: ApplicationRun): ApplicationResult =>
    text === '' ? undefined : jump(channel, text, run);

  return {
    Goto: jump,
    GotoIf: (channel, data, run) => {
      const { condition, whenTrue, whenFalse } = readBranches(data);
      return branch(channel, isTrue(condition) ? whenTrue : whenFalse, run);
    },
    GotoIfTime: (channel, data, run) => {
      const { condition, whenTrue, whenFalse } = readBranches(data);
      const parsed = parseTiming(splitArguments(condition));
      if ('refused' in parsed)
        return log.warn(
          { channel: channel.id, reason: parsed.refused, hint: parsed.hint },
          'GotoIfTime: malformed time range',
        );
      return branch(channel, applies(parsed.timing, clock.now()) ? whenTrue : whenFalse, run);
    },
    RaiseException: (channel, data, run) => {
      memories.of(channel).exception = { reason: data, place: channel.position.place };
      run.goTo({ context: channel.position.place.context, extension: 'e', priority: 1 });
    },
  };
}

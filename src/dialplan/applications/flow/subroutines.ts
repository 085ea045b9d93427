import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import { isTrue, readBranches } from '../../expressions/condition';
import { readDestination } from '../../plan/destination';
import { splitArguments } from '../../expressions/split-arguments';
import { enterSubroutine, leaveSubroutine } from '../../runner/subroutines';
import { readCall } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';

/** The maximum depth; deeper nesting is endless recursion. */
const deepest = 256;

/** Calling parts of the dialplan that come back. */
export function subroutineApplications({ steps, memories, log }: ApplicationDeps): Applications {
  const call = (channel: Channel, text: string, run: ApplicationRun): ApplicationResult => {
    const { name, data } = readCall(text);
    const place = readDestination(name, channel.position.place, steps.findLabel);
    const isTooDeep = memories.of(channel).frames.length >= deepest;
    if (place === undefined || isTooDeep || steps.step(place, channel.parties.caller.number) === undefined) {
      const sentence = isTooDeep ? 'subroutines call each other without end' : 'subroutine not found';
      log.warn({ channel: channel.id, subroutine: text, ...channel.position.place }, sentence);
      return 'hangup';
    }
    const returnTo = { ...channel.position.place, priority: channel.position.place.priority + 1 };
    enterSubroutine(memories, channel, {
      returnTo,
      arguments: data === '' ? [] : splitArguments(data, { isRaw: true }),
    });
    return run.goTo(place);
  };

  return {
    Gosub: call,
    GosubIf: (channel, data, run) => {
      const { condition, whenTrue, whenFalse } = readBranches(data);
      const chosen = isTrue(condition) ? whenTrue : whenFalse;
      return chosen === '' ? undefined : call(channel, chosen, run);
    },
    Return: (channel, data, run) => {
      const frame = leaveSubroutine(memories, channel);
      if (frame === undefined) {
        log.warn({ channel: channel.id, ...channel.position.place }, 'Return was called outside of a subroutine');
        return 'hangup';
      }
      channel.variables.set('GOSUB_RETVAL', data);
      return run.goTo(frame.returnTo);
    },
    StackPop: (channel) => {
      if (leaveSubroutine(memories, channel) === undefined)
        log.warn({ channel: channel.id, ...channel.position.place }, 'StackPop was called outside of a subroutine');
    },
  };
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import { when } from '../../../shared/scheduling/when';
import { isTrue, readBranches } from '../../expressions/condition';
import { runInside } from '../../runner/run-inside';
import type { WrittenCall } from '../../plan/written-call';
import { readCall } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';

type Outcome = ApplicationResult | Promise<ApplicationResult>;

/** Applications that run another one in their own place. */
export function nestedApplications({ findApplication, variables, log }: ApplicationDeps): Applications {
  const exec = (channel: Channel, { name, data }: WrittenCall, run: ApplicationRun): Outcome => {
    const application = findApplication(name);
    if (application === undefined) {
      log.warn({ channel: channel.id, application: name, ...channel.position.place }, 'unknown dialplan application');
      return 'hangup';
    }
    return runInside(channel, { application, data }, run);
  };
  /** The text usually comes from a variable, so it may contain variables itself. */
  const filledIn = (channel: Channel, text: string): WrittenCall => {
    const { name, data } = readCall(text);
    return { name, data: variables.substitute(channel, data) };
  };
  const tried = (channel: Channel, result: ApplicationResult): void =>
    channel.variables.set('TRYSTATUS', result === 'hangup' ? 'FAILED' : 'SUCCESS');

  return {
    Exec: (channel, data, run) => (data.trim() === '' ? undefined : exec(channel, filledIn(channel, data), run)),
    TryExec: (channel, data, run) => {
      const call = filledIn(channel, data);
      if (findApplication(call.name) === undefined) return channel.variables.set('TRYSTATUS', 'NOAPP');
      const outcome = exec(channel, call, run);
      return when(outcome, (result) => tried(channel, result));
    },
    ExecIf: (channel, data, run) => {
      const { condition, whenTrue, whenFalse } = readBranches(data);
      const chosen = isTrue(condition) ? whenTrue : whenFalse;
      return chosen === '' ? undefined : exec(channel, readCall(chosen), run);
    },
  };
}

import type { Channel } from '../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../engine/calls/channel/dialplan-port';
import { when } from '../../shared/scheduling/when';
import type { NamedApplication } from './application-table';

/** Runs an application in the place of the one that runs now, which is shown again afterwards. */
export function runInside(
  channel: Channel,
  { application, data }: { readonly application: NamedApplication; readonly data: string },
  run: ApplicationRun,
): ApplicationResult | Promise<ApplicationResult> {
  const outer = channel.position.application;
  channel.position.showApplication({ name: application.name, data });
  return when(application.run(channel, data, run), (result) => {
    // After a hangup the channel keeps showing the application it ended in.
    if (result !== 'hangup' && !channel.isEnding) channel.position.showApplication(outer);
    return result;
  });
}

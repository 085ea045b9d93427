import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Showing a call to people who read logs. */
export function dumpApplications({ log }: ApplicationDeps): Applications {
  return { DumpChan: (channel) => log.info(factsOf(channel), 'the dialplan shows a channel') };
}

function factsOf(channel: Channel): Readonly<Record<string, unknown>> {
  const { variables, ...snapshot } = channel.snapshot();
  return { ...snapshot, shown: variables, variables: Object.fromEntries(channel.variables.all()) };
}

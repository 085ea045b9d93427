import type { Channel } from '../../../engine/calls/channel/channel';
import { splitOnce } from '../../expressions/condition';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Setting variables and functions. */
export function assignmentApplications({ variables, log }: ApplicationDeps): Applications {
  const assign = (channel: Channel, text: string): void => {
    const [name, value] = splitOnce(text, '=');
    if (value === undefined) return log.warn({ channel: channel.id, text }, 'an assignment in the dialplan has no =');
    const written = variables.write(channel, { name: name.trim(), value });
    if ('reason' in written) {
      const { reason } = written;
      log.warn({ channel: channel.id, name: name.trim(), reason }, 'the dialplan could not set a variable');
    }
  };
  return {
    Set: assign,
    MSet: (channel, data) => splitArguments(data).forEach((each) => assign(channel, each)),
  };
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationResult } from '../../../engine/calls/channel/dialplan-port';
import { parseNetworkPlace } from '../../../shared/network/network-place';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { isUuid } from '../../../shared/text/uuid';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Milliseconds without audio in either direction after which the peer counts as gone. */
const timeoutMs = 2000;

/** Calls that are handed to a program outside, which hears the caller and is heard by him. */
export function audioSocketApplications({ sound, log }: ApplicationDeps): Applications {
  const fail = (channel: Channel, reason: string): 'hangup' => {
    log.warn({ channel: channel.id, reason }, 'AudioSocket has failed');
    return 'hangup';
  };

  return {
    AudioSocket: async (channel, data, { signal }): Promise<ApplicationResult> => {
      const [uuid = '', service = ''] = splitArguments(data).map((argument) => argument.trim());
      const remote = parseNetworkPlace(service);
      if (!isUuid(uuid) || remote === undefined) return fail(channel, `'${data}' is not <uuid>,<host>:<port>`);
      if (channel.state !== 'Up') return fail(channel, 'the call is not answered');
      const talk = await sound().talkTo(channel, {
        remote,
        uuid,
        timeoutMs,
        onDropped: (dropped) =>
          log.warn({ channel: channel.id, ...dropped }, 'an audio socket does not keep pace with the call'),
      });
      if (talk.outcome === 'refused') return signal.aborted ? undefined : fail(channel, talk.reason);
      const unwatch = stopWith(signal, talk.stop);
      const { outcome, reason } = await talk.over;
      unwatch();
      talk.stop();
      return outcome === 'failed' ? fail(channel, reason) : undefined;
    },
  };
}

function stopWith(signal: StopSignal, stop: () => void): () => void {
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return () => signal.removeEventListener('abort', stop);
}

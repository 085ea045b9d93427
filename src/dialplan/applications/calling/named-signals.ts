import { linkedTo } from '../../../shared/scheduling/stop-signal';
import { pause, readSeconds, untilFired } from '../../runner/pause';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Calls that wait for each other: each signal reaches one of those who wait for it, the one who has waited longest. */
export function namedSignalApplications({ clock, log }: ApplicationDeps): Applications {
  const waiting = new Map<string, Set<(payload: string) => void>>();

  return {
    Signal: (channel, data) => {
      const [name = '', payload = ''] = splitArguments(data, { limit: 2 });
      const [first] = waiting.get(name.trim()) ?? [];
      first?.(payload);
      setResult(channel, 'SIGNALSTATUS', first === undefined ? 'FAILURE' : 'SUCCESS');
    },
    WaitForSignal: async (channel, data, { signal }) => {
      const [given = '', seconds = ''] = splitArguments(data).map((part) => part.trim());
      if (given === '') return log.warn({ channel: channel.id }, 'WaitForSignal needs the name of a signal');
      const over = linkedTo(signal);
      let received: string | undefined;
      const receive = (payload: string): void => {
        received = payload;
        leave();
        over.abort();
      };
      const receivers = waiting.get(given) ?? new Set();
      waiting.set(given, receivers.add(receive));
      const leave = (): void => {
        if (receivers.delete(receive) && receivers.size === 0) waiting.delete(given);
      };
      const timeout = readSeconds(seconds) ?? 0;
      await (timeout > 0 ? pause(clock, timeout, over.signal) : untilFired(over.signal));
      leave();
      over.release();
      if (received !== undefined) setResult(channel, 'WAITFORSIGNALPAYLOAD', received);
      const status = received !== undefined ? 'SIGNALED' : signal.aborted ? 'HANGUP' : 'TIMEOUT';
      return setResult(channel, 'WAITFORSIGNALSTATUS', status);
    },
  };
}

import { answer } from '../../../engine/calls/dialing/answer';
import type { DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { linkedTo } from '../../../shared/scheduling/stop-signal';
import { untilFound } from '../../interaction/found-sound';
import { readSeconds } from '../../runner/pause';
import { setResult } from '../../runner/result-variable';
import { readPositive } from '../../expressions/positive-number';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Milliseconds. */
const defaultDuration = 1000;

/** Waiting until callers stop to talk, or begin. */
export function silenceApplications({ sound, clock, log }: ApplicationDeps): Applications {
  const waitFor =
    (of: 'silence' | 'noise'): DialplanApplication =>
    async (channel, data, { signal }) => {
      const [required = '', times = '', seconds = ''] = splitArguments(data).map((part) => part.trim());
      answer(channel);
      const duration = readPositive(required) ?? defaultDuration;
      const timeout = readSeconds(seconds) ?? 0;
      const waiting = linkedTo(signal);
      const cancel = timeout > 0 ? clock.after(timeout, waiting.abort) : undefined;
      let left = readPositive(times) ?? 1;
      const { outcome } = await untilFound<void>(waiting.signal, (found) => {
        const onFound = (): void => {
          left -= 1;
          if (left === 0) found();
        };
        return sound().detect(channel, { what: 'stretch', threshold: sound().talkingLevel, of, duration, onFound });
      });
      cancel?.();
      waiting.release();
      if (outcome === 'no-audio')
        log.warn({ channel: channel.id, of }, 'waiting for a sound: the channel carries no audio');
      if (outcome === 'found') return setResult(channel, 'WAITSTATUS', of.toUpperCase());
      return setResult(channel, 'WAITSTATUS', signal.aborted ? 'HANGUP' : 'TIMEOUT');
    };

  return { WaitForSilence: waitFor('silence'), WaitForNoise: waitFor('noise') };
}

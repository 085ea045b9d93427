import { answer } from '../../../engine/calls/dialing/answer';
import type { SoundDetector } from '../../../engine/audio/legs/detector';
import { linkedTo } from '../../../shared/scheduling/stop-signal';
import { DialledExtension } from '../../interaction/dialled-extension';
import { DigitInbox } from '../../interaction/digit-inbox';
import { readPositive } from '../../expressions/positive-number';
import { namedPrompts, Prompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Milliseconds. */
const defaultSilence = 1000;
const defaultLongerThan = 100;

/** Prompts that callers interrupt by saying something, or by dialling. */
export function backgroundDetectApplications(deps: ApplicationDeps): Applications {
  const { steps, sound, clock, log } = deps;
  const prompts = new Prompts(deps);
  const dialled = new DialledExtension(deps);

  return {
    BackgroundDetect: async (channel, data, run) => {
      const [files = '', ...numbers] = splitArguments(data).map((part) => part.trim());
      answer(channel);
      const listening = linkedTo(run.signal);
      let said: number | undefined;
      const onFound = (duration: number): void => {
        said ??= duration;
        listening.abort();
      };
      const utterance = { what: 'utterance', threshold: sound().talkingLevel, ...readUtterance(numbers) } as const;
      const stop = sound().detect(channel, { ...utterance, onFound });
      if (stop === undefined) log.warn({ channel: channel.id }, 'BackgroundDetect: the channel carries no audio');
      const { context } = channel.position.place;
      const { number } = channel.parties.caller;
      const inbox = new DigitInbox(channel, clock);
      const counts = (digit: string): boolean =>
        steps.hasExtension(context, digit, number) || steps.couldGrow(context, digit, number);
      try {
        const request = { prompts: namedPrompts(files), signal: listening.signal, interruption: { inbox, counts } };
        const end = await prompts.play(channel, request);
        if (end.outcome === 'interrupted')
          return await dialled.dialFrom(channel, { digit: end.digit, context, inbox }, run);
        if (said === undefined || run.signal.aborted) return undefined;
        setResult(channel, 'TALK_DETECTED', String(said));
        if (steps.hasExtension(context, 'talk', number)) run.goTo({ context, extension: 'talk', priority: 1 });
        return undefined;
      } finally {
        inbox.close();
        stop?.();
        listening.release();
      }
    },
  };
}

type Utterance = Pick<
  Extract<SoundDetector, { readonly what: 'utterance' }>,
  'silence' | 'longerThan' | 'shorterThan' | 'within'
>;

function readUtterance([silence, longerThan, shorterThan, within]: readonly string[]): Utterance {
  return {
    silence: readPositive(silence) ?? defaultSilence,
    longerThan: readPositive(longerThan) ?? defaultLongerThan,
    shorterThan: readPositive(shorterThan) ?? Infinity,
    within: readPositive(within) ?? Infinity,
  };
}

import { DialledExtension } from '../../interaction/dialled-extension';
import { DigitInbox } from '../../interaction/digit-inbox';
import { namedPrompts, Prompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';
import { isReady } from './playing';

/** Prompts that callers need not hear to the end: they may dial meanwhile. */
export function backgroundApplications(deps: ApplicationDeps): Applications {
  const { steps, clock } = deps;
  const prompts = new Prompts(deps);
  const dialled = new DialledExtension(deps);

  return {
    BackGround: async (channel, data, run) => {
      const [files = '', letters, language, other = ''] = splitArguments(data);
      const options = readOptions(letters);
      if (!isReady(channel, { skips: options.has('s'), answers: !options.has('n') }))
        return setResult(channel, 'BACKGROUNDSTATUS', 'SUCCESS');
      const context = other.trim() || channel.position.place.context;
      const inbox = new DigitInbox(channel, clock);
      const counts = (digit: string): boolean =>
        !options.has('m') || steps.hasExtension(context, digit, channel.parties.caller.number);
      try {
        const interruption = options.has('p') ? undefined : { inbox, counts };
        const request = { prompts: namedPrompts(files), signal: run.signal, language: language?.trim(), interruption };
        const end = await prompts.play(channel, request);
        const isFine = end.outcome === 'heard' || end.outcome === 'interrupted';
        setResult(channel, 'BACKGROUNDSTATUS', isFine ? 'SUCCESS' : 'FAILED');
        return end.outcome === 'interrupted'
          ? await dialled.dialFrom(channel, { digit: end.digit, context, inbox }, run)
          : undefined;
      } finally {
        inbox.close();
      }
    },
  };
}

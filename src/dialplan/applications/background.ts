import type { Channel } from '../../engine/calls/channel';
import type { ApplicationResult, ApplicationRun } from '../../engine/calls/dialplan-port';
import { DialledExtension } from '../dialled-extension';
import { DigitInbox } from '../digit-inbox';
import { namedPrompts, Prompts } from '../prompts';
import { setResult } from '../result-variable';
import { splitArguments } from '../split-arguments';
import { readOptions } from '../written-call';
import type { ApplicationDeps, Applications } from './application-deps';
import { isReady } from './playing';

/** Prompts that callers need not hear to the end: they may dial meanwhile. */
export function backgroundApplications(deps: ApplicationDeps): Applications {
  const { steps, memories, clock } = deps;
  const prompts = new Prompts(deps);
  const dialled = new DialledExtension(deps);

  /** A digit that is an extension all by itself is dialled; any other one begins what is dialled in the own context. */
  const dial = async (
    channel: Channel,
    { digit, context, inbox }: { readonly digit: string; readonly context: string; readonly inbox: DigitInbox },
    run: ApplicationRun,
  ): Promise<ApplicationResult> => {
    const { number } = channel.caller;
    if (steps.hasExtension(context, digit, number) && !steps.couldGrow(context, digit, number))
      return run.goTo({ context, extension: digit, priority: 1 });
    const wish = { prefix: digit, milliseconds: memories.of(channel).digitTimeout, signal: run.signal, inbox };
    const canGrow = steps.couldGrow(channel.place.context, digit, number);
    const digits = canGrow ? await dialled.collect(channel, wish) : digit;
    return run.signal.aborted ? undefined : dialled.goTo(channel, digits, run);
  };

  return {
    BackGround: async (channel, data, run) => {
      const [files = '', letters, language, other = ''] = splitArguments(data);
      const options = readOptions(letters);
      if (!isReady(channel, { skips: options.has('s'), answers: !options.has('n') }))
        return setResult(channel, 'BACKGROUNDSTATUS', 'SUCCESS');
      const context = other.trim() || channel.place.context;
      const inbox = new DigitInbox(channel, clock);
      const counts = (digit: string): boolean =>
        !options.has('m') || steps.hasExtension(context, digit, channel.caller.number);
      try {
        const interruption = options.has('p') ? undefined : { inbox, counts };
        const wish = { prompts: namedPrompts(files), signal: run.signal, language: language?.trim(), interruption };
        const end = await prompts.play(channel, wish);
        const isFine = end.outcome === 'heard' || end.outcome === 'interrupted';
        setResult(channel, 'BACKGROUNDSTATUS', isFine ? 'SUCCESS' : 'FAILED');
        return end.outcome === 'interrupted'
          ? await dial(channel, { digit: end.digit, context, inbox }, run)
          : undefined;
      } finally {
        inbox.close();
      }
    },
  };
}

import { answer } from '../../../engine/calls/dialing/answer';
import type { DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { isTrue } from '../../expressions/condition';
import { DialledExtension } from '../../interaction/dialled-extension';
import { DigitInbox } from '../../interaction/digit-inbox';
import { Prompts } from '../../interaction/prompts';
import { fullFormat, sayTime } from '../../interaction/say-time';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Saying a moment. */
export function timeApplications(deps: ApplicationDeps): Applications {
  const { clock, log } = deps;
  const prompts = new Prompts(deps);
  const dialled = new DialledExtension(deps);

  const say: DialplanApplication = async (channel, data, run) => {
    const [epoch = '', zone = '', format = '', letters] = splitArguments(data).map((part) => part.trim());
    const at = epoch === '' ? clock.now() : Number(epoch) * 1000;
    if (Number.isNaN(at)) return log.warn({ channel: channel.id, epoch }, 'SayUnixTime needs seconds since 1970');
    answer(channel);
    const names = sayTime({ at, format: format || fullFormat, zone: zone || undefined, now: clock.now() });
    const canDial = readOptions(letters).has('j') || isTrue(channel.variables.get('SAY_DTMF_INTERRUPT') ?? '');
    const inbox = new DigitInbox(channel, clock);
    try {
      const interruption = canDial ? { inbox, counts: () => true } : undefined;
      const request = { prompts: names.map((name) => [`sound:${name}`]), signal: run.signal, interruption };
      const end = await prompts.play(channel, request);
      const { context } = channel.position.place;
      return end.outcome === 'interrupted'
        ? await dialled.dialFrom(channel, { digit: end.digit, context, inbox }, run)
        : undefined;
    } finally {
      inbox.close();
    }
  };

  return { SayUnixTime: say, DateTime: say };
}

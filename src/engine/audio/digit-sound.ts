import { dtmfSteps } from '../../media/samples/dtmf-tones';
import type { Channel } from '../calls/channel/channel';
import type { MediaLegs } from './legs/media-legs';
import type { Plays } from './playing/plays';

export interface DigitSoundDeps {
  readonly legs: Pick<MediaLegs, 'ofChannel'>;
  readonly plays: Pick<Plays, 'start'>;
}

/** Where digits are not signalled they are heard. */
export function soundDigit(
  channel: Channel,
  { digit, milliseconds }: { readonly digit: string; readonly milliseconds: number },
  { legs, plays }: DigitSoundDeps,
): void {
  const target = legs.ofChannel(channel);
  if (target === undefined) return;
  const steps = dtmfSteps(digit, { duration: milliseconds, between: 0 });
  plays.start({ target, source: { kind: 'tone', steps }, onEnd: () => undefined });
}

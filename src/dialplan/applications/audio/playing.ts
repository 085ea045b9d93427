import { answer } from '../../../engine/calls/dialing/answer';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { Prompt } from '../../interaction/prompts';
import { namedPrompts, Prompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Prompts and spoken values. */
export function playingApplications(deps: ApplicationDeps): Applications {
  const prompts = new Prompts(deps);
  const say =
    (scheme: 'digits' | 'number' | 'characters'): Applications[string] =>
    async (channel, data, { signal }) => {
      const [text = ''] = splitArguments(data);
      await prompts.play(channel, { prompts: [[`${scheme}:${text.trim()}`]], signal });
    };

  return {
    Playback: async (channel, data, { signal }) => {
      const [files = '', ...rest] = splitArguments(data);
      const options = new Set(rest.flatMap((option) => option.split(/[,|]/)).map((option) => option.trim()));
      if (!isReady(channel, { skips: options.has('skip'), answers: !options.has('noanswer') }))
        return setResult(channel, 'PLAYBACKSTATUS', 'SUCCESS');
      const says = options.has('say') || options.has('mix');
      const { outcome } = await prompts.play(channel, {
        prompts: says ? saidPrompts(files) : namedPrompts(files),
        signal,
      });
      return setResult(channel, 'PLAYBACKSTATUS', outcome === 'heard' ? 'SUCCESS' : 'FAILED');
    },
    SayDigits: say('digits'),
    SayNumber: say('number'),
    SayAlpha: say('characters'),
  };
}

export interface Readiness {
  /** Whether nothing happens on a call that is not answered. */
  readonly skips: boolean;
  /** Whether such a call is answered first. */
  readonly answers: boolean;
}

/** Whether a call may hear something now; it is answered where that is wanted. */
export function isReady(channel: Channel, { skips, answers }: Readiness): boolean {
  if (channel.state === 'Up') return true;
  if (skips) return false;
  if (answers) answer(channel);
  return true;
}

const spoken: Readonly<Record<string, string>> = {
  num: 'number',
  number: 'number',
  digit: 'digits',
  digits: 'digits',
  char: 'characters',
  characters: 'characters',
  alpha: 'characters',
};

/** Sounds by their names, among them things to say: `you-are-number&num:3`. */
function saidPrompts(text: string): readonly Prompt[] {
  return text.split('&').flatMap((item) => {
    const [, kind = '', what = ''] = /^\s*(\w+):(.*)$/.exec(item) ?? [];
    const scheme = Object.hasOwn(spoken, kind) ? spoken[kind] : undefined;
    return scheme === undefined ? namedPrompts(item) : [[`${scheme}:${what.trim()}`]];
  });
}

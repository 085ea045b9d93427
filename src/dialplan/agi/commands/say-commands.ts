import { sayCharacters } from '../../../engine/audio/sources/say';
import { DigitInbox } from '../../interaction/digit-inbox';
import type { Prompt } from '../../interaction/prompts';
import { dateFormat, fullFormat, sayTime, timeFormat } from '../../interaction/say-time';
import type { AgiAnswer, AgiCall, AgiCommand, AgiCommandDeps, AgiExecution } from './agi-command';
import { readInteger, result, usage } from './agi-command';
import { digitCode } from './agi-units';

/** What is said out of prompts, until its end or a digit. */
export const sayCommands: readonly AgiCommand[] = [
  row('SAY ALPHA', {
    syntax: '<text> <escape digits>',
    summary: 'Spells a text.',
    arity: [2, 2],
    execute: saying((text) => [[`characters:${text}`]]),
  }),
  row('SAY DIGITS', {
    syntax: '<digits> <escape digits>',
    summary: 'Says digits one by one.',
    arity: [2, 2],
    execute: saying((text) => [[`digits:${text}`]]),
  }),
  row('SAY NUMBER', {
    syntax: '<number> <escape digits> [<gender>]',
    summary: 'Says a whole number. The gender has no effect: numbers are said in English.',
    arity: [2, 3],
    execute: saying((text) => (readInteger(text) === undefined ? undefined : [[`number:${text}`]])),
  }),
  row('SAY PHONETIC', {
    syntax: '<text> <escape digits>',
    summary: 'Spells a text by the words of the phonetic alphabet.',
    arity: [2, 2],
    execute: saying((text) => sounds(phonetic(text))),
  }),
  row('SAY DATE', {
    syntax: '<unix time> <escape digits>',
    summary: 'Says the day of a moment.',
    arity: [2, 2],
    execute: saying((epoch, deps) => moment(epoch, { format: dateFormat }, deps)),
  }),
  row('SAY TIME', {
    syntax: '<unix time> <escape digits>',
    summary: 'Says the time of day of a moment.',
    arity: [2, 2],
    execute: saying((epoch, deps) => moment(epoch, { format: timeFormat }, deps)),
  }),
  row('SAY DATETIME', {
    syntax: '<unix time> <escape digits> [<format> [<time zone>]]',
    summary: `Says a moment by a format, which is \`${fullFormat}\` without one.`,
    arity: [2, 4],
    execute: (call, [epoch = '', digits = '', format = fullFormat, zone], deps) => {
      const prompts = moment(epoch, { format, zone }, deps);
      return prompts === undefined ? usage : say(call, { prompts, digits }, deps);
    },
  }),
];

function row(name: string, facts: Pick<AgiCommand, 'syntax' | 'summary' | 'arity' | 'execute'>): AgiCommand {
  const results = 'The code of the digit that ended it, 0 without one, or -1 after a hangup.';
  return { name, ...facts, summary: `${facts.summary} ${results}`, yields: true };
}

/** Says what the first argument stands for; undefined when it stands for nothing. */
function saying(promptsOf: (text: string, deps: AgiCommandDeps) => readonly Prompt[] | undefined): AgiExecution {
  return (call, [text = '', digits = ''], deps) => {
    const prompts = promptsOf(text, deps);
    return prompts === undefined ? usage : say(call, { prompts, digits }, deps);
  };
}

async function say(
  { channel, signal }: AgiCall,
  { prompts, digits }: { readonly prompts: readonly Prompt[]; readonly digits: string },
  deps: AgiCommandDeps,
): Promise<AgiAnswer> {
  const inbox = new DigitInbox(channel, deps.clock);
  const interruption = { inbox, counts: (pressed: string) => digits.includes(pressed) };
  const end = await deps.prompts.play(channel, { prompts, signal, interruption });
  inbox.close();
  if (end.outcome === 'interrupted') return result(digitCode(end.digit));
  return result(end.outcome === 'ended' ? -1 : 0);
}

function moment(
  epoch: string,
  how: { readonly format: string; readonly zone?: string | undefined },
  { clock }: AgiCommandDeps,
): readonly Prompt[] | undefined {
  const seconds = readInteger(epoch);
  return seconds === undefined ? undefined : sounds(sayTime({ at: seconds * 1000, ...how, now: clock.now() }));
}

function sounds(names: readonly string[]): readonly Prompt[] {
  return names.map((name) => [`sound:${name}`]);
}

/** Letters by their words; digits and signs as they are spelled. */
function phonetic(text: string): string[] {
  const spoken = sayCharacters(text);
  return 'prompts' in spoken ? spoken.prompts.map((name) => name.replace(/^letters\/(.)$/, 'phonetic/$1_p')) : [];
}

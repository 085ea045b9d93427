import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import { causes, hangupReasons } from '../../../../engine/calls/channel/hangup-cause';
import type { Party } from '../../../../engine/calls/channel/party';
import { unknownParty, parseParty } from '../../../../engine/calls/channel/party';
import { parsePresentation } from '../../../../engine/calls/channel/presentation';
import type { Logger } from '../../../../shared/logger';
import { readDestination } from '../../../plan/destination';
import type { Once } from '../../../../shared/limits/once';
import { splitArguments } from '../../../expressions/split-arguments';
import type { Steps } from '../../../plan/steps';
import { readCall } from '../../../plan/written-call';
import type { DialLetters } from './dial-arguments';
import { readTime } from './dial-arguments';

/** A subroutine to call, with what it is given. */
export interface WrittenSubroutine {
  readonly place: DialplanPlace;
  readonly arguments: readonly string[];
}

/** Letters with a meaning here, and those that wait for audio or for features during a call. */
const known = new Set('aAbBcCdDeEfFgGhHiIjkKLmoOQrRsStTuUwWxXz');
const refused = new Set('nNpP');

/** Says once what of the options is not done, however many calls come by. */
export function complainAboutOptions(
  options: DialLetters,
  caller: Channel,
  { once, log }: { once: Once; log: Logger },
): void {
  for (const option of options.keys()) {
    if (known.has(option) || !once.isFirst(`Dial ${option}`)) continue;
    const sentence = refused.has(option)
      ? 'Dial does not screen callers: the option is passed over'
      : 'Dial was given an option that is none';
    log.warn({ channel: caller.id, option, ...caller.position.place }, sentence);
  }
}

/** Reads `[[context^]extension^]priority`, as seen from a place. */
export function readPlace(text: string, from: DialplanPlace, findLabel: Steps['findLabel']): DialplanPlace | undefined {
  return readDestination(text.replaceAll('^', ','), from, findLabel);
}

/** Reads `[[context^]extension^]priority[(argument^…)]`. */
export function readSubroutine(
  text: string,
  from: DialplanPlace,
  findLabel: Steps['findLabel'],
): WrittenSubroutine | undefined {
  const { name, data } = readCall(text);
  const place = readPlace(name, from, findLabel);
  return place && { place, arguments: data === '' ? [] : splitArguments(data.replaceAll('^', ',')) };
}

/** Reads `context[^argument…]`: such a subroutine starts at `s`. */
export function readContextSubroutine(text: string): WrittenSubroutine {
  const [context = '', ...given] = text.split('^');
  return { place: { context, extension: 's', priority: 1 }, arguments: given };
}

/** Who the called channel is taken to be, and who it is told calls. */
export function partiesOf(
  options: DialLetters,
  caller: Channel,
): { readonly caller: Party; readonly connected: Party } {
  const original = options.get('o');
  const forced = options.get('f') ?? '';
  const dialled: Party = {
    name: caller.parties.caller.name,
    number: caller.position.place.extension,
    presentation: unknownParty.presentation,
  };
  return {
    caller:
      original === undefined
        ? dialled
        : original === ''
          ? caller.parties.caller
          : { ...unknownParty, ...parseParty(original) },
    connected:
      forced === '' ? caller.parties.caller : { ...unknownParty, ...parseParty(forced), ...presentationOf(options) },
  };
}

function presentationOf(options: DialLetters): Partial<Party> {
  const written = options.get('u');
  const presentation = written === undefined ? undefined : parsePresentation(written === '' ? 'prohib' : written);
  return presentation === undefined ? {} : { presentation };
}

/** What those are told who did not answer first. */
export function causeForOthers(options: DialLetters): number {
  const written = (options.get('Q') ?? '').trim().toLowerCase();
  if (written === '') return causes.answeredElsewhere;
  if (written === 'none') return causes.unknown;
  if (/^\d{1,3}$/.test(written)) return Number(written);
  const names: Readonly<Record<string, number>> = {
    ...hangupReasons,
    user_busy: causes.busy,
    call_rejected: causes.rejected,
  };
  return names[written] ?? causes.answeredElsewhere;
}

/** Milliseconds that a call may last once it is answered; undefined without a limit. */
export function limitOf(options: DialLetters): number | undefined {
  if (!options.has('L') && !options.has('S')) return undefined;
  const [milliseconds = ''] = (options.get('L') ?? '').split(':');
  const limits = [readTime(`${Number.parseInt(milliseconds, 10) / 1000}`), readTime(options.get('S') ?? '')];
  const given = limits.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

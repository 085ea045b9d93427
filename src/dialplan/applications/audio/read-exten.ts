import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import type { Reading } from '../../interaction/digit-reader';
import { DigitReader, endedStatus, invitationOf } from '../../interaction/digit-reader';
import { readSeconds } from '../../runner/pause';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';
import { isReady } from './playing';

interface Asked {
  readonly variable: string;
  readonly file: string;
  readonly context: string;
  readonly options: ReadonlySet<string>;
  readonly seconds: string;
}

/** Asks callers for an extension, without going there. */
export function readExtenApplications(deps: ApplicationDeps): Applications {
  const { memories, steps, log } = deps;
  const reader = new DigitReader(deps);

  const read = (channel: Channel, asked: Asked, { signal }: ApplicationRun): Promise<Reading> => {
    const { responseTimeout, digitTimeout: next } = memories.of(channel);
    const given = readSeconds(asked.seconds) ?? 0;
    return reader.read(channel, {
      invitation: invitationOf(asked.file, asked.options),
      next,
      signal,
      first: given > 0 ? given : responseTimeout,
      isComplete: (digits) => !steps.couldGrow(asked.context, digits, channel.parties.caller.number),
    });
  };
  /** Tells what has been dialled, and whether that is an extension. */
  const tell = (channel: Channel, { variable, context }: Asked, digits: string): 'OK' | 'INVALID' | 'TIMEOUT' => {
    // Callers end with this key what might go on.
    const candidates = [digits, digits.replace(/#$/, '')];
    const isThere = (one: string): boolean =>
      one !== '' && steps.hasExtension(context, one, channel.parties.caller.number);
    const extension = candidates.find(isThere);
    setResult(channel, variable, extension ?? (digits === '' ? 't' : 'i'));
    if (extension !== undefined) return 'OK';
    if (digits === '') return 'TIMEOUT';
    setResult(channel, 'INVALID_EXTEN', digits);
    return 'INVALID';
  };

  return {
    ReadExten: async (channel, data, run) => {
      const finish = (status: string): void => setResult(channel, 'READEXTENSTATUS', status);
      const [variable = '', file = '', context = '', letters, seconds = ''] = splitArguments(data).map(trimmed);
      const options = readOptions(letters);
      if (variable === '') {
        log.warn({ channel: channel.id }, 'ReadExten: a variable is required');
        return finish('ERROR');
      }
      if (!isReady(channel, { skips: options.has('s'), answers: !options.has('n') })) return finish('SKIP');
      const asked = { variable, file, context: context || channel.position.place.context, options, seconds };
      const { digits, why } = await read(channel, asked, run);
      return finish(why === 'ended' ? endedStatus(channel) : tell(channel, asked, digits));
    },
  };
}

function trimmed(text: string): string {
  return text.trim();
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../engine/calls/channel/dialplan-place';
import { runInside } from '../../runner/run-inside';
import { splitArguments } from '../../expressions/split-arguments';
import type { Steps } from '../../plan/steps';
import type { AgiCommand, AgiExecution } from './agi-command';
import { readInteger, result, usage } from './agi-command';

const exec: AgiExecution = async ({ channel, run }, [name = '', data = ''], { findApplication, log }) => {
  const application = findApplication(name);
  if (application === undefined) {
    log.warn({ channel: channel.id, application: name }, 'an AGI program names an unknown application');
    return result(-2);
  }
  const outcome = await runInside(channel, { application, data }, run);
  if (outcome !== 'hangup') return result(0);
  if (!channel.isEnding) channel.hangUp();
  return result(-1);
};

const gosub: AgiExecution = async ({ channel, announce }, given, { steps, callSubroutine, log }) => {
  const place = findPlace(channel, given, steps);
  if (place === undefined) {
    log.warn({ channel: channel.id, subroutine: given.slice(0, 3).join(',') }, 'subroutine not found');
    return result(-1, 'Gosub label not found');
  }
  await announce('100 result=0 Trying...');
  const [, , , text = ''] = given;
  const end = await callSubroutine(channel, place, text === '' ? [] : splitArguments(text, { isRaw: true }));
  return result(0, end === 'returned' ? 'Gosub complete' : 'Gosub complete (abnormal exit)');
};

/** Runs parts of the dialplan, and sets where it continues. */
export const dialplanCommands: readonly AgiCommand[] = [
  {
    name: 'EXEC',
    syntax: '<application> [<arguments>]',
    summary:
      'Runs an application of the dialplan; its arguments are one word, so that blanks need quotes. 0: it returned. ' +
      '-1: it ended the call. -2: there is no such application.',
    arity: [1, Infinity],
    worksAfterHangup: true,
    execute: exec,
  },
  {
    name: 'GOSUB',
    syntax: '<context> <extension> <priority> [<arguments>]',
    summary:
      'Runs a subroutine of the dialplan with arguments that commas separate, and answers once it returns; a line ' +
      '`100 result=0 Trying...` comes first. 0: done. -1: there is no such place.',
    arity: [3, 4],
    execute: gosub,
  },
  {
    name: 'SET CONTEXT',
    syntax: '<context>',
    summary: 'The dialplan goes on in this context. Always 0.',
    arity: [1, 1],
    execute: ({ moveTo }, [context = '']) => {
      moveTo({ context });
      return result(0);
    },
  },
  {
    name: 'SET EXTENSION',
    syntax: '<extension>',
    summary: 'The dialplan goes on at this extension. Always 0.',
    arity: [1, 1],
    execute: ({ moveTo }, [extension = '']) => {
      moveTo({ extension });
      return result(0);
    },
  },
  {
    name: 'SET PRIORITY',
    syntax: '<priority>',
    summary: 'The dialplan goes on at this priority, a number or a label of the present extension. Always 0.',
    arity: [1, 1],
    execute: (
      {
        channel: {
          position: { place },
        },
        moveTo,
      },
      [written = ''],
      { steps },
    ) => {
      const priority = readPriority({ ...place, written }, steps);
      if (priority === undefined) return usage;
      moveTo({ priority });
      return result(0);
    },
  },
];

function findPlace(
  { parties: { caller } }: Channel,
  given: readonly string[],
  steps: Steps,
): DialplanPlace | undefined {
  const [context = '', extension = '', written = ''] = given;
  const priority = readPriority({ context, extension, written }, steps);
  if (priority === undefined) return undefined;
  const place = { context, extension, priority };
  return steps.step(place, caller.number) === undefined ? undefined : place;
}

interface WrittenPriority {
  readonly context: string;
  readonly extension: string;
  readonly written: string;
}

/** A number, or a label of the extension. */
function readPriority({ context, extension, written }: WrittenPriority, steps: Steps): number | undefined {
  const number = readInteger(written);
  return number !== undefined && number > 0 ? number : steps.findLabel(context, extension, written);
}

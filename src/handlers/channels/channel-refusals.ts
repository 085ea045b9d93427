import type { Refusal } from '../../contract/handler';
import { ModuleMissingError } from '../../contract/not-served';
import { UnavailableError } from '../../contract/unavailable';
import type { TargetRefusal } from '../../engine/calls/use-cases/call-target';
import type { ChannelRefusal } from '../../engine/calls/use-cases/channel-request';
import { maxIdLength } from '../../engine/calls/use-cases/channel-request';
import { quoted } from '../quoted';

/** The parameter names of client-chosen ids. */
const idParameters = { id: 'channelId', otherId: 'otherChannelId' } as const;

/** The refusal of a new channel as a reply. Errors common to all operations are thrown. */
export function channelRefusal(refusal: ChannelRefusal): Refusal<400 | 409> {
  switch (refusal.outcome) {
    case 'id-too-long':
      return idTooLong(idParameters[refusal.which]);
    case 'formats-and-originator':
      return {
        status: 400,
        message: 'originator and formats exclude each other: the originator brings its own formats',
      };
    case 'originator-unknown':
      return { status: 400, message: `there is no channel ${quoted(refusal.id)} to be the originator` };
    case 'format-unknown':
      return { status: 400, message: `formats: unknown format ${quoted(refusal.format)}` };
    case 'id-taken':
      return { status: 409, message: `there is a channel ${quoted(refusal.id)} already, so nothing was created` };
    case 'module-missing':
      throw applicationsMissing(refusal.module);
    case 'unavailable':
      throw new UnavailableError(refusal.reason);
    case 'no-pair':
      return { status: 400, message: `otherChannelId cannot be given: ${refusal.reason}` };
    case 'endpoint-malformed':
    case 'technology-unknown':
    case 'refused':
      return { status: 400, message: `endpoint cannot be called: ${refusal.reason}` };
  }
}

export function targetRefusal(refusal: TargetRefusal): Refusal<400 | 404> {
  switch (refusal.outcome) {
    case 'module-missing':
      throw applicationsMissing(refusal.module);
    case 'priority-invalid':
      return { status: 400, message: 'label is 0, and priorities begin at 1' };
    case 'application-unknown':
      return { status: 400, message: `the dialplan has no application ${quoted(refusal.name)}` };
    case 'label-unknown': {
      const { label = '', extension, context } = refusal.target;
      return {
        status: 404,
        message: `there is no label ${quoted(label)} at ${quoted(extension)} in ${quoted(context)}`,
      };
    }
  }
}

export function idTooLong(parameter: string): Refusal<400> {
  return { status: 400, message: `${parameter} is longer than the ${maxIdLength} characters an id may have` };
}

function applicationsMissing(module: string): ModuleMissingError {
  return new ModuleMissingError('a channel in an application', module);
}

import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { Dialplan } from '../plan/dialplan';

/** What is run at a place. Its data still has its variables to be filled in. */
export interface WrittenStep {
  readonly application: string;
  readonly data: string;
}

/** The dialplan as used by the runner. Always the current one: it may be reloaded during calls. */
export interface Steps {
  /** `caller` is the caller's number, for extensions that are only for some callers. */
  readonly step: (place: DialplanPlace, caller: string) => WrittenStep | undefined;
  readonly hasExtension: (context: string, extension: string, caller?: string) => boolean;
  readonly findLabel: (context: string, extension: string, label: string) => number | undefined;
  /** Whether there are extensions that begin with these digits and are longer. */
  readonly couldGrow: (context: string, digits: string, caller: string) => boolean;
  /** Whether a call without a next step ends, instead of waiting for digits. */
  readonly fallsThrough: () => boolean;
}

/** The steps of whichever dialplan is the present one. */
export function stepsOf(dialplan: () => Dialplan): Steps {
  return {
    step: ({ context, extension, priority }, caller) => dialplan().forCaller(caller).step(context, extension, priority),
    hasExtension: (context, extension, caller = '') =>
      dialplan().forCaller(caller).step(context, extension, 1) !== undefined,
    findLabel: (context, extension, label) => dialplan().labelled(context, extension, label),
    couldGrow: (context, digits, caller) => dialplan().forCaller(caller).couldMatchMore(context, digits),
    fallsThrough: () => dialplan().settings.autofallthrough,
  };
}

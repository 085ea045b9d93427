import type { Dialplan } from './dialplan';
import type { PlanPort } from '../ports';

/** What functions ask of whichever dialplan is the present one. */
export function planPortOf(dialplan: () => Dialplan): PlanPort {
  return {
    hasContext: (context) => dialplan().contexts.some(({ name }) => name === context),
    hasExtension: (context, extension) => dialplan().find(context, extension) !== undefined,
    hasPriority: ({ context, extension, priority }) => dialplan().step(context, extension, priority) !== undefined,
    findHint: (context, extension) => dialplan().hint(context, extension)?.devices,
  };
}

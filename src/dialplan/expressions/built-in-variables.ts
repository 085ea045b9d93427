import type { Channel } from '../../engine/calls/channel/channel';
import type { PlanPort } from '../ports';

/** The predefined variables of every channel. */
export const builtInVariables: ReadonlyMap<string, (channel: Channel, plan: PlanPort) => string | undefined> = new Map(
  Object.entries({
    EXTEN: ({ position: { place } }: Channel) => place.extension,
    CONTEXT: ({ position: { place } }: Channel) => place.context,
    PRIORITY: ({ position: { place } }: Channel) => String(place.priority),
    CHANNEL: ({ name }: Channel) => name,
    UNIQUEID: ({ id }: Channel) => id,
    HANGUPCAUSE: ({ ending }: Channel) => String(ending.cause),
    CALLINGPRES: ({ parties: { caller } }: Channel) => String(caller.presentation),
    CALLINGANI2: () => '0',
    CALLINGTON: () => '0',
    CALLINGTNS: () => '0',
    HINT: ({ position: { place } }: Channel, plan: PlanPort) =>
      plan.findHint(place.context, place.extension)?.join('&'),
  }),
);

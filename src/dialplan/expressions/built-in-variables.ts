import type { Channel } from '../../engine/calls/channel/channel';
import type { PlanPort } from '../ports';

/** The predefined variables of every channel. */
export const builtInVariables: ReadonlyMap<string, (channel: Channel, plan: PlanPort) => string | undefined> = new Map(
  Object.entries({
    EXTEN: ({ place }: Channel) => place.extension,
    CONTEXT: ({ place }: Channel) => place.context,
    PRIORITY: ({ place }: Channel) => String(place.priority),
    CHANNEL: ({ name }: Channel) => name,
    UNIQUEID: ({ id }: Channel) => id,
    HANGUPCAUSE: ({ hangupCause }: Channel) => String(hangupCause),
    CALLINGPRES: ({ caller }: Channel) => String(caller.presentation),
    CALLINGANI2: () => '0',
    CALLINGTON: () => '0',
    CALLINGTNS: () => '0',
    HINT: ({ place }: Channel, plan: PlanPort) => plan.findHint(place.context, place.extension)?.join('&'),
  }),
);

import type { ChannelsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import { NotServedError } from '../contract/not-served';

/** The operations whose audio is not there yet. They check what they can, and then say so. */
export const awaitingAudio = [
  'sendDTMF',
  'snoopChannel',
  'snoopChannelWithId',
  'externalMedia',
] as const satisfies readonly (keyof ChannelsOperations)[];

/** Gives the refusal that the operation would give in any case. */
type Guard<Params, Status extends number> = (params: Params) => Refusal<Status> | undefined;

/** `established`: for what needs a way to the far end. */
export function awaitingChannelAudio(
  established: Guard<{ readonly channelId: string }, 404 | 409 | 412>,
): Pick<ChannelsOperations, (typeof awaitingAudio)[number]> {
  const unguarded = (): never => noAudio();
  return {
    sendDTMF: (params) => established(params) ?? noAudio(),
    snoopChannel: unguarded,
    snoopChannelWithId: unguarded,
    externalMedia: unguarded,
  };
}

function noAudio(): never {
  throw new NotServedError('this server does not carry such audio yet');
}

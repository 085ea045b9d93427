import type { BridgesOperations, ChannelsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import { NotServedError } from '../contract/not-served';

/** The operations that need a media thread. They check what they can, and then say so. */
export const awaitingAudio = {
  channels: [
    'sendDTMF',
    'startMoh',
    'stopMoh',
    'play',
    'playWithId',
    'record',
    'snoopChannel',
    'snoopChannelWithId',
    'externalMedia',
  ],
  bridges: ['startMoh', 'stopMoh', 'play', 'playWithId', 'record'],
} as const satisfies {
  readonly channels: readonly (keyof ChannelsOperations)[];
  readonly bridges: readonly (keyof BridgesOperations)[];
};

type Awaiting<Resource extends keyof typeof awaitingAudio> = (typeof awaitingAudio)[Resource][number];
/** Gives the refusal that the operation would give in any case. */
type Guard<Params, Status extends number> = (params: Params) => Refusal<Status> | undefined;

export interface ChannelGuards {
  /** For what needs an application in control. */
  readonly controlled: Guard<{ readonly channelId: string }, 404 | 409>;
  /** For what needs a way to the far end besides. */
  readonly established: Guard<{ readonly channelId: string }, 404 | 409 | 412>;
}

export function awaitingChannelAudio({
  controlled,
  established,
}: ChannelGuards): Pick<ChannelsOperations, Awaiting<'channels'>> {
  const refuse = (params: { readonly channelId: string }) => established(params) ?? noAudio();
  const unguarded = (): never => noAudio();
  return {
    sendDTMF: refuse,
    startMoh: refuse,
    stopMoh: refuse,
    play: refuse,
    playWithId: refuse,
    record: (params) => controlled(params) ?? noAudio(),
    snoopChannel: unguarded,
    snoopChannelWithId: unguarded,
    externalMedia: unguarded,
  };
}

export function awaitingBridgeAudio(
  guard: (id: string) => Refusal<404 | 409> | undefined,
): Pick<BridgesOperations, Awaiting<'bridges'>> {
  const refuse = ({ bridgeId }: { readonly bridgeId: string }): Refusal<404 | 409> => guard(bridgeId) ?? noAudio();
  return { startMoh: refuse, stopMoh: refuse, play: refuse, playWithId: refuse, record: refuse };
}

function noAudio(): never {
  throw new NotServedError('this server carries no audio yet: calls are controlled, but nothing is heard on them');
}

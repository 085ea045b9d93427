import { when } from '../../../shared/scheduling/when';
import type { Channel } from '../channel/channel';
import { causes } from '../channel/hangup-cause';
import type { MaybePromise, NewChannel } from '../dialing/calls';
import type { TransferDeps } from './transfer-deps';

type PairDeps = Pick<TransferDeps, 'calls'>;

/** A local channel that leads to an extension, on behalf of the one who transfers. Undefined when there can be none. */
export function requestPair(
  address: string,
  transferer: Channel,
  { calls }: PairDeps,
): MaybePromise<Channel | undefined> {
  return when(calls.request(newPair(address, transferer)), (made) => {
    if (made.outcome !== 'made') return undefined;
    takeOver(made.channel, transferer);
    return made.channel;
  });
}

/** Two local channels, back to back, both of which are run by who asks for them. */
export function requestLink(
  address: string,
  transferer: Channel,
  { calls }: PairDeps,
): MaybePromise<{ readonly near: Channel; readonly far: Channel } | undefined> {
  return when(calls.request({ ...newPair(address, transferer), isLink: true }), (made) => {
    if (made.outcome !== 'made') return undefined;
    const [far] = made.others;
    if (far === undefined) return undefined;
    takeOver(made.channel, transferer);
    return { near: made.channel, far };
  });
}

/** Calls the far end. Applications hear of the call when something comes of it. */
export function callFarEnd(near: Channel, { calls }: PairDeps): void {
  const options = { dialString: '', repeatsDialString: false, reportsHangup: false, reportsStart: false };
  void calls.dial(near, { ...options, timeout: undefined }).done.then((end) => {
    if (end === 'unreachable') near.endSilently(causes.normal);
  });
}

function newPair(address: string, transferer: Channel): NewChannel {
  return {
    endpoint: `Local/${address}`,
    id: undefined,
    otherId: undefined,
    formats: [],
    variables: [],
    formatsLike: transferer,
    originator: undefined,
  };
}

function takeOver(channel: Channel, { attributes: { linkedId, tenantId } }: Channel): void {
  channel.setAttributes({ linkedId, tenantId });
}

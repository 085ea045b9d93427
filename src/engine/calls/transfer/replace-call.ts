import type { Channel } from '../channel/channel';
import { answer } from '../dialing/answer';
import type { Program } from '../dialing/calls';
import { endReplaced, takingPlaceOf } from './take-over';
import type { TransferDeps } from './transfer-deps';

/** What a call runs that takes the place of another one, which ends. */
export function replacingCall(replaced: Channel, deps: TransferDeps): Program {
  return async (channel) => {
    if (replaced.isEnding) return;
    const takePlace = takingPlaceOf(replaced, deps);
    answer(channel);
    channel.receive({ type: 'unhold' });
    const inside = takePlace(channel);
    channel.wasBridged();
    endReplaced(replaced);
    await inside;
  };
}

import type { Channel } from '../channel/channel';
import { causes } from '../channel/hangup-cause';
import { answer } from '../dialing/answer';
import type { Program } from '../dialing/calls';
import { canBePickedUp, pickUp } from './pick-up';
import { endReplaced, takingPlaceOf } from './take-over';
import type { TransferDeps } from './transfer-deps';

/** What a call runs that takes the place of another one, which ends; one that rings is answered by it. */
export function replacingCall(replaced: Channel, deps: TransferDeps): Program {
  return async (channel) => {
    if (replaced.isEnding) return;
    if (canBePickedUp(replaced, deps)) return void (await pickUp(replaced, channel, deps));
    const takePlace = takingPlaceOf(replaced, deps);
    answer(channel);
    channel.receive({ type: 'unhold' });
    const inside = takePlace(channel);
    channel.ending.setDefault(causes.normal);
    endReplaced(replaced);
    await inside;
  };
}

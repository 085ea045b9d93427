import type { Channel } from '../../../../engine/calls/channel/channel';
import type { ApplicationResult } from '../../../../engine/calls/channel/dialplan-port';
import { splitArguments } from '../../../expressions/split-arguments';
import { setResult } from '../../../runner/result-variable';
import type { Applications } from '../../application-deps';
import type { CallApplicationDeps } from '../dial/dial-deps';

const markContext = 'PICKUPMARK';

/** Answering calls that ring elsewhere. */
export function pickingUpApplications({ channels, transfers }: CallApplicationDeps): Applications {
  /** The first ringing call that fits one of the targets, in their order. */
  const pickUp = async (
    channel: Channel,
    targets: readonly string[],
    fits: (called: Channel, target: string) => boolean,
  ): Promise<ApplicationResult> => {
    const ringing = channels.list().filter((called) => called !== channel && transfers.canBePickedUp(called));
    return take(channel, targets.flatMap((target) => ringing.filter((each) => fits(each, target)))[0]);
  };
  const take = async (channel: Channel, called: Channel | undefined): Promise<ApplicationResult> => {
    const isDone = called !== undefined && (await transfers.pickUp(called, channel));
    setResult(channel, 'PICKUPRESULT', isDone ? 'SUCCESS' : 'FAILURE');
    return isDone ? 'hangup' : undefined;
  };

  return {
    Pickup: (channel, data) => {
      const targets = targetsOf(data);
      if (targets.length === 0) return take(channel, transfers.ringingInGroup(channel));
      return pickUp(channel, targets, ({ position: { place }, variables }, target) => {
        const [extension = '', context = channel.position.place.context] = target.split('@');
        if (context === markContext) return variables.get(markContext) === extension;
        return place.extension === extension && place.context === context;
      });
    },
    PickupChan: (channel, data) => {
      const [names = '', options = ''] = splitArguments(data).map((part) => part.trim());
      return pickUp(channel, targetsOf(names), ({ name }, target) =>
        options.includes('p') ? name.startsWith(target) : name === target || name.startsWith(`${target}-`),
      );
    },
  };
}

function targetsOf(written: string): readonly string[] {
  return written
    .split('&')
    .map((target) => target.trim())
    .filter((target) => target !== '');
}

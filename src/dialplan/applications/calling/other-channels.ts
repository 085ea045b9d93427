import type { Channel } from '../../../engine/calls/channel/channel';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import { readDestination } from '../../plan/destination';
import { splitArguments } from '../../expressions/split-arguments';
import { readOptions } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Acting upon other calls. */
export function otherChannelApplications({ channels, steps, redirect, log }: ApplicationDeps): Applications {
  return {
    SoftHangup: (channel, data) => {
      const [name = '', options] = splitArguments(data);
      const wanted = name.trim().toLowerCase();
      if (wanted === '') return log.warn({ channel: channel.id }, 'SoftHangup: a channel is required');
      const found = channels.list().filter((other) => isCalled(other, wanted));
      for (const other of readOptions(options).has('a') ? found : found.slice(0, 1)) other.hangUp(causes.normal);
    },
    ChannelRedirect: (channel, data) => {
      const [name = '', destination = ''] = splitArguments(data, { limit: 2, isRaw: true });
      const other = channels.find(name.trim());
      if (other === undefined) return channel.variables.set('CHANNELREDIRECT_STATUS', 'NOCHANNEL');
      const place = readDestination(destination, other.position.place, steps.findLabel);
      if (place === undefined) log.warn({ channel: channel.id, destination }, 'ChannelRedirect: invalid destination');
      const isOnItsWay = place !== undefined && redirect(other, place);
      channel.variables.set('CHANNELREDIRECT_STATUS', isOnItsWay ? 'SUCCESS' : 'FAILED');
    },
  };
}

/** By its own name, or by that of the device it belongs to. */
function isCalled({ name }: Channel, wanted: string): boolean {
  const known = name.toLowerCase();
  return known === wanted || known.slice(0, Math.max(known.lastIndexOf('-'), 0)) === wanted;
}

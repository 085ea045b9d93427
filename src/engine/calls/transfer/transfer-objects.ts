import type { TransferEvent } from '../../engine-event';
import type { BridgeSnapshot } from '../bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { AttendedDestination } from './transfer-facts';

export interface TransferObjects {
  readonly channels: readonly ChannelSnapshot[];
  readonly bridges: readonly BridgeSnapshot[];
}

/** All channels and bridges that a transfer shows. */
export function transferObjects(event: TransferEvent): TransferObjects {
  switch (event.type) {
    case 'blind-transfer':
      return objects([event.transferer, event.transferee, event.replacement], [event.bridge]);
    case 'attended-transfer': {
      const { firstLeg, secondLeg, transferee, target, replacement, destination } = event;
      const connected = destinationObjects(destination);
      return objects(
        [firstLeg.channel, secondLeg.channel, transferee, target, replacement, ...connected.channels],
        [firstLeg.bridge, secondLeg.bridge, ...connected.bridges],
      );
    }
    case 'transfer-requested': {
      const { source, target } = event;
      return objects(
        [source.channel, source.connected, target.party?.channel, target.party?.connected],
        [source.bridge, target.party?.bridge],
      );
    }
  }
}

function destinationObjects(destination: AttendedDestination): TransferObjects {
  if (destination.kind === 'link') return objects([destination.firstLeg, destination.secondLeg], []);
  return destination.kind === 'threeway' ? objects([destination.channel], [destination.bridge]) : objects([], []);
}

function objects(
  channels: readonly (ChannelSnapshot | undefined)[],
  bridges: readonly (BridgeSnapshot | undefined)[],
): TransferObjects {
  return {
    channels: channels.filter((channel) => channel !== undefined),
    bridges: bridges.filter((bridge) => bridge !== undefined),
  };
}

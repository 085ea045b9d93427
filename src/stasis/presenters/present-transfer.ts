import type { AdditionalParam, BridgeAttendedTransfer, ReferTo, RequiredDestination } from '../../../generated/models';
import type {
  AttendedDestination,
  AttendedTransferFacts,
  TransferLeg,
  TransferParty,
  TransferRequestFacts,
  TransferVerdict,
} from '../../engine/calls/transfer/transfer-facts';
import { transferObjects } from '../../engine/calls/transfer/transfer-objects';
import type { TransferEvent } from '../../engine/engine-event';
import type { Payload } from '../serialized-event';
import { presentBridge, subjectsOfBridge } from './present-bridge';
import { presentChannel, subjectsOfChannel } from './present-channel';
import type { Presenters } from './presented';
import { known, presented } from './presented';
import type { Subject } from '../subject';

/** Subscribers to any channel or bridge involved receive a transfer; a request goes to those of its channel. */
export function subjectsOfTransfer(event: TransferEvent): readonly Subject[] {
  if (event.type === 'transfer-requested') return subjectsOfChannel(event.source.channel);
  const { channels, bridges } = transferObjects(event);
  return [...channels.flatMap(subjectsOfChannel), ...bridges.flatMap(subjectsOfBridge)];
}

const results = {
  success: 'Success',
  failed: 'Fail',
  invalid: 'Invalid',
  'not-permitted': 'Not Permitted',
} as const satisfies Record<TransferVerdict, BridgeAttendedTransfer['result']>;

const progresses = {
  trying: 'channel_progress',
  transferred: 'channel_answered',
  declined: 'channel_declined',
} as const;

export const transferPresenters = {
  'blind-transfer': ({ transferer, target, result, isExternal, transferee, replacement, bridge }) =>
    presented('BridgeBlindTransfer', {
      channel: presentChannel(transferer),
      exten: target.extension,
      context: target.context,
      result: results[result],
      is_external: isExternal,
      ...known({
        transferee: transferee && presentChannel(transferee),
        replace_channel: replacement && presentChannel(replacement),
        bridge: bridge && presentBridge(bridge),
      }),
    }),
  'attended-transfer': (event) => presented('BridgeAttendedTransfer', presentAttended(event)),
  'transfer-requested': ({ target, source, progress }) =>
    presented('ChannelTransfer', {
      refer_to: presentTarget(target),
      referred_by: { source_channel: presentChannel(source.channel), ...presentPartner(source) },
      ...known({ state: progress && progresses[progress] }),
    }),
} satisfies Presenters<TransferEvent>;

function presentAttended(facts: AttendedTransferFacts): Payload<'BridgeAttendedTransfer'> {
  const { firstLeg, secondLeg, result, isExternal, transferee, target, replacement, destination } = facts;
  const bridgeOf = ({ bridge }: TransferLeg) => bridge && presentBridge(bridge);
  return {
    transferer_first_leg: presentChannel(firstLeg.channel),
    transferer_second_leg: presentChannel(secondLeg.channel),
    result: results[result],
    is_external: isExternal,
    ...known({
      transferee: transferee && presentChannel(transferee),
      transfer_target: target && presentChannel(target),
      transferer_first_leg_bridge: bridgeOf(firstLeg),
      transferer_second_leg_bridge: bridgeOf(secondLeg),
      replace_channel: replacement && presentChannel(replacement),
    }),
    destination_type: destination.kind,
    ...presentDestination(destination),
  };
}

type DestinationFields = Partial<
  Pick<
    BridgeAttendedTransfer,
    | 'destination_bridge'
    | 'destination_application'
    | 'destination_link_first_leg'
    | 'destination_link_second_leg'
    | 'destination_threeway_channel'
    | 'destination_threeway_bridge'
  >
>;

function presentDestination(destination: AttendedDestination): DestinationFields {
  switch (destination.kind) {
    case 'bridge':
      return { destination_bridge: destination.bridgeId };
    case 'application':
      return { destination_application: destination.name };
    case 'link':
      return {
        destination_link_first_leg: presentChannel(destination.firstLeg),
        destination_link_second_leg: presentChannel(destination.secondLeg),
      };
    case 'threeway':
      return {
        destination_threeway_channel: presentChannel(destination.channel),
        destination_threeway_bridge: presentBridge(destination.bridge),
      };
    case 'fail':
      return {};
  }
}

function presentTarget({ destination, protocolId, parameters, party }: TransferRequestFacts['target']): ReferTo {
  const details = Object.entries(parameters).map(([name, value]): AdditionalParam => ({
    parameter_name: name,
    parameter_value: value,
  }));
  const requested: RequiredDestination = known({
    destination,
    protocol_id: protocolId,
    additional_protocol_params: details.length > 0 ? details : undefined,
  });
  return {
    requested_destination: requested,
    ...(party === undefined
      ? undefined
      : { destination_channel: presentChannel(party.channel), ...presentPartner(party) }),
  };
}

function presentPartner({ connected, bridge }: TransferParty) {
  return known({
    connected_channel: connected && presentChannel(connected),
    bridge: bridge && presentBridge(bridge),
  });
}

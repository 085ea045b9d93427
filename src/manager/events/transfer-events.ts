import type { AttendedDestination, TransferVerdict } from '../../engine/calls/transfer/transfer-facts';
import type { EngineEventOf, TransferEvent } from '../../engine/engine-event';
import type { Fields } from '../protocol/write-fields';
import type { EventSources } from './event-sources';
import type { Part } from './event-row';
import { bridge, channel, field, fields, row } from './event-row';

const verdicts: Readonly<Record<TransferVerdict, string>> = {
  success: 'Success',
  failed: 'Fail',
  invalid: 'Invalid',
  'not-permitted': 'Not Permitted',
};

const result: Part<{ readonly result: TransferVerdict }> = field(
  ['Result', '`Success`, `Fail`, `Invalid` or `Not Permitted`.'],
  (event) => verdicts[event.result],
);
const isExternal: Part<{ readonly isExternal: boolean }> = field(
  ['IsExternal', '`Yes` when a device or a program has asked for it, `No` when it was keyed in.'],
  (event) => (event.isExternal ? 'Yes' : 'No'),
);

export const transferEvents = {
  'blind-transfer': [
    row(['BlindTransfer', 'call'], 'A party has sent its peer to another destination, or has tried to.', {
      parts: [
        result,
        channel((event) => event.transferer, 'Transferer'),
        channel((event) => event.transferee, 'Transferee'),
        bridge((event) => event.bridge),
        isExternal,
        field(['Context', 'Where the peer is sent to.'], ({ target }) => target.context),
        field(['Extension', 'The extension there.'], ({ target }) => target.extension),
      ],
    }),
  ],
  'attended-transfer': [
    row(['AttendedTransfer', 'call'], 'A party has connected the peers of two of its calls, or has tried to.', {
      parts: [
        result,
        channel((event) => event.firstLeg.channel, 'OrigTransferer'),
        bridge((event) => event.firstLeg.bridge, 'Orig'),
        channel((event) => event.secondLeg.channel, 'SecondTransferer'),
        bridge((event) => event.secondLeg.bridge, 'Second'),
        channel((event) => event.transferee, 'Transferee'),
        channel((event) => event.target, 'TransferTarget'),
        isExternal,
        fields('`DestType` and what it needs: how the parties are connected now.', ({ destination }) =>
          destinationFields(destination),
        ),
      ],
    }),
  ],
  'transfer-requested': { unshown: 'the application of the channel carries it out, and its result is reported' },
} satisfies EventSources<TransferEvent>;

function destinationFields(destination: AttendedDestination): Fields {
  switch (destination.kind) {
    case 'bridge':
      return [
        ['DestType', 'Bridge'],
        ['DestBridgeUniqueid', destination.bridgeId],
      ];
    case 'application':
      return [
        ['DestType', 'App'],
        ['DestApp', destination.name],
      ];
    case 'link':
      return [
        ['DestType', 'Link'],
        ['LocalOneChannel', destination.firstLeg.name],
        ['LocalTwoChannel', destination.secondLeg.name],
      ];
    case 'threeway':
      return [
        ['DestType', 'Threeway'],
        ['DestBridgeUniqueid', destination.bridge.id],
        ['DestTransfererChannel', destination.channel.name],
      ];
    case 'fail':
      return [['DestType', 'Fail']];
  }
}

export type TransferSource = EngineEventOf<keyof typeof transferEvents>;

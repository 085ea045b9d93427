import { bridgeId } from '../../shared/ids';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import { bridgeValues, channelValues } from '../events/blocks';
import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { noSuchChannel } from './channel-actions';
import { needed, optional, unserved } from './parameters';

const noSuchBridge = failure('Bridge not found');
const id = needed('BridgeUniqueid', 'The id of the bridge.');

/** Bridges, and who is in them. */
export const bridgeActions = [
  action('Bridge', 'Brings two channels together, out of whatever they do.', {
    classes: ['call'],
    parameters: {
      first: needed('Channel1', 'The one, by name or id.'),
      second: needed('Channel2', 'The other one.'),
      tone: unserved('Tone', 'channels are brought together without a tone', ['no', 'none', 'false', '0']),
    },
    answer: 'Nothing more. When the bridge ends, each channel goes on where its dialplan would have gone on.',
    run: ({ first, second }, { services }) => {
      const [one, other] = [services.channels.find(first), services.channels.find(second)];
      if (one === undefined) return failure(`Channel1 does not exist: ${first}`);
      if (other === undefined) return failure(`Channel2 does not exist: ${second}`);
      if (one === other) return failure('Channel1 and Channel2 are the same channel');
      const joined = services.join(one, other);
      if (joined === 'joined') return success('Channels have been bridged');
      return failure(`${joined.held === one ? 'Channel1' : 'Channel2'} cannot be taken away from what runs it`);
    },
  }),
  action('BridgeList', 'Lists all bridges.', {
    classes: ['call', 'reporting'],
    parameters: { type: optional('BridgeType', 'Only bridges of this type: `stasis` or `basic`.') },
    answer: 'A list of BridgeListItem, closed by BridgeListComplete: the block of the bridge.',
    run: ({ type }, { services }) => {
      const found = services.bridges.list().filter(({ governedBy }) => type === '' || type === governedBy);
      return {
        kind: 'list',
        message: 'Bridge listing will follow',
        items: found.map((bridge) => ({ event: 'BridgeListItem', fields: bridgeValues(bridge.snapshot()) })),
        complete: 'BridgeListComplete',
      };
    },
  }),
  action('BridgeInfo', 'Shows a bridge and lists its channels.', {
    classes: ['call', 'reporting'],
    parameters: { id },
    answer: 'A list of BridgeInfoChannel, closed by BridgeInfoComplete, which has the block of the bridge.',
    run: ({ id: wanted }, { services }) => {
      const bridge = services.bridges.find(bridgeId(wanted));
      if (bridge === undefined) return noSuchBridge;
      return {
        kind: 'list',
        message: 'Bridge channel listing will follow',
        items: bridge.members().map((member) => ({
          event: 'BridgeInfoChannel',
          fields: channelValues(member.snapshot()),
        })),
        complete: 'BridgeInfoComplete',
        summary: bridgeValues(bridge.snapshot()),
      };
    },
  }),
  action('BridgeDestroy', 'Ends a bridge.', {
    classes: ['call'],
    parameters: { id },
    answer: 'Nothing more.',
    run: ({ id: wanted }, { services }) => {
      const bridge = services.bridges.find(bridgeId(wanted));
      if (bridge === undefined) return noSuchBridge;
      bridge.destroy();
      return success('Bridge has been destroyed');
    },
  }),
  action('BridgeKick', 'Takes a channel out of a bridge.', {
    classes: ['call'],
    parameters: {
      bridge: optional('BridgeUniqueid', 'The bridge; without it, the one that the channel is in.'),
      channel: needed('Channel', 'The channel, by name or id.'),
    },
    answer: 'Nothing more.',
    run: ({ bridge: wanted, channel: name }, { services }) => {
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      const present: Bridge | undefined = services.bridges.of(channel);
      if (wanted !== '' && services.bridges.find(bridgeId(wanted)) === undefined) return noSuchBridge;
      if (present === undefined || (wanted !== '' && present.id !== wanted)) return failure('Channel not in bridge');
      services.bridges.leave(channel);
      return success('Channel has been kicked');
    },
  }),
];

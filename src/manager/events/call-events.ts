import type { DialFacts, EngineEventOf } from '../../engine/engine-event';
import type { EventSources } from './event-sources';
import { bridge, channel, field, row } from './event-row';

type Dial = EngineEventOf<'dial'>;

const caller = channel<DialFacts>((event) => event.caller);
const peer = channel<DialFacts>((event) => event.peer, 'Dest');
const status = field<DialFacts>(['DialStatus', 'How far it is, or how it ended.'], (event) => event.status);

/** What is reported on the way, and does not end the dialling. */
const isUnderWay = ({ status: now }: Dial): boolean => ['RINGING', 'PROGRESS', 'PROCEEDING'].includes(now);

/** Calls that are placed. The block without prefix is missing where no channel calls. */
export const dialEvents = {
  dial: [
    row(['DialBegin', 'call'], 'A channel is being called.', {
      when: (event) => event.status === '',
      parts: [
        ...[caller, peer],
        field(['DialString', 'What was dialled, without the technology.'], ({ dialString }) => dialString),
      ],
    }),
    row(['DialState', 'call'], 'The called party rings, or reports other progress.', {
      when: isUnderWay,
      parts: [caller, peer, status],
    }),
    row(['DialEnd', 'call'], 'Dialling has ended.', {
      when: (event) => event.status !== '' && !isUnderWay(event),
      parts: [
        ...[caller, peer, status],
        field(['Forward', 'Where the called party wants the call to be sent instead.'], ({ forward }) => forward),
      ],
    }),
  ],
} satisfies EventSources<Dial>;

type BridgeEvents = EngineEventOf<
  | 'bridge-created'
  | 'bridge-destroyed'
  | 'bridge-merged'
  | 'bridge-video-source-changed'
  | 'channel-entered-bridge'
  | 'channel-left-bridge'
>;

const subject = bridge<BridgeEvents>((event) => event.bridge);
const member = channel<EngineEventOf<'channel-entered-bridge' | 'channel-left-bridge'>>((event) => event.channel);

export const bridgeEvents = {
  'bridge-created': [row(['BridgeCreate', 'call'], 'A bridge was made.', { parts: [subject] })],
  'bridge-destroyed': [row(['BridgeDestroy', 'call'], 'A bridge has ended.', { parts: [subject] })],
  'bridge-merged': [
    row(['BridgeMerge', 'call'], 'The channels of one bridge were moved to another one.', {
      parts: [bridge((event) => event.bridge, 'To'), bridge((event) => event.from, 'From')],
    }),
  ],
  'bridge-video-source-changed': [
    row(['BridgeVideoSourceUpdate', 'call'], 'Another channel is shown to all members of a bridge.', {
      parts: [
        subject,
        field(['BridgePreviousVideoSource', 'The id of the channel shown before.'], ({ before }) => before ?? ''),
      ],
    }),
  ],
  'channel-entered-bridge': [
    row(['BridgeEnter', 'call'], 'A channel has entered a bridge.', { parts: [subject, member] }),
  ],
  'channel-left-bridge': [row(['BridgeLeave', 'call'], 'A channel has left a bridge.', { parts: [subject, member] })],
} satisfies EventSources<BridgeEvents>;

import type { Channel, ChannelTraits } from '../../engine/calls/channel';
import { notesOf } from '../channel-notes';
import type { FunctionTable } from '../functions';

/** What can be read only. */
const facts: ReadonlyMap<string, (channel: Channel) => string> = new Map(
  Object.entries({
    name: ({ name }: Channel) => name,
    channame: ({ name }: Channel) => name,
    channeltype: ({ technology }: Channel) => technology,
    state: ({ state }: Channel) => state,
    uniqueid: ({ id }: Channel) => id,
    linkedid: ({ traits }: Channel) => traits.linkedId,
    context: ({ place }: Channel) => place.context,
    exten: ({ place }: Channel) => place.extension,
    lastcontext: ({ place }: Channel) => place.context,
    lastexten: ({ place }: Channel) => place.extension,
    appname: ({ application }: Channel) => application.name,
    appdata: ({ application }: Channel) => application.data,
    checkhangup: ({ isEnding }: Channel) => (isEnding ? '1' : '0'),
    callid: ({ protocolId }: Channel) => protocolId,
  }),
);

const traits: ReadonlyMap<string, keyof ChannelTraits> = new Map([
  ['accountcode', 'accountCode'],
  ['language', 'language'],
  ['musicclass', 'musicClass'],
  ['tonezone', 'toneZone'],
  ['tenantid', 'tenantId'],
]);

/** What is kept as it is written, with what it is before that. */
const kept: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amaflags: 'DOCUMENTATION',
    dtmf_features: '',
    callgroup: '',
    pickupgroup: '',
    namedcallgroup: '',
    namedpickupgroup: '',
    parkinglot: '',
    hangupsource: '',
    after_bridge_goto: '',
    max_forwards: '20',
    rxgain: '0',
    txgain: '0',
    digitdetect: '1',
    faxdetect: '0',
    tdd: '0',
    transfercapability: 'SPEECH',
    secure_bridge_signaling: '',
    secure_bridge_media: '',
    onhold: '0',
  }),
);
const fixed: ReadonlySet<string> = new Set(['onhold']);

/** What a channel is. What its technology alone knows is asked of its line. */
export const channelItemFunctions: FunctionTable = {
  CHANNEL: {
    read: (argument, { channel }) => channel && read(channel, argument.trim()),
    write: (argument, value, { channel }) => channel !== undefined && write(channel, argument.trim(), value),
  },
};

function read(channel: Channel, given: string): string | undefined {
  const item = given.toLowerCase();
  const trait = traits.get(item);
  if (trait !== undefined) return channel.traits[trait];
  const ofLine = channel.line.read?.(given);
  if (ofLine !== undefined) return ofLine;
  return (
    facts.get(item)?.(channel) ?? (kept.has(item) ? (notesOf(channel).details.get(item) ?? kept.get(item)) : undefined)
  );
}

function write(channel: Channel, given: string, value: string): boolean {
  const item = given.toLowerCase();
  const trait = traits.get(item);
  if (trait !== undefined) channel.setTraits({ [trait]: value });
  else if (kept.has(item) && !fixed.has(item)) notesOf(channel).details.set(item, value);
  else return writeHandler(channel, item, value);
  return true;
}

/** The routines that are run at hangup form a stack. */
function writeHandler(channel: Channel, item: string, value: string): boolean {
  const { hangupHandlers } = notesOf(channel);
  switch (item) {
    case 'hangup_handler_wipe':
      hangupHandlers.length = 0;
      break;
    case 'hangup_handler_pop':
      hangupHandlers.pop();
      break;
    case 'hangup_handler_push':
      break;
    default:
      return false;
  }
  if (value !== '') hangupHandlers.push(value);
  return true;
}

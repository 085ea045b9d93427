import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelAttributes } from '../../engine/calls/channel/channel-init';
import { maxGain } from '../../engine/calls/channel/channel-audio';
import { notesOf } from '../channel-notes';
import type { FunctionTable, Written } from '../expressions/functions';
import { readSwitch } from '../expressions/read-switch';

/** What can be read only. */
const facts: ReadonlyMap<string, (channel: Channel) => string> = new Map(
  Object.entries({
    name: ({ name }: Channel) => name,
    channame: ({ name }: Channel) => name,
    channeltype: ({ endpoint }: Channel) => endpoint.technology,
    state: ({ state }: Channel) => state,
    uniqueid: ({ id }: Channel) => id,
    linkedid: ({ attributes }: Channel) => attributes.linkedId,
    context: ({ position: { place } }: Channel) => place.context,
    exten: ({ position: { place } }: Channel) => place.extension,
    lastcontext: ({ position: { place } }: Channel) => place.context,
    lastexten: ({ position: { place } }: Channel) => place.extension,
    appname: ({ position: { application } }: Channel) => application.name,
    appdata: ({ position: { application } }: Channel) => application.data,
    checkhangup: ({ isEnding }: Channel) => (isEnding ? '1' : '0'),
    callid: ({ protocolId }: Channel) => protocolId,
  }),
);

const attributes: ReadonlyMap<string, keyof ChannelAttributes> = new Map([
  ['accountcode', 'accountCode'],
  ['language', 'language'],
  ['musicclass', 'musicClass'],
  ['tonezone', 'toneZone'],
  ['tenantid', 'tenantId'],
  ['callgroup', 'callGroup'],
  ['pickupgroup', 'pickupGroup'],
  ['namedcallgroup', 'namedCallGroup'],
  ['namedpickupgroup', 'namedPickupGroup'],
]);

/** What is kept as it is written, with what it is before that. */
const kept: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amaflags: 'DOCUMENTATION',
    dtmf_features: '',
    parkinglot: '',
    hangupsource: '',
    after_bridge_goto: '',
    max_forwards: '20',
    faxdetect: '0',
    tdd: '0',
    transfercapability: 'SPEECH',
    secure_bridge_signaling: '',
    secure_bridge_media: '',
    relaxdtmf: '0',
    onhold: '0',
  }),
);
const fixed: ReadonlySet<string> = new Set(['onhold']);

/** What is set for its sound. */
const sound: ReadonlyMap<string, SoundItem> = new Map([
  ['rxgain', gainItem('in')],
  ['txgain', gainItem('out')],
  ['digitdetect', { read: ({ audio }: Channel) => (audio.settings.findsDigits ? '1' : '0'), write: findDigits }],
]);

interface SoundItem {
  readonly read: (channel: Channel) => string;
  readonly write: (channel: Channel, value: string) => Written;
}

/** What a channel is. What its technology alone knows is asked of its line. */
export const channelItemFunctions: FunctionTable = {
  CHANNEL: {
    read: (argument, { channel }) => channel && read(channel, argument.trim()),
    write: (argument, value, { channel }) => channel !== undefined && write(channel, argument.trim(), value),
  },
};

function read(channel: Channel, given: string): string | undefined {
  const item = given.toLowerCase();
  const trait = attributes.get(item);
  if (trait !== undefined) return channel.attributes[trait];
  const ofLine = channel.line.read?.(given);
  if (ofLine !== undefined) return ofLine;
  const known = facts.get(item)?.(channel) ?? sound.get(item)?.read(channel);
  return known ?? (kept.has(item) ? (notesOf(channel).details.get(item) ?? kept.get(item)) : undefined);
}

function write(channel: Channel, given: string, value: string): Written {
  const item = given.toLowerCase();
  const ofSound = sound.get(item);
  if (ofSound !== undefined) return ofSound.write(channel, value);
  const trait = attributes.get(item);
  if (trait !== undefined) channel.setAttributes({ [trait]: value });
  else if (kept.has(item) && !fixed.has(item)) notesOf(channel).details.set(item, value);
  else return writeHandler(channel, item, value);
  return true;
}

/** Decibels as written, except for inaudible differences. */
function gainItem(direction: 'in' | 'out'): SoundItem {
  return {
    read: ({ audio }) => String(Math.round(audio.gain(direction) * 100) / 100),
    write: ({ audio }, value) => {
      const decibels = value.trim() === '' ? NaN : Number(value);
      if (!(Math.abs(decibels) <= maxGain))
        return { refused: `a gain is a number of decibels from -${maxGain} to ${maxGain}` };
      audio.amplify(direction, decibels);
      return true;
    },
  };
}

function findDigits({ audio }: Channel, value: string): Written {
  const isOn = readSwitch(value);
  if (isOn === undefined) return { refused: 'it is on or off' };
  audio.findDigits(isOn);
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

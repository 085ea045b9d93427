import type { BridgeSnapshot } from '../../engine/calls/bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { ChannelState } from '../../engine/calls/channel/channel-state';
import type { Fields } from '../protocol/write-fields';
import { safe, safeName, writeFields } from '../protocol/write-fields';

/** What stands for a party or name that is not known. */
export const unknownValue = '<unknown>';

const stateNumbers: Readonly<Record<ChannelState, number>> = {
  Down: 0,
  Rsrvd: 1,
  OffHook: 2,
  Dialing: 3,
  Ring: 4,
  Ringing: 5,
  Up: 6,
  Busy: 7,
  'Dialing Offhook': 8,
  'Pre-ring': 9,
};

/** The fields of a channel's block in their order, for the reference. */
export const channelFields: readonly (readonly [name: string, description: string, since?: string])[] = [
  ['Channel', 'Its name.'],
  ['ChannelState', 'Its state as a number, 0 (Down) to 9.'],
  ['ChannelStateDesc', 'Its state as a word.'],
  ['CallerIDNum', 'The number of the caller, or <unknown>.'],
  ['CallerIDName', 'The name of the caller, or <unknown>.'],
  ['ConnectedLineNum', 'The number of the party it is connected to, or <unknown>.'],
  ['ConnectedLineName', 'The name of that party, or <unknown>.'],
  ['Language', 'The language of its prompts.'],
  ['AccountCode', 'The account it is billed to.'],
  ['Context', 'Where it is in the dialplan.'],
  ['Exten', 'The extension there.'],
  ['Priority', 'The priority there.'],
  ['Uniqueid', 'Its id.'],
  ['Linkedid', 'The id that all channels of one call share.'],
  ['Tenantid', 'The tenant it belongs to, where it has one.', '2.7.0'],
];

/** The fields of a bridge's block in their order, for the reference. */
export const bridgeFields: readonly (readonly [name: string, description: string])[] = [
  ['BridgeUniqueid', 'Its id.'],
  ['BridgeType', '`stasis` for bridges of applications, `basic` for those of the dialplan.'],
  ['BridgeTechnology', 'What mixes its audio.'],
  ['BridgeCreator', 'What made it, or <unknown>.'],
  ['BridgeName', 'Its name, or <unknown>.'],
  ['BridgeNumChannels', 'How many channels are in it.'],
  ['BridgeVideoSourceMode', 'How the source of its video is chosen.'],
];

/**
 * A snapshot is often shown by several events in a row: the blocks of the last few are kept. A map of all of them would
 * cost more than it saves, because most snapshots are shown once.
 */
const recent: { snapshot: ChannelSnapshot | undefined; text: string }[] = Array.from({ length: 4 }, () => ({
  snapshot: undefined,
  text: '',
}));
let oldest = 0;

/** The block of a channel: header lines. Every name has the prefix. */
export function channelBlock(snapshot: ChannelSnapshot, prefix = ''): string {
  if (prefix !== '') return writeChannel(snapshot, prefix);
  for (const kept of recent) if (kept.snapshot === snapshot) return kept.text;
  const text = writeChannel(snapshot, '');
  recent[oldest] = { snapshot, text };
  oldest = (oldest + 1) % recent.length;
  return text;
}

function writeChannel(snapshot: ChannelSnapshot, prefix: string): string {
  const { name, state, caller, connected, language, accountCode, place, id, linkedId, tenantId } = snapshot;
  // Written in one expression, because nearly every event has at least one of these blocks.
  return (
    `${prefix}Channel: ${safe(name)}\r\n${prefix}ChannelState: ${stateNumbers[state]}\r\n` +
    `${prefix}ChannelStateDesc: ${state}\r\n${prefix}CallerIDNum: ${orUnknown(caller.number)}\r\n` +
    `${prefix}CallerIDName: ${orUnknown(caller.name)}\r\n${prefix}ConnectedLineNum: ${orUnknown(connected.number)}\r\n` +
    `${prefix}ConnectedLineName: ${orUnknown(connected.name)}\r\n${prefix}Language: ${safe(language)}\r\n` +
    `${prefix}AccountCode: ${safe(accountCode)}\r\n${prefix}Context: ${safe(place.context)}\r\n` +
    `${prefix}Exten: ${safe(place.extension)}\r\n${prefix}Priority: ${place.priority}\r\n` +
    `${prefix}Uniqueid: ${safe(id)}\r\n${prefix}Linkedid: ${safe(linkedId)}\r\n` +
    (tenantId === '' ? '' : `${prefix}Tenantid: ${safe(tenantId)}\r\n`) +
    variableLines(snapshot, prefix)
  );
}

/** Variables that manager.conf wants with every channel. */
function variableLines({ managerVariables }: ChannelSnapshot, prefix: string): string {
  if (managerVariables === undefined) return '';
  return writeFields(
    Object.entries(managerVariables).map(([name, value]) => [`${prefix}ChanVariable`, `${safeName(name)}=${value}`]),
  );
}

export function bridgeBlock(snapshot: BridgeSnapshot, prefix = ''): string {
  return writeFields(bridgeValues(snapshot).map(([name, value]) => [`${prefix}${name}`, value]));
}

export function bridgeValues(snapshot: BridgeSnapshot): Fields {
  const { id, governedBy, technology, creator, name, channels, videoMode } = snapshot;
  return [
    ['BridgeUniqueid', id],
    ['BridgeType', governedBy],
    ['BridgeTechnology', technology],
    ['BridgeCreator', creator === '' ? unknownValue : creator],
    ['BridgeName', name === '' ? unknownValue : name],
    ['BridgeNumChannels', channels.length],
    ['BridgeVideoSourceMode', videoMode],
  ];
}

/** The same fields one by one, for items of lists. */
export function channelValues(snapshot: ChannelSnapshot): Fields {
  return channelBlock(snapshot)
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
}

function orUnknown(text: string): string {
  return text === '' ? unknownValue : safe(text);
}

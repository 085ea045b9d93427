import type { Channel } from '../channel/channel';

const peerNames = 'BRIDGEPEER';
/** The technology's id of the call that the only other member is on. */
const peerCall = 'BRIDGEPVTCALLID';

/** Tells every member the names of the others, so that its dialplan knows them. */
export function tellPeers(members: readonly Channel[]): void {
  for (const channel of members) {
    const others = members.filter((other) => other !== channel);
    const only = others.length === 1 ? others[0] : undefined;
    channel.variables.set(peerNames, only?.name ?? others.map(({ name }) => name).join(','));
    const protocolId = only?.protocolId ?? '';
    if (protocolId !== '') channel.variables.set(peerCall, protocolId);
    else clear(channel, peerCall);
  }
}

/** The channel is in no bridge any more, or about to leave it. */
export function forgetPeers(channel: Channel): void {
  clear(channel, peerNames);
  clear(channel, peerCall);
}

function clear(channel: Channel, name: string): void {
  if ((channel.variables.get(name) ?? '') !== '') channel.variables.set(name, '');
}

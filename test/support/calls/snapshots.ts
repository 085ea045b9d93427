import type { BridgeSnapshot } from '../../../src/engine/calls/bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../../../src/engine/calls/channel/channel-snapshot';
import { unknownParty } from '../../../src/engine/calls/channel/party';
import { bridgeId, channelId } from '../../../src/shared/ids';

/** A channel of the technology PJSIP, answered and in the application of some client. */
export function aChannelSnapshot(id: string, endpoint = id): ChannelSnapshot {
  return {
    id: channelId(id),
    name: `PJSIP/${endpoint}-00000001`,
    endpoint: { technology: 'PJSIP', resource: endpoint },
    state: 'Up',
    protocolId: `${id}@192.0.2.1`,
    caller: unknownParty,
    connected: unknownParty,
    redirectedFrom: undefined,
    accountCode: '',
    tenantId: '',
    linkedId: id,
    place: { context: 'default', extension: '100', priority: 1 },
    application: { name: 'Stasis', data: 'hello' },
    createdAt: 0,
    language: 'en',
    variables: undefined,
  };
}

/** A mixing bridge of an application. */
export function aBridgeSnapshot(id: string, channels: readonly string[] = []): BridgeSnapshot {
  return {
    id: bridgeId(id),
    technology: 'simple_bridge',
    kind: 'mixing',
    attributes: 'mixing',
    governedBy: 'stasis',
    creator: 'Stasis',
    name: id,
    channels: channels.map(channelId),
    createdAt: 0,
    videoMode: 'talker',
    videoSource: undefined,
    variables: undefined,
  };
}

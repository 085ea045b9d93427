import type { Channel, ChannelDtmfReceived, StasisStart } from '../../../generated/models';

const envelope = { application: 'hello', timestamp: '2026-11-15T00:18:51.581+0000' };

/** A channel as a server sends it; tests name only what they look at. */
export function aChannel(id: string): Channel {
  const party = { name: '', number: '' };
  return {
    id,
    name: `Local/${id}@default-00000001;1`,
    state: 'Up',
    caller: party,
    connected: party,
    accountcode: '',
    dialplan: { context: 'default', exten: '100', priority: 1, app_name: 'Stasis', app_data: 'hello' },
    app_name: 'Stasis',
    app_data: 'hello',
    creationtime: envelope.timestamp,
    language: 'en',
    protocol_id: '',
  };
}

export function aStasisStart(channelId: string): StasisStart {
  return { type: 'StasisStart', ...envelope, args: [], channel: aChannel(channelId) };
}

export function aDigit(digit: string): ChannelDtmfReceived {
  return { type: 'ChannelDtmfReceived', ...envelope, digit, duration_ms: 100, channel: aChannel('c1') };
}

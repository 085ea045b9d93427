import type { JsonValue } from '../../../src/contract/json';

/*
 * The one small story that all examples tell: a call to the extension `party`, its bridge and its recording, in an
 * application `hello`. User, extension, sounds and modules are those of a fresh server, so that the commands can be
 * pasted. What is not listed here is taken from the description of the entry, or made up from its type.
 */

const channel = '1794701931.7';
const endpoint = 'Local/party@default';
const bridge = 'conference-7';
const recording = 'calls/room-7';
const time = '2026-11-15T00:18:51.581+0000';

export const exampleUser = 'demo';
export const examplePassword = 'patchbay-demo';
export const exampleServer = 'localhost:8088/ari';

/** By name of the parameter, whatever its description suggests. */
export const parameterValues: Readonly<Record<string, JsonValue>> = {
  app: 'hello',
  configClass: 'res_websocket_client',
  endpoint,
  external_host: '127.0.0.1:4000',
  objectType: 'websocket_client',
  script: 'wait 1, press 1',
  variable: 'CUSTOMER',
};

/** By name of the parameter, where its description has no example. */
export const parameterFallbacks: Readonly<Record<string, JsonValue>> = {
  application: 'hello',
  applicationName: 'hello',
  body: 'Call me back',
  bridgeId: bridge,
  channel,
  channelId: channel,
  deviceState: 'INUSE',
  dtmf: '1234#',
  eventSource: `bridge:${bridge}`,
  extension: '600',
  format: 'wav',
  id: 'transcriber',
  logChannelName: 'calls-debug',
  media: 'sound:hello-world',
  moduleName: 'res_musiconhold.so',
  name: recording,
  newMessages: 2,
  oldMessages: 5,
  operation: 'pause',
  phoneName: 'carol',
  playbackId: 'greeting-1',
  reason: 'busy',
  recordingName: recording,
  snoopId: 'snoop-1',
  source: `channel:${channel}`,
  spy: 'both',
  states: 'channel_answered',
  value: '42',
  variables: 'CUSTOMER,TOPIC',
};

/** Parameters that hold objects, by name: only these may stand in a JSON body. */
export const bodyValues: Readonly<Record<string, JsonValue>> = {
  variables: { CUSTOMER: '42' },
  filter: { allowed: [{ type: 'StasisStart' }, { type: 'StasisEnd' }] },
};

/** Optional parameters without which an example would show little. */
export const shownParameters: ReadonlySet<string> = new Set([
  ...['app', 'body', 'dtmf', 'external_host', 'fields', 'filter', 'reason', 'source', 'spy', 'type', 'value'],
  'variables',
]);

/**
 * By the name of the property, by `Model.property`, or by the whole way to it from the outermost object. A whole object
 * may be listed under the longer names only.
 */
export const propertyValues: Readonly<Record<string, JsonValue>> = {
  application: 'hello',
  args: [],
  bridge_class: 'stasis',
  bridge_ids: [bridge],
  called: 'anybody',
  cause: 16,
  cause_txt: 'Normal Clearing',
  channel_ids: [channel],
  channel_uniqueid: channel,
  channels: [channel],
  context: 'default',
  creationtime: time,
  creator: 'Stasis',
  'Phone.caller_id': 'Carol <1003>',
  'Phone.name': 'carol',
  'Phone.on_call': 'ring 2, answer',
  'Phone.state': 'INUSE',
  'PhoneCall.channel_id': channel,
  'PhoneCall.direction': 'outgoing',
  'PhoneCall.held': false,
  'PhoneCall.heard': 1480,
  'PhoneCall.state': 'up',
  device_names: ['Stasis:lamp'],
  digit: '5',
  duration: 12,
  duration_ms: 120,
  endpoint_ids: [],
  eventname: 'agent-ready',
  events_allowed: [],
  events_disallowed: [],
  exten: 'party',
  is_external: true,
  last_reload_time: time,
  local_ssrc: 2871330141,
  musicclass: 'default',
  new_messages: 2,
  next_media_uri: 'digits:42',
  old_messages: 5,
  remote_ssrc: 1592470338,
  rxcount: 1496,
  rxoctetcount: 239360,
  rxploss: 0,
  startup_time: time,
  target_uri: `channel:${channel}`,
  timestamp: time,
  txcount: 1502,
  txoctetcount: 240320,
  txploss: 0,
  use_count: 1,
  user: 'patchbay',
  value: '42',
  variable: 'CUSTOMER',
  variables: { CUSTOMER: '42' },
  video_source_id: channel,
  'AdditionalParam.parameter_name': 'Replaces',
  'AdditionalParam.parameter_value': '12345@192.0.2.1;to-tag=a;from-tag=b',
  'Application.name': 'hello',
  'ApplicationMoveFailed.destination': 'billing',
  'Bridge.id': bridge,
  'Bridge.name': 'Support',
  'Bridge.technology': 'simple_bridge',
  'Bridge.type': 'mixing',
  'Bridge.video_mode': 'talker',
  'CallBroadcast.caller': '100',
  'CallClaimed.winner_app': 'hello',
  'Channel.app_data': 'hello',
  'Channel.connected': { name: 'Bob', number: '200' },
  'Channel.id': channel,
  'Channel.name': 'Local/party@default-00000001;1',
  'Channel.protocol_id': '',
  'Channel.state': 'Up',
  'ChannelCreated.channel.state': 'Ring',
  'ChannelHangupRequest.cause': 32,
  'ChannelTalkingFinished.duration': 1840,
  'ChannelUserevent.userevent': { ticket: 42, eventname: 'agent-ready' },
  'ConfigTuple.attribute': 'uri',
  'ConfigTuple.value': 'ws://127.0.0.1:9000/media',
  'Dial.dialstatus': 'RINGING',
  'Dial.dialstring': '',
  'Dial.peer.state': 'Ringing',
  'DialplanCEP.app_data': 'hello',
  'DialplanCEP.priority': 1,
  'ErrorMessage.message': 'no channel has the id 1794701931.8',
  'LiveRecording.cause': 'the file cannot be written',
  'LiveRecording.name': recording,
  'LogChannel.channel': '/var/log/patchbay/messages',
  'LogChannel.configuration': 'NOTICE WARNING ERROR ',
  'Module.description': 'Music on hold from musiconhold.conf',
  'Module.name': 'res_musiconhold.so',
  'Module.support_level': 'core',
  'Playback.id': 'greeting-1',
  'RESTQueryStringParameter.name': 'variable',
  'RESTQueryStringParameter.value': 'CUSTOMER',
  'RESTRequest.method': 'GET',
  'RESTRequest.request_id': 'r-17',
  'RESTRequest.uri': `channels/${channel}/variable`,
  'RESTResponse.content_type': 'application/json',
  'RESTResponse.message_body': '{"value":"42"}',
  'RESTResponse.reason_phrase': 'OK',
  'RESTResponse.request_id': 'r-17',
  'RESTResponse.status_code': 200,
  'RESTResponse.uri': `channels/${channel}/variable`,
  'Sound.text': 'one',
  'SystemInfo.version': '2.0.0',
  'TextMessage.body': 'Call me back',
  'TextMessage.to': 'sip:support@example.com',
};

/** Optional properties that are there in most cases, by `Model.property` or by name alone. */
export const shownProperties: ReadonlySet<string> = new Set([
  ...['asterisk_id', 'build', 'called', 'channel', 'config', 'dialstring', 'forward', 'language', 'soft', 'status'],
  ...['system', 'video_mode'],
  'CallBroadcast.caller',
  'ChannelHangupRequest.cause',
  'Endpoint.state',
  'RESTRequest.query_strings',
  'RESTRequest.request_id',
  'RESTResponse.content_type',
  'RESTResponse.message_body',
  'RequiredDestination.destination',
  'Sound.text',
  'TextMessageReceived.endpoint',
]);

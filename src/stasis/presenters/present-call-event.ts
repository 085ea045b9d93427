import type { BridgeEvent, ChannelEvent } from '../../engine/engine-event';
import { causeText } from '../../engine/calls/channel/hangup-cause';
import { presentationText } from '../../engine/calls/channel/presentation';
import type { Payload } from '../serialized-event';
import { presentBridge, subjectsOfBridge } from './present-bridge';
import { subjectsOfChannel, writeChannel } from './present-channel';
import type { Presenters } from './presented';
import { internal, presented } from './presented';
import type { Subject } from '../subject';

/** The objects that an event concerns. */
export function subjectsOfCallEvent(event: ChannelEvent | BridgeEvent): readonly Subject[] {
  switch (event.type) {
    case 'dial':
      return event.caller === undefined
        ? subjectsOfChannel(event.peer)
        : [...subjectsOfChannel(event.peer), ...subjectsOfChannel(event.caller)];
    case 'bridge-created':
    case 'bridge-destroyed':
    case 'bridge-video-source-changed':
    case 'channel-entered-bridge':
    case 'channel-left-bridge':
      // A subscriber to a channel receives bridge events only if its own application puts it into the bridge.
      return subjectsOfBridge(event.bridge);
    case 'bridge-merged':
      return [...subjectsOfBridge(event.bridge), ...subjectsOfBridge(event.from)];
    default:
      return subjectsOfChannel(event.channel);
  }
}

const bridgePresenters = {
  'bridge-created': ({ bridge }) => presented('BridgeCreated', { bridge: presentBridge(bridge) }),
  'bridge-destroyed': ({ bridge }) => presented('BridgeDestroyed', { bridge: presentBridge(bridge) }),
  'bridge-video-source-changed': ({ bridge, before }) =>
    presented('BridgeVideoSourceChanged', { bridge: presentBridge(bridge), old_video_source_id: before }),
  'bridge-merged': ({ bridge, from }) =>
    presented('BridgeMerged', { bridge: presentBridge(bridge), bridge_from: presentBridge(from) }),
  'channel-entered-bridge': ({ bridge, channel }) =>
    presented('ChannelEnteredBridge', { bridge: presentBridge(bridge), channel: writeChannel(channel) }),
  'channel-left-bridge': ({ bridge, channel }) =>
    presented('ChannelLeftBridge', { bridge: presentBridge(bridge), channel: writeChannel(channel) }),
} satisfies Presenters<BridgeEvent>;

const channelPresenters = {
  dial: (event) => presented('Dial', presentDial(event)),
  'channel-created': ({ channel }) => presented('ChannelCreated', { channel: writeChannel(channel) }),
  'channel-state-changed': ({ channel }) => presented('ChannelStateChange', { channel: writeChannel(channel) }),
  'channel-connected-changed': ({ channel }) => presented('ChannelConnectedLine', { channel: writeChannel(channel) }),
  'channel-caller-changed': ({ channel }) =>
    presented('ChannelCallerId', {
      caller_presentation: channel.caller.presentation,
      caller_presentation_txt: presentationText(channel.caller.presentation),
      channel: writeChannel(channel),
    }),
  'channel-dialplan': ({ channel }) =>
    presented('ChannelDialplan', {
      dialplan_app: channel.application.name,
      dialplan_app_data: channel.application.data,
      channel: writeChannel(channel),
    }),
  'channel-variable-set': ({ channel, name, value }) =>
    presented('ChannelVarset', { variable: name, value, channel: writeChannel(channel) }),
  'channel-hangup-requested': ({ channel, cause, technologyCause, isSoft }) =>
    presented('ChannelHangupRequest', {
      cause,
      tech_cause: technologyCause,
      soft: isSoft || undefined,
      channel: writeChannel(channel),
    }),
  'channel-destroyed': ({ channel, cause, technologyCause }) =>
    presented('ChannelDestroyed', {
      cause,
      cause_txt: causeText(cause),
      tech_cause: technologyCause,
      channel: writeChannel(channel),
    }),
  'channel-held': ({ channel, musicClass }) =>
    presented('ChannelHold', { channel: writeChannel(channel), musicclass: musicClass ?? 'N/A' }),
  'channel-unheld': ({ channel }) => presented('ChannelUnhold', { channel: writeChannel(channel) }),
  'channel-digit': ({ channel, digit, milliseconds }) =>
    presented('ChannelDtmfReceived', { digit, duration_ms: milliseconds, channel: writeChannel(channel) }),
  'channel-talking-started': ({ channel }) => presented('ChannelTalkingStarted', { channel: writeChannel(channel) }),
  'channel-talking-finished': ({ channel, milliseconds }) =>
    presented('ChannelTalkingFinished', { duration: milliseconds, channel: writeChannel(channel) }),
  'channel-tone-detected': ({ channel }) => presented('ChannelToneDetected', { channel: writeChannel(channel) }),
  'channel-user-event': ({ channel, name, fields }) =>
    presented('ChannelUserevent', {
      eventname: name,
      userevent: { ...fields, eventname: name },
      channel: writeChannel(channel),
    }),
  'channel-replaced': internal('applications see it in `replace_channel` of the StasisStart of the new channel'),
} satisfies Presenters<ChannelEvent>;

export const callPresenters = { ...bridgePresenters, ...channelPresenters };

function presentDial(event: Extract<ChannelEvent, { type: 'dial' }>): Payload<'Dial'> {
  const { caller, peer, status, dialString, forward = '', forwarded } = event;
  return {
    dialstatus: status,
    forward,
    dialstring: dialString,
    caller: caller && writeChannel(caller),
    forwarded: forwarded && writeChannel(forwarded),
    peer: writeChannel(peer),
  };
}

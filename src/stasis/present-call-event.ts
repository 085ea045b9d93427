import type { BridgeEvent, ChannelEvent } from '../engine/engine-event';
import { causeText } from '../engine/calls/hangup-cause';
import { presentationText } from '../engine/calls/presentation';
import type { EventType, NoticeFacts } from './notice';
import { presentBridge, subjectsOfBridge } from './present-bridge';
import { subjectsOfChannel, writeChannel } from './present-channel';
import type { Subject } from './subject';

/** What happens to calls, as clients read it. Made only when somebody wants to hear it. */
export type CallNotice = { [Type in EventType]: Omit<NoticeFacts<Type>, 'at' | 'subjects'> }[EventType];

/** Whom an event concerns. */
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
      // Who follows a channel hears of the bridge that his own application puts it into, not of others'.
      return subjectsOfBridge(event.bridge);
    case 'bridge-merged':
      return [...subjectsOfBridge(event.bridge), ...subjectsOfBridge(event.from)];
    default:
      return subjectsOfChannel(event.channel);
  }
}

export function presentCallEvent(event: ChannelEvent | BridgeEvent): CallNotice {
  switch (event.type) {
    case 'bridge-created':
      return { type: 'BridgeCreated', payload: { bridge: presentBridge(event.bridge) } };
    case 'bridge-destroyed':
      return { type: 'BridgeDestroyed', payload: { bridge: presentBridge(event.bridge) } };
    case 'bridge-video-source-changed':
      return {
        type: 'BridgeVideoSourceChanged',
        payload: {
          bridge: presentBridge(event.bridge),
          ...(event.before === undefined ? undefined : { old_video_source_id: event.before }),
        },
      };
    case 'bridge-merged':
      return {
        type: 'BridgeMerged',
        payload: { bridge: presentBridge(event.bridge), bridge_from: presentBridge(event.from) },
      };
    case 'channel-entered-bridge':
    case 'channel-left-bridge':
      return {
        type: event.type === 'channel-entered-bridge' ? 'ChannelEnteredBridge' : 'ChannelLeftBridge',
        payload: { bridge: presentBridge(event.bridge), channel: writeChannel(event.channel) },
      };
    default:
      return presentChannelEvent(event);
  }
}

function presentChannelEvent(event: ChannelEvent): CallNotice {
  if (event.type === 'dial') return presentDial(event);
  const channel = writeChannel(event.channel);
  switch (event.type) {
    case 'channel-created':
      return { type: 'ChannelCreated', payload: { channel } };
    case 'channel-state-changed':
      return { type: 'ChannelStateChange', payload: { channel } };
    case 'channel-connected-changed':
      return { type: 'ChannelConnectedLine', payload: { channel } };
    case 'channel-caller-changed': {
      const { presentation } = event.channel.caller;
      const caller = { caller_presentation: presentation, caller_presentation_txt: presentationText(presentation) };
      return { type: 'ChannelCallerId', payload: { ...caller, channel } };
    }
    case 'channel-dialplan': {
      const { name, data } = event.channel.application;
      return { type: 'ChannelDialplan', payload: { dialplan_app: name, dialplan_app_data: data, channel } };
    }
    case 'channel-variable-set':
      return { type: 'ChannelVarset', payload: { variable: event.name, value: event.value, channel } };
    case 'channel-hangup-requested':
      return { type: 'ChannelHangupRequest', payload: { ...presentHangupRequest(event), channel } };
    case 'channel-destroyed':
      return { type: 'ChannelDestroyed', payload: { ...presentEnd(event), channel } };
    case 'channel-held':
      return { type: 'ChannelHold', payload: { channel, musicclass: event.musicClass ?? 'N/A' } };
    case 'channel-unheld':
      return { type: 'ChannelUnhold', payload: { channel } };
    case 'channel-digit':
      return {
        type: 'ChannelDtmfReceived',
        payload: { digit: event.digit, duration_ms: event.milliseconds, channel },
      };
    case 'channel-talking-started':
      return { type: 'ChannelTalkingStarted', payload: { channel } };
    case 'channel-talking-finished':
      return { type: 'ChannelTalkingFinished', payload: { duration: event.milliseconds, channel } };
    case 'channel-tone-detected':
      return { type: 'ChannelToneDetected', payload: { channel } };
    case 'channel-user-event':
      return {
        type: 'ChannelUserevent',
        payload: { eventname: event.name, userevent: { ...event.fields, eventname: event.name }, channel },
      };
  }
}

function presentDial(event: Extract<ChannelEvent, { type: 'dial' }>): CallNotice {
  const { caller, peer, status, dialString, forward = '', forwarded } = event;
  return {
    type: 'Dial',
    payload: {
      dialstatus: status,
      forward,
      dialstring: dialString,
      ...(caller === undefined ? undefined : { caller: writeChannel(caller) }),
      ...(forwarded === undefined ? undefined : { forwarded: writeChannel(forwarded) }),
      peer: writeChannel(peer),
    },
  };
}

function presentHangupRequest(event: Extract<ChannelEvent, { type: 'channel-hangup-requested' }>) {
  return {
    ...(event.cause === undefined ? undefined : { cause: event.cause }),
    ...presentTechnologyCause(event),
    ...(event.isSoft ? { soft: true } : undefined),
  };
}

function presentEnd(event: Extract<ChannelEvent, { type: 'channel-destroyed' }>) {
  return { cause: event.cause, cause_txt: causeText(event.cause), ...presentTechnologyCause(event) };
}

function presentTechnologyCause({ technologyCause }: { readonly technologyCause?: number }) {
  return technologyCause === undefined ? undefined : { tech_cause: technologyCause };
}

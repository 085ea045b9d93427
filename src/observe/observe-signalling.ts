import type { Observation } from '../engine/call-story';
import type { Signalling, SignallingMessage } from '../engine/signalling';
import { writtenPlace } from '../shared/network/network-place';
import { Sighting } from './sighting';
import type { TapSource } from './tap';

/** Tells a tap about every message of the signalling of calls. */
export function observeSignalling({ onMessage }: Pick<Signalling, 'onMessage'>): TapSource {
  return (tell) => onMessage((message, channelId) => tell(new MessageSighting(message, channelId)));
}

class MessageSighting extends Sighting {
  constructor(
    private readonly message: SignallingMessage,
    private readonly channelId: string | undefined,
  ) {
    super(channelIdsOf(channelId), threadOfCall(message.callId));
  }

  protected override write(): Observation {
    return observedMessage(this.message, this.channelId);
  }
}

/** A message as a line of a story. Its text is made when it is asked for. */
export function observedMessage(message: SignallingMessage, channelId: string | undefined): Observation {
  const { time, direction, callId, summary, bodyType } = message;
  const phone = `${message.transport} ${writtenPlace(message.remote)}`;
  return {
    at: time,
    kind: 'sip',
    thread: threadOfCall(callId),
    channelIds: channelIdsOf(channelId),
    ...(direction === 'in' ? { from: phone, to: 'server' } : { from: 'server', to: phone }),
    label: `${summary}${bodyType === undefined ? '' : ` [${bodyType.replace('application/', '')}]`}`,
    get body() {
      return message.text;
    },
  };
}

function channelIdsOf(channelId: string | undefined): readonly string[] {
  return channelId === undefined ? [] : [channelId];
}

/** Apart from ids of channels, which clients may choose. */
export function threadOfCall(callId: string): string {
  return `Call-ID: ${callId}`;
}

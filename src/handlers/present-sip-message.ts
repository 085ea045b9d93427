import type { SipMessage } from '../../generated/models';
import type { SignallingMessage } from '../engine/signalling';
import { wireTime } from '../shared/time/timestamp';

export function presentSipMessage(message: SignallingMessage): SipMessage {
  const { number, time, direction, transport, remote, callId, summary, text } = message;
  const host = remote.host.includes(':') ? `[${remote.host}]` : remote.host;
  return {
    number,
    timestamp: wireTime(time),
    direction,
    transport,
    remote_address: `${host}:${remote.port}`,
    call_id: callId,
    summary,
    text,
  };
}

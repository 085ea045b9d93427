import type { SipMessage } from '../../generated/models';
import type { SignallingMessage } from '../engine/signalling';
import { writtenPlace } from '../shared/network/network-place';
import { wireTime } from '../shared/time/timestamp';

export function presentSipMessage(message: SignallingMessage): SipMessage {
  const { number, time, direction, transport, remote, callId, summary, text } = message;
  return {
    number,
    timestamp: wireTime(time),
    direction,
    transport,
    remote_address: writtenPlace(remote),
    call_id: callId,
    summary,
    text,
  };
}

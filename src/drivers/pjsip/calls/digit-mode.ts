import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';

type DigitMode = EndpointConfig['dtmfMode'];

/** Digits come as sound where nothing better was agreed upon. */
export function listenForTones(mode: DigitMode, { audio }: Channel, { receiveEvents }: AgreedAudio): void {
  const isWanted = mode === 'inband' || (mode === 'auto' && receiveEvents.length === 0);
  if (isWanted && !audio.settings.findsDigits) audio.findDigits(true);
}

/** Whether digits go as INFO requests. */
export function sendsInfo(mode: DigitMode, agreed: AgreedAudio | undefined): boolean {
  return mode === 'info' || (mode === 'auto_info' && agreed?.sendEvents === undefined);
}

import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { RtcpRoute, RtpMedia, RtpPayload, RtpWatch, SenderRule } from '../../../media/protocol-rtp';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';
import type { PayloadFormat } from '../../../sip/sdp/payload-formats';
import { eventPayload, legRate, rtpPayload } from './call-formats';

export interface RtpMediaOptions {
  readonly endpoint: EndpointConfig;
  /** Milliseconds, where the far end has no say in it. */
  readonly packetTime: number;
  readonly sender: Omit<SenderRule, 'isFollowed'>;
}

/** Milliseconds without a packet after which it is said that nothing is heard. */
export const silenceNoticed = 3000;

/** What both sides have agreed upon, in the terms of the audio side; undefined when there is no codec for it. */
export function rtpMedia(agreed: AgreedAudio, options: RtpMediaOptions): RtpMedia | undefined {
  const { endpoint, packetTime, sender } = options;
  const audio = firstPayload(agreed.sendFormats);
  if (audio === undefined) return undefined;
  const { sendEvents, maxptime = Infinity } = agreed;
  const asked = endpoint.usesPtime ? (agreed.ptime ?? packetTime) : packetTime;
  return {
    rate: legRate(audio.format),
    remote: agreed.remote,
    rtcp: rtcpRoute(agreed),
    direction: agreed.direction,
    packetTime: Math.min(asked, maxptime),
    send: { audio, events: sendEvents && eventPayload(sendEvents) },
    receive: {
      audio: payloadsOf(agreed.receiveFormats),
      events: agreed.receiveEvents.map(eventPayload),
    },
    sender: { isFollowed: endpoint.symmetricRtp, isStrict: sender.isStrict, probation: sender.probation },
    watch: watchOf(endpoint),
    security: agreed.keys === undefined ? { kind: 'none' } : { kind: 'srtp', ...agreed.keys },
  };
}

function firstPayload(formats: readonly PayloadFormat[]): RtpPayload | undefined {
  for (const format of formats) {
    const payload = rtpPayload(format);
    if (payload !== undefined) return payload;
  }
  return undefined;
}

function payloadsOf(formats: readonly PayloadFormat[]): readonly RtpPayload[] {
  const payloads: RtpPayload[] = [];
  for (const format of formats) {
    const payload = rtpPayload(format);
    if (payload !== undefined) payloads.push(payload);
  }
  return payloads;
}

function rtcpRoute({ rtcpMux, remoteRtcp }: AgreedAudio): RtcpRoute {
  if (rtcpMux) return { kind: 'mux' };
  return remoteRtcp === undefined ? { kind: 'next-port' } : { kind: 'place', place: remoteRtcp };
}

function watchOf({ rtpTimeout, rtpTimeoutOnHold, rtpKeepAlive }: EndpointConfig): RtpWatch {
  return {
    silence: rtpTimeout > 0 ? Math.min(rtpTimeout, silenceNoticed) : silenceNoticed,
    silenceOnHold: rtpTimeoutOnHold || undefined,
    keepAlive: rtpKeepAlive || undefined,
  };
}

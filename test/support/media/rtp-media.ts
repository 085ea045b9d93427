import type { RtpMedia } from '../../../src/media/protocol-rtp';

const muLaw = { type: 0, format: 'ulaw', clockRate: 8000 } as const;
const events = { type: 101, clockRate: 8000 } as const;

/** What two telephones agree upon, but for what is said. */
export function someRtpMedia(more: Partial<RtpMedia> = {}): RtpMedia {
  return {
    rate: 8000,
    remote: undefined,
    direction: 'sendrecv',
    packetTime: 20,
    rtcp: { kind: 'next-port' },
    send: { audio: muLaw, events },
    receive: { audio: [muLaw], events: [events] },
    sender: { isStrict: true, probation: 4, isFollowed: false },
    watch: { silence: undefined, silenceOnHold: undefined, keepAlive: undefined },
    security: { kind: 'none' },
    ...more,
  };
}

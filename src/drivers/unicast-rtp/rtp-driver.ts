import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import { audioForm, formatReader, wantedFormats } from '../../engine/calls/channel/formats';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type {
  TechnologyChannel,
  OutgoingRequest,
  OutgoingResult,
} from '../../engine/calls/technology/technology-channel';
import type { Technology } from '../../engine/calls/technology/technology';
import type { MediaLegs } from '../../engine/audio/legs/media-legs';
import type { ExternalLegs } from '../../engine/audio/legs/external-legs';
import type { MediaCommand } from '../../media/protocol';
import type { RtpMedia, RtpPayload, SenderRule } from '../../media/protocol-rtp';
import type { Destinations } from '../../shared/network/destinations';
import type { ChannelId, LegId } from '../../shared/ids';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { RtpTarget } from './rtp-target';
import { parseRtpTarget } from './rtp-target';

export interface RtpDriverDeps {
  readonly channels: Channels;
  readonly legs: MediaLegs;
  readonly outside: ExternalLegs;
  /** Whether there is a codec for a format. */
  readonly canCarry: (format: string) => boolean;
  /** The numbers that packets of a format have without negotiation, the one to send first; none when there are none. */
  readonly payloadsOf: (format: string) => readonly RtpPayload[];
  /** What the configuration says now. */
  readonly settings: () => RtpSettings;
  readonly destinations: Pick<Destinations, 'resolve'>;
  readonly language: string;
}

export interface RtpSettings {
  readonly ports: { readonly first: number; readonly last: number };
  readonly sender: SenderRule;
}

/** A leg that has its ports, and what goes over them. */
interface ReservedLeg {
  readonly leg: LegId;
  readonly local: NetworkPlace;
  readonly media: RtpMedia;
  readonly format: string;
}

/** The well-known static payload type, since nothing is negotiated. */
const events = { type: 101, clockRate: 8000 } as const;

/** Milliseconds. */
const packetTime = 20;

/**
 * Audio in packets to and from one address, without negotiation:
 * `UnicastRTP/<host>:<port>[/<options>]`. The far end counts as having answered.
 */
export class RtpDriver implements Technology {
  readonly name = 'UnicastRTP';

  constructor(private readonly deps: RtpDriverDeps) {}

  async request(request: OutgoingRequest): Promise<OutgoingResult> {
    const { channels, legs, outside } = this.deps;
    const { resource, id: requestedId } = request;
    const written = parseRtpTarget(resource);
    if (typeof written === 'string') return { outcome: 'malformed', reason: written };
    const remote = await this.#addressOf(written.remote);
    if (typeof remote === 'string') return { outcome: 'refused', reason: remote };
    const target = { ...written, remote };
    const format = target.format ?? unasked(wantedFormats(request, (name) => this.#canCarry(name)));
    const { ports, sender } = this.deps.settings();
    const media = this.#canCarry(format) ? this.#media(target, format, sender) : undefined;
    if (media === undefined) return { outcome: 'refused', reason: `no packets can carry the format '${format}'` };
    const id = requestedId ?? channels.nextId();
    if (channels.isTaken(id)) return { outcome: 'id-taken', id };
    const leg = legs.nextId(id);
    const local = { kind: 'towards', remote } as const;
    const opened = await outside.open({ do: 'reserve-rtp', leg, rate: media.rate, local, ports });
    if (opened.outcome === 'unavailable') return opened;
    if (opened.outcome === 'failed') return { outcome: 'refused', reason: opened.reason };
    if (channels.isTaken(id)) {
      outside.abandon(leg);
      return { outcome: 'id-taken', id };
    }
    return this.#made(id, target, { leg, local: opened.local, media, format });
  }

  /** The first address of a host, if packets may be sent there: an absent host would not refuse them. A text says why not. */
  async #addressOf(place: NetworkPlace): Promise<NetworkPlace | string> {
    try {
      const [host = place.host] = await this.deps.destinations.resolve(place);
      return { ...place, host };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #canCarry(format: string): boolean {
    return this.deps.canCarry(format) && this.deps.payloadsOf(format).length > 0;
  }

  /** Nothing is negotiated, so the usual defaults apply. */
  #media({ remote }: RtpTarget, format: string, sender: SenderRule): RtpMedia | undefined {
    const audio = this.deps.payloadsOf(format);
    const [sent] = audio;
    if (sent === undefined) return undefined;
    return {
      rate: audioForm(format).rate,
      remote,
      packetTime,
      sender,
      rtcp: { kind: 'next-port' },
      direction: 'sendrecv',
      send: { audio: sent, events },
      receive: { audio, events: [events] },
      watch: { silence: undefined, silenceOnHold: undefined, keepAlive: undefined },
      security: { kind: 'none' },
    };
  }

  #made(id: ChannelId, { address, showsStatistics }: RtpTarget, reserved: ReservedLeg): OutgoingResult {
    const { channels, legs, outside, language } = this.deps;
    const { leg, local, media } = reserved;
    const channel = channels.make({
      id,
      name: `${this.name}/${address}-${channels.nextSuffix(this.name)}`,
      technology: this.name,
      state: 'Down',
      place: { context: 'default', extension: 's', priority: 1 },
      language,
      line: (own) => ({
        ...this.#line(own, reserved),
        ...(showsStatistics && { rtpStatistics: () => outside.rtpStatistics(leg) }),
      }),
    });
    channel.onDestroyed(
      outside.listen(leg, {
        onDigit: (digit, milliseconds) => channel.receive({ type: 'digit', digit, milliseconds }),
        onEnded: () => channel.farEndHungUp({ cause: causes.failure }),
      }),
    );
    outside.configure(leg, media);
    legs.ofChannel(channel);
    const variables = { UNICASTRTP_LOCAL_ADDRESS: local.host, UNICASTRTP_LOCAL_PORT: String(local.port) };
    return { outcome: 'made', channel, others: [], variables };
  }

  #line(channel: Channel, { leg, local, media, format }: ReservedLeg): TechnologyChannel {
    return {
      dial: () => {
        // Reported as being called before as having answered.
        queueMicrotask(() => channel.receive({ type: 'answer' }));
        return { outcome: 'dialling' };
      },
      send: (signal) => {
        if (signal.type === 'digit') this.deps.outside.sendDigit(leg, signal.digit, signal.milliseconds);
      },
      carries: (what) => what === 'digit',
      hangUp: () => undefined,
      read: formatReader(format),
      carriesRtp: true,
      audio: {
        kind: 'outside',
        format,
        rate: media.rate,
        leg: () => leg,
        reopen: () => reopening(leg, local, media),
      },
    };
  }
}

/** The far end knows the port, so it has to be the same. */
function reopening(leg: LegId, { port }: NetworkPlace, media: RtpMedia): readonly MediaCommand[] {
  if (media.remote === undefined) return [];
  const local = { kind: 'towards', remote: media.remote } as const;
  return [
    { do: 'reserve-rtp', leg, rate: media.rate, local, ports: { first: port, last: port } },
    { do: 'configure-rtp', leg, media },
  ];
}

/** Signed linear of the telephone's rate has no number of its own among packets: µ-law takes its place. */
function unasked([first = 'ulaw']: readonly string[]): string {
  return first === 'slin' ? 'ulaw' : first;
}

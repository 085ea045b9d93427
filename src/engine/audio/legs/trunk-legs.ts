import type { MediaCommand } from '../../../media/protocol';
import type { RtpLocal, RtpMedia, RtpPayload } from '../../../media/protocol-rtp';
import type { LegId } from '../../../shared/ids';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { Channel } from '../../calls/channel/channel';
import { audioForm } from '../../calls/channel/formats';
import type { TechnologyAudio } from '../../calls/technology/technology-channel';
import type { ExternalLegs } from './external-legs';
import type { MediaLegs } from './media-legs';

export interface TrunkLegsDeps {
  readonly legs: Pick<MediaLegs, 'nextId' | 'open'>;
  readonly outside: Pick<ExternalLegs, 'open' | 'configure' | 'listen' | 'abandon'>;
  /** The numbers that packets of a format have without negotiation, the one to send first. */
  readonly payloadsOf: (format: string) => readonly RtpPayload[];
  /** What the configuration says now. */
  readonly settings: () => TrunkSettings;
  /** Random bytes that cannot be guessed. */
  readonly randomBytes: (size: number) => Buffer;
}

export interface TrunkSettings {
  readonly ports: { readonly first: number; readonly last: number };
  /** The address by which other nodes reach this one. */
  readonly local: RtpLocal;
}

/** Milliseconds of audio in a packet. */
const packetTime = 20;
/** A master key of SRTP with its salt. */
const keyLength = 30;
/** Until the format is agreed upon. */
const firstRate = 16_000;

/** What one end of a trunk is told of the other one. */
export interface TrunkFarEnd {
  readonly place: NetworkPlace;
  readonly format: string;
  /** Protects what the other end sends. */
  readonly key: string;
}

/** Whether packets can be protected with this text. */
export function isTrunkKey(key: unknown): key is string {
  return typeof key === 'string' && Buffer.from(key, 'base64').length === keyLength;
}

/** Ends of RTP trunks to other nodes. */
export class TrunkLegs {
  constructor(private readonly deps: TrunkLegsDeps) {}

  /** Takes the ports of a trunk. A text says why there are none. */
  async open(stem: string): Promise<TrunkLeg | string> {
    const { legs, outside, settings } = this.deps;
    const { ports, local } = settings();
    const leg = legs.nextId(stem);
    const opened = await outside.open({ do: 'reserve-rtp', leg, rate: firstRate, local, ports });
    return opened.outcome === 'open' ? new TrunkLeg(leg, opened.local, this.deps) : opened.reason;
  }
}

/** One end of a trunk, in the media thread. */
export class TrunkLeg {
  /** Told once when no audio can pass any more. */
  onLost: () => void = () => undefined;
  /**
   * Told when the media thread is started again. It does not know how often the numbers of packets have started over, so it
   * cannot open what comes until the other end has a new key.
   */
  onReopened: () => void = () => undefined;
  readonly #unlisten: () => void;
  #key: string;
  #far: TrunkFarEnd | undefined;
  #audio: TechnologyAudio | undefined;

  constructor(
    private readonly leg: LegId,
    readonly local: NetworkPlace,
    private readonly deps: Omit<TrunkLegsDeps, 'settings'>,
  ) {
    this.#key = this.#newKey();
    this.#unlisten = deps.outside.listen(leg, { onDigit: () => undefined, onEnded: () => this.onLost() });
  }

  /** Protects what this end sends. */
  get key(): string {
    return this.#key;
  }

  /** How a channel gets its audio by it; undefined before the other end is known. */
  get audio(): TechnologyAudio | undefined {
    return this.#audio;
  }

  /** The other end is known: the channel, whose audio this is, can be heard there from now on. */
  connect(far: TrunkFarEnd, channel: Channel): void {
    const { leg, local } = this;
    const { rate } = this.#configure(far);
    this.#audio = {
      kind: 'outside',
      format: far.format,
      rate,
      leg: () => leg,
      reopen: () => {
        this.onReopened();
        return reopening(leg, local, this.#mediaFor(this.#far ?? far));
      },
    };
    this.deps.legs.open(channel);
  }

  /** Takes another key for what this end sends, and returns it. */
  renewKey(): string {
    this.#key = this.#newKey();
    if (this.#far !== undefined) this.#configure(this.#far);
    return this.#key;
  }

  /** The other end has another key. */
  farKeyChanged(key: string): void {
    if (this.#far !== undefined) this.#configure({ place: this.#far.place, format: this.#far.format, key });
  }

  #configure(far: TrunkFarEnd): RtpMedia {
    this.#far = far;
    const media = this.#mediaFor(far);
    this.deps.outside.configure(this.leg, media);
    return media;
  }

  #mediaFor({ place, format, key }: TrunkFarEnd): RtpMedia {
    return mediaOf(place, { format, payloads: this.deps.payloadsOf(format), keys: [this.#key, key] });
  }

  #newKey(): string {
    return this.deps.randomBytes(keyLength).toString('base64');
  }

  /** Gives the ports back. */
  close(): void {
    this.#unlisten();
    this.deps.outside.abandon(this.leg);
  }
}

interface TrunkMedia {
  readonly format: string;
  readonly payloads: readonly RtpPayload[];
  readonly keys: readonly [send: string, receive: string];
}

/** Digits and other signals do not go by RTP: only the other end is heard, and only from where it is known to be. */
function mediaOf(remote: NetworkPlace, { format, payloads, keys }: TrunkMedia): RtpMedia {
  const [sent] = payloads;
  const [send, receive] = keys.map((key) => Uint8Array.from(Buffer.from(key, 'base64'))) as [Uint8Array, Uint8Array];
  if (sent === undefined) throw new Error(`no packets can carry the format '${format}'`);
  return {
    rate: audioForm(format).rate,
    remote,
    packetTime,
    sender: { isStrict: true, probation: 4, isFollowed: false },
    rtcp: { kind: 'next-port' },
    direction: 'sendrecv',
    send: { audio: sent, events: undefined },
    receive: { audio: payloads, events: [] },
    watch: { silence: undefined, silenceOnHold: undefined, keepAlive: undefined },
    security: { kind: 'srtp', suite: 'AES_CM_128_HMAC_SHA1_80', send, receive },
  };
}

/** The other end knows the port, so it has to be the same. */
function reopening(leg: LegId, { host, port }: NetworkPlace, media: RtpMedia): readonly MediaCommand[] {
  const local = { kind: 'address', address: host } as const;
  return [
    { do: 'reserve-rtp', leg, rate: media.rate, local, ports: { first: port, last: port } },
    { do: 'configure-rtp', leg, media },
  ];
}

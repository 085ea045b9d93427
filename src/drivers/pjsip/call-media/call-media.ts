import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { ExternalLegs } from '../../../engine/audio/legs/external-legs';
import type { TechnologyAudio } from '../../../engine/calls/technology/technology-channel';
import type { RtpMedia, RtpStatistics, SenderRule } from '../../../media/protocol-rtp';
import type { StatisticsBoard } from '../../../media/statistics-board';
import type { Destinations } from '../../../shared/network/destinations';
import type { Logger } from '../../../shared/logger';
import type { LegId } from '../../../shared/ids';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';
import { readAnswer } from '../../../sip/sdp/agreed-audio';
import type { Direction } from '../../../sip/sdp/direction';
import type { LocalAudio, LocalFormat } from '../../../sip/sdp/local-audio';
import { makeAnswer } from '../../../sip/sdp/make-answer';
import { makeOffer } from '../../../sip/sdp/make-offer';
import { readDescription } from '../../../sip/sdp/read-description';
import { SdpRefusal } from '../../../sip/sdp/sdp-refusal';
import type { SessionBody } from '../../../sip/sdp/session-description';
import { SessionOrigin } from '../../../sip/sdp/session-origin';
import { writeDescription } from '../../../sip/sdp/write-description';
import { formatsOfEndpoint, localFormats } from './call-formats';
import type { KeyLines } from './call-keys';
import { CallKeys } from './call-keys';
import { rtpMedia } from './rtp-media';
import { isIP } from '../../../shared/network/ip-version';

/** What rtp.conf says. */
export interface CallRtpSettings {
  readonly ports: { readonly first: number; readonly last: number };
  readonly sender: Omit<SenderRule, 'isFollowed'>;
}

export interface CallMediaDeps {
  readonly outside: Pick<ExternalLegs, 'configure' | 'abandon'>;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
  readonly settings: () => CallRtpSettings;
  readonly log: Logger;
  readonly randomBytes: (size: number) => Buffer;
}

export interface CallMediaInit {
  readonly endpoint: EndpointConfig;
  readonly leg: LegId;
  /** Where packets are expected. */
  readonly local: NetworkPlace;
  /** The address that the far end is told. */
  readonly address: string;
  readonly sessionId: string;
  /** The figures of the leg. */
  readonly board: StatisticsBoard;
}

/** Milliseconds in a packet, unless the far end may ask for another number. */
const packetTime = 20;

/** Modes in which digits go among the audio. */
const eventModes: readonly string[] = ['rfc4733', 'auto', 'auto_info'];

/** The audio of one call: what we offer and answer, and what the leg is told of it. */
export class CallMedia {
  readonly leg: LegId;
  /** What is offered, best first. */
  codecs: readonly string[];
  /** What we are ready for: `sendonly` keeps the far end on hold. */
  direction: Direction = 'sendrecv';
  readonly #origin: SessionOrigin;
  readonly #keys: CallKeys;
  /** Our side of the last exchange: an m= line never goes away. */
  #described: SessionBody | undefined;
  #offered: SessionBody | undefined;
  #agreed: AgreedAudio | undefined;
  #media: RtpMedia | undefined;

  constructor(
    private readonly init: CallMediaInit,
    private readonly deps: CallMediaDeps,
  ) {
    const { endpoint, leg, address, sessionId } = init;
    this.leg = leg;
    this.codecs = endpoint.codecs;
    this.#keys = new CallKeys(endpoint, deps.randomBytes);
    this.#origin = new SessionOrigin({ address, sessionId, username: endpoint.sdpOwner });
  }

  get agreed(): AgreedAudio | undefined {
    return this.#agreed;
  }

  /** Whether packets can go at all: something is agreed upon, and the leg knows it. */
  get isConfigured(): boolean {
    return this.#media !== undefined;
  }

  /** As of the last 20 ms; undefined before audio is agreed upon. */
  get statistics(): RtpStatistics | undefined {
    return this.#media === undefined ? undefined : this.init.board.read();
  }

  get local(): NetworkPlace {
    return this.init.local;
  }

  /** Where packets are sent to. */
  get remote(): NetworkPlace | undefined {
    return this.#media?.remote;
  }

  /** The answer to an offer, and what is agreed upon by it; undefined when there is nothing in common. */
  answer(offer: string): { readonly text: string; readonly agreed: AgreedAudio } | undefined {
    const offered = this.#read(offer);
    if (offered === undefined) return undefined;
    const { body, agreed } = this.#answerWith(offered, formatsOfEndpoint(this.init.endpoint));
    if (agreed === undefined || agreed.sendFormats.length === 0 || !this.#mayUse(agreed)) return undefined;
    this.#described = body;
    return { text: this.#write(body), agreed };
  }

  /** Our offer; the far end's answer is read by `readAnswer`. */
  offer(): string {
    this.#offered = makeOffer([this.#local(localFormats(this.codecs), this.#keys.offered())], this.#described);
    return this.#write(this.#offered);
  }

  /** What the far end's answer to our last offer means; undefined when it is not usable. */
  readAnswer(answer: string): AgreedAudio | undefined {
    const answered = this.#read(answer);
    if (answered === undefined || this.#offered === undefined) return undefined;
    const agreed = refusable(() => readAnswer(this.#offered as SessionBody, answered))?.find(
      (each) => each !== undefined,
    );
    if (agreed === undefined || !this.#mayUse(agreed)) return undefined;
    this.#described = this.#offered;
    return agreed;
  }

  /** Tells the leg what is agreed upon. */
  use(agreed: AgreedAudio): void {
    const { endpoint } = this.init;
    const media = rtpMedia(agreed, { endpoint, packetTime, sender: this.deps.settings().sender });
    if (media === undefined) return;
    this.#agreed = agreed;
    this.#media = media;
    this.deps.outside.configure(this.leg, media);
  }

  /** Of the line; undefined until something is agreed upon. */
  get audio(): TechnologyAudio | undefined {
    const media = this.#media;
    if (media === undefined) return undefined;
    const { leg } = this;
    return {
      kind: 'outside',
      format: media.send.audio.format,
      rate: media.rate,
      leg: () => leg,
      // The far end knows the port, so it has to be the same.
      reopen: () => [
        {
          do: 'reserve-rtp',
          leg,
          rate: media.rate,
          local: { kind: 'address', address: this.init.local.host },
          ports: { first: this.init.local.port, last: this.init.local.port },
          board: this.init.board.place,
        },
        { do: 'configure-rtp', leg, media },
      ],
    };
  }

  /** For a leg that no channel has taken. */
  abandon(): void {
    this.deps.outside.abandon(this.leg);
  }

  #answerWith(
    offered: SessionBody,
    formats: readonly LocalFormat[],
  ): { readonly body: SessionBody; readonly agreed: AgreedAudio | undefined } {
    let isUsed = false;
    const answer = makeAnswer(offered, {
      streamFor: (section) => {
        const keys = isUsed ? undefined : this.#keys.answerTo(section);
        isUsed ||= keys !== undefined;
        return keys && this.#local(formats, keys);
      },
    });
    const agreed = answer.streams.find((stream) => stream !== undefined);
    const { codecs, prefersOneCodec } = this.init.endpoint;
    if (!prefersOneCodec) return { body: answer.body, agreed };
    const [first, second] = agreed?.sendFormats ?? [];
    if (first === undefined || second === undefined) return { body: answer.body, agreed };
    const preferred = codecs.filter((codec) => localFormats([codec]).some(({ name }) => name === first.name));
    return this.#answerWith(offered, localFormats(preferred.slice(0, 1)));
  }

  #local(formats: readonly LocalFormat[], { protocols, attributes }: KeyLines): LocalAudio {
    const { endpoint, address, local } = this.init;
    return {
      address,
      port: local.port,
      rtcpMux: endpoint.rtcpMux,
      direction: this.direction,
      ptime: packetTime,
      formats,
      telephoneEvents: eventModes.includes(endpoint.dtmfMode),
      protocols,
      attributes,
    };
  }

  #write(body: SessionBody): string {
    const { connection, bandwidth, attributes, media } = body;
    const name = this.init.endpoint.sdpSession;
    const named: SessionBody =
      connection === undefined
        ? { name, bandwidth, attributes, media }
        : { name, connection, bandwidth, attributes, media };
    return writeDescription(this.#origin.sign(named));
  }

  #read(text: string): SessionBody | undefined {
    return refusable(() => readDescription(text));
  }

  #mayUse(agreed: AgreedAudio): boolean {
    return this.#maySendTo(agreed) && this.#keys.accept(agreed);
  }

  /** Audio is sent to IP addresses only, and not to those that the destination rules refuse. */
  #maySendTo({ remote }: AgreedAudio): boolean {
    if (remote === undefined) return true;
    const reason =
      isIP(remote.host) === 0
        ? `the SDP must contain an IP address, not '${remote.host}'`
        : this.deps.destinations.literalRefusal(remote);
    if (reason === undefined) return true;
    this.deps.log.warn({ endpoint: this.init.endpoint.id, address: remote.host, reason }, 'SIP audio refused');
    return false;
  }
}

/** What a peer describes badly is as good as not described. */
function refusable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SdpRefusal) return undefined;
    throw error;
  }
}

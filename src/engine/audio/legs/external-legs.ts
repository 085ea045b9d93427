import type {
  MediaLink,
  NoticeHandlers,
  NoticeOf,
  ExternalCommand,
  ExternalNotice,
  StreamCommand,
  StreamEvent,
} from '../../../media/protocol';
import type { RtpCommand, RtpMedia, RtpStatistics } from '../../../media/protocol-rtp';
import type { LegId } from '../../../shared/ids';
import type { Destinations } from '../../../shared/network/destinations';
import type { NetworkPlace } from '../../../shared/network/network-place';
import { isIP } from '../../../shared/network/ip-version';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export type OpenedOutside =
  | { readonly outcome: 'open'; readonly local: NetworkPlace }
  | { readonly outcome: 'failed'; readonly reason: string }
  /** The audio side is being replaced: the same attempt may succeed a moment later. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A listener for external events besides audio. */
export interface ExternalListener {
  readonly onDigit: (digit: string, milliseconds: number) => void;
  /** The far end has ended, or is no longer reachable; `fault` when unexpectedly. */
  readonly onEnded: (reason: string, isFault: boolean) => void;
  /** The audio side was lost, and with it the leg. */
  readonly onLost?: (reason: string) => void;
  readonly onDropped?: (dropped: DroppedAudio) => void;
  /** RTP: no packet was received for this long, and then one was. */
  readonly onSilent?: (milliseconds: number) => void;
  readonly onHeardAgain?: () => void;
  /** Of a stream: audio for the far end, which is given away, and what happens to its queue. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  readonly onStream?: (event: StreamEvent) => void;
}

/** Audio that came faster than it can be heard, or could not be sent as fast as it should be heard. */
export interface DroppedAudio {
  readonly direction: 'in' | 'out';
  readonly milliseconds: number;
}

type OpenStream = Extract<ExternalCommand, { readonly do: 'open-stream' }>;
type OpenAudioSocket = Extract<ExternalCommand, { readonly do: 'open-audio-socket' }>;
type ReserveRtp = Extract<RtpCommand, { readonly do: 'reserve-rtp' }>;
type Ended = NoticeOf<'leg-ended'>;

const closing = 'the server is closing';
const restarting = { outcome: 'unavailable', reason: 'the media thread is being restarted' } as const;

/** Legs that lead out of the server. They are opened before there is a channel: only then it is known whether one can be. */
export class ExternalLegs {
  readonly #opening = new TurnoverMap<LegId, (result: OpenedOutside) => void>();
  readonly #listeners = new TurnoverMap<LegId, ExternalListener>();
  /** Newly opened legs, and the results of those that ended before a listener was added. */
  readonly #fresh = new TurnoverMap<LegId, Ended | undefined>();
  /** Who waits for the statistics of a leg. */
  readonly #asking = new TurnoverMap<LegId, readonly ((statistics: RtpStatistics | undefined) => void)[]>();
  readonly #subscriptions: readonly (() => void)[];
  #isClosed = false;

  constructor(
    private readonly link: Pick<MediaLink, 'send' | 'on' | 'onLost' | 'health'>,
    private readonly destinations: Pick<Destinations, 'literalRefusal' | 'resolve'>,
  ) {
    this.#subscriptions = [link.on(this.#notices()), link.onLost((reason) => this.#lose(reason))];
  }

  /** Whether the media thread is running; otherwise commands wait for the next one. */
  get isUp(): boolean {
    return this.link.health().isUp;
  }

  /** Of a leg by RTP, this only takes the ports: it has a far end when it is configured. */
  open(command: OpenAudioSocket | ReserveRtp): Promise<OpenedOutside> {
    return command.do === 'open-audio-socket' ? this.#connect(command) : this.#attempt(command);
  }

  /**
   * Only to an address that may be connected to: a name is looked up here, and the media thread gets the checked
   * address.
   */
  #connect(command: OpenAudioSocket): Promise<OpenedOutside> {
    const reason = this.destinations.literalRefusal(command.remote);
    if (reason !== undefined) return Promise.resolve({ outcome: 'failed', reason });
    return isIP(command.remote.host) === 0 ? this.#connectByName(command) : this.#attempt(command);
  }

  /** One address after the other. */
  async #connectByName(command: OpenAudioSocket): Promise<OpenedOutside> {
    const reasons: string[] = [];
    try {
      for (const host of await this.destinations.resolve(command.remote)) {
        if (this.#isClosed) return { outcome: 'failed', reason: closing };
        const opened = await this.#attempt({ ...command, remote: { ...command.remote, host } });
        if (opened.outcome !== 'failed') return opened;
        reasons.push(opened.reason);
      }
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
    return { outcome: 'failed', reason: reasons.join('; ') };
  }

  #attempt(command: OpenAudioSocket | ReserveRtp): Promise<OpenedOutside> {
    if (!this.isUp) return Promise.resolve(restarting);
    return new Promise((resolve) => {
      this.#opening.set(command.leg, resolve);
      this.link.send(command);
    });
  }

  /** What was agreed upon with the far end of a leg by RTP; as often as that changes. */
  configure(leg: LegId, media: RtpMedia): void {
    this.link.send({ do: 'configure-rtp', leg, media });
  }

  /** For streams, which are open immediately. */
  send(command: OpenStream | StreamCommand): void {
    this.link.send(command);
  }

  /** The result ends the listening; the owner closes the leg. */
  listen(leg: LegId, listener: ExternalListener): () => void {
    this.#listeners.set(leg, listener);
    const ended = this.#fresh.get(leg);
    this.#fresh.delete(leg);
    if (ended !== undefined) queueMicrotask(() => this.#end(ended));
    return () => void this.#listeners.delete(leg);
  }

  /** The call begins. */
  start(leg: LegId): void {
    this.link.send({ do: 'start-leg', leg });
  }

  sendDigit(leg: LegId, digit: string, duration: number): void {
    this.link.send({ do: 'send-digit', leg, digit, duration });
  }

  /** Undefined when the leg does not lead outside by RTP, or is gone. */
  rtpStatistics(leg: LegId): Promise<RtpStatistics | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const asking = this.#asking.get(leg);
      this.#asking.set(leg, [...(asking ?? []), resolve]);
      if (asking === undefined) this.link.send({ do: 'report-rtp', leg });
    });
  }

  /** For a leg that is not needed after all. */
  abandon(leg: LegId): void {
    this.#fresh.delete(leg);
    this.link.send({ do: 'close-leg', leg });
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#failAll({ outcome: 'failed', reason: closing });
    this.#listeners.clear();
  }

  #notices(): NoticeHandlers<ExternalNotice> {
    const listeners = this.#listeners;
    return {
      'leg-opened': ({ leg, local }) => {
        if (this.#opening.has(leg)) this.#fresh.set(leg, undefined);
        this.#answer(leg, { outcome: 'open', local });
      },
      'leg-failed': (notice) => this.#failed(notice),
      'leg-ended': (notice) => this.#ended(notice),
      'leg-broken': ({ leg, reason }) => this.#ended({ tell: 'leg-ended', leg, reason, isFault: true }),
      'rtp-statistics': ({ leg, statistics }) => this.#tell(leg, statistics),
      'rtp-silent': ({ leg, milliseconds }) => listeners.get(leg)?.onSilent?.(milliseconds),
      'rtp-heard-again': ({ leg }) => listeners.get(leg)?.onHeardAgain?.(),
      'audio-dropped': (notice) => listeners.get(notice.leg)?.onDropped?.(notice),
      'stream-bytes': ({ leg, bytes }) => listeners.get(leg)?.onBytes?.(bytes),
      'stream-event': ({ leg, event }) => listeners.get(leg)?.onStream?.(event),
      'digit-signalled': ({ leg, digit, duration }) => listeners.get(leg)?.onDigit(digit, duration),
    };
  }

  #failed({ leg, reason }: NoticeOf<'leg-failed'>): void {
    if (this.#opening.has(leg)) return this.#answer(leg, { outcome: 'failed', reason });
    // It had to be reopened, or the negotiated parameters are invalid.
    this.#listeners.get(leg)?.onEnded(reason, true);
  }

  #ended(notice: Ended): void {
    if (this.#fresh.has(notice.leg)) this.#fresh.set(notice.leg, notice);
    this.#end(notice);
  }

  #end({ leg, reason, isFault = false }: Ended): void {
    this.#listeners.get(leg)?.onEnded(reason, isFault);
  }

  #answer(leg: LegId, result: OpenedOutside): void {
    const resolve = this.#opening.get(leg);
    this.#opening.delete(leg);
    resolve?.(result);
  }

  #lose(reason: string): void {
    this.#failAll(restarting);
    for (const listener of [...this.#listeners.values()]) listener.onLost?.(reason);
  }

  #tell(leg: LegId, statistics: RtpStatistics | undefined): void {
    const asking = this.#asking.get(leg) ?? [];
    this.#asking.delete(leg);
    for (const resolve of asking) resolve(statistics);
  }

  #failAll(result: OpenedOutside): void {
    for (const leg of [...this.#asking.keys()]) this.#tell(leg, undefined);
    for (const leg of [...this.#opening.keys()]) this.#answer(leg, result);
  }
}

import type {
  MediaLink,
  MediaNotice,
  OutsideCommand,
  RtpStatistics,
  StreamCommand,
  StreamEvent,
} from '../../media/protocol';
import type { NetworkPlace } from '../../shared/network-place';

export type OpenedOutside =
  { readonly outcome: 'open'; readonly local: NetworkPlace } | { readonly outcome: 'failed'; readonly reason: string };

/** Who wants to know what comes from outside besides audio. */
export interface OutsideListener {
  readonly onDigit: (digit: string, milliseconds: number) => void;
  /** The far end has gone, or cannot be reached any more; it is a fault when it should not have gone so. */
  readonly onEnded: (reason: string, isFault: boolean) => void;
  /** The audio side was lost, and with it the leg. */
  readonly onLost?: (reason: string) => void;
  readonly onDropped?: (dropped: DroppedAudio) => void;
  /** Of a stream: audio for the far end, which is given away, and what happens to its queue. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  readonly onStream?: (event: StreamEvent) => void;
}

/** Audio that came faster than it can be heard, or could not be sent as fast as it should be heard. */
export interface DroppedAudio {
  readonly direction: 'in' | 'out';
  readonly milliseconds: number;
}

type OpenStream = Extract<OutsideCommand, { readonly do: 'open-stream' }>;
type Ended = Extract<MediaNotice, { readonly tell: 'leg-ended' }>;

/** Legs that lead out of the server. They are opened before there is a channel: only then it is known whether one can be. */
export class OutsideLegs {
  readonly #opening = new Map<string, (result: OpenedOutside) => void>();
  readonly #listeners = new Map<string, OutsideListener>();
  /** Legs that have been opened just now, and what has become of those that ended before anybody listened. */
  readonly #fresh = new Map<string, Ended | undefined>();
  /** Who waits for the statistics of a leg. */
  readonly #asking = new Map<string, readonly ((statistics: RtpStatistics | undefined) => void)[]>();
  readonly #unheard: readonly (() => void)[];
  #isClosed = false;

  constructor(private readonly link: Pick<MediaLink, 'send' | 'onNotice' | 'onLost'>) {
    this.#unheard = [link.onNotice((notice) => this.#hear(notice)), link.onLost((reason) => this.#lose(reason))];
  }

  /** Whether a leg of that name is being opened or in use. */
  has(leg: string): boolean {
    return this.#opening.has(leg) || this.#listeners.has(leg);
  }

  open(command: Exclude<OutsideCommand, OpenStream>): Promise<OpenedOutside> {
    return new Promise((resolve) => {
      this.#opening.set(command.leg, resolve);
      this.link.send(command);
    });
  }

  /** For streams, which are open at once. */
  send(command: OpenStream | StreamCommand): void {
    this.link.send(command);
  }

  /** The result ends the listening; the leg itself is closed by whoever owns it. */
  listen(leg: string, listener: OutsideListener): () => void {
    this.#listeners.set(leg, listener);
    const ended = this.#fresh.get(leg);
    this.#fresh.delete(leg);
    if (ended !== undefined) queueMicrotask(() => this.#end(ended));
    return () => void this.#listeners.delete(leg);
  }

  /** The call begins. */
  start(leg: string): void {
    this.link.send({ do: 'start-leg', leg });
  }

  sendDigit(leg: string, digit: string, duration: number): void {
    this.link.send({ do: 'send-digit', leg, digit, duration });
  }

  /** Undefined when the leg does not lead outside by RTP, or is gone. */
  rtpStatistics(leg: string): Promise<RtpStatistics | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const asking = this.#asking.get(leg);
      this.#asking.set(leg, [...(asking ?? []), resolve]);
      if (asking === undefined) this.link.send({ do: 'report-rtp', leg });
    });
  }

  /** For a leg that nobody has use for after all. */
  abandon(leg: string): void {
    this.#fresh.delete(leg);
    this.link.send({ do: 'close-leg', leg });
  }

  /** Twice is harmless. */
  close(): void {
    this.#isClosed = true;
    for (const unhear of this.#unheard) unhear();
    this.#failAll('the server is closing');
    this.#listeners.clear();
  }

  #hear(notice: MediaNotice): void {
    switch (notice.tell) {
      case 'leg-opened':
        if (this.#opening.has(notice.leg)) this.#fresh.set(notice.leg, undefined);
        return this.#answer(notice.leg, { outcome: 'open', local: notice.local });
      case 'leg-failed':
        if (this.#opening.has(notice.leg))
          return this.#answer(notice.leg, { outcome: 'failed', reason: notice.reason });
        // It had to be opened anew.
        return this.#listeners.get(notice.leg)?.onEnded(notice.reason, true);
      case 'leg-broken':
        return this.#hear({ tell: 'leg-ended', leg: notice.leg, reason: notice.reason, isFault: true });
      case 'leg-ended':
        if (this.#fresh.has(notice.leg)) this.#fresh.set(notice.leg, notice);
        return this.#end(notice);
      case 'rtp-statistics':
        return this.#tell(notice.leg, notice.statistics);
      case 'audio-dropped':
        return this.#listeners.get(notice.leg)?.onDropped?.(notice);
      case 'stream-bytes':
        return this.#listeners.get(notice.leg)?.onBytes?.(notice.bytes);
      case 'stream-event':
        return this.#listeners.get(notice.leg)?.onStream?.(notice.event);
      case 'digit-signalled':
        return this.#listeners.get(notice.leg)?.onDigit(notice.digit, notice.duration);
      default:
        return undefined;
    }
  }

  #end({ leg, reason, isFault = false }: Ended): void {
    this.#listeners.get(leg)?.onEnded(reason, isFault);
  }

  #answer(leg: string, result: OpenedOutside): void {
    const resolve = this.#opening.get(leg);
    this.#opening.delete(leg);
    resolve?.(result);
  }

  #lose(reason: string): void {
    this.#failAll(reason);
    for (const listener of [...this.#listeners.values()]) listener.onLost?.(reason);
  }

  #tell(leg: string, statistics: RtpStatistics | undefined): void {
    const asking = this.#asking.get(leg) ?? [];
    this.#asking.delete(leg);
    for (const resolve of asking) resolve(statistics);
  }

  #failAll(reason: string): void {
    for (const leg of [...this.#asking.keys()]) this.#tell(leg, undefined);
    for (const leg of [...this.#opening.keys()]) this.#answer(leg, { outcome: 'failed', reason });
  }
}

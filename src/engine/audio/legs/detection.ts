import type { MediaLink, NoticeHandlers, NoticeOf } from '../../../media/protocol';
import type { DetectNotice } from '../../../media/protocol-detect';
import type { LegId } from '../../../shared/ids';
import type { Channel } from '../../calls/channel/channel';
import type { ChannelSnapshot } from '../../calls/channel/channel-snapshot';
import type { EngineEventHub } from '../../engine-event';
import type { Detector, Finding, StartedDetector } from './detector';
import { commandOf, tellFinder } from './detector';
import { uncounted } from '../../../shared/module-use/hold';
import type { MediaLegs } from './media-legs';
import type { MediaUses } from '../media-uses';

export interface DetectionDeps {
  readonly link: Pick<MediaLink, 'send' | 'on' | 'onLost'>;
  readonly legs: MediaLegs;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly uses: Pick<MediaUses, 'talkDetection' | 'toneDetection'>;
}

type Detectors = Map<Detector['what'], StartedDetector>;

interface Watched {
  readonly channel: Channel;
  readonly detectors: Detectors;
  /** Give back the modules that the detectors came with, and end their listening in. */
  readonly modules: Map<Detector['what'], () => void>;
  /** How often the present tone has been there. */
  tones: number;
  readonly release: () => void;
}

/**
 * Milliseconds in which a digit that came as a signal is also heard: when the signal is complete, the tone is still on
 * its way, on a busy machine for long. One signal accounts for one tone, so that the time can be generous: a second
 * press of the same key has a signal of its own.
 */
const sameDigit = 1000;

/**
 * The detectors of channels, and the handling of their results. Digit detection is a setting of a channel, which is
 * sent to the media thread with its leg.
 */
export class Detection {
  readonly #watched = new Map<Channel, Watched>();
  /** The last digit of a channel that came as a signal and has not been heard yet. */
  readonly #signalled = new WeakMap<Channel, { readonly digit: string; readonly at: number }>();
  readonly #subscriptions: readonly (() => void)[];
  #started = 0;

  /** To be made after the code that opens legs: after a loss of the media thread, legs are restored first. */
  constructor(private readonly deps: DetectionDeps) {
    const { link, events } = deps;
    this.#subscriptions = [
      link.on(this.#notices()),
      link.onLost(() => {
        for (const channel of this.#watched.keys()) this.#tellAgain(channel);
      }),
      deps.legs.onReplaced((channel) => this.#tellAgain(channel)),
      events.on('media', 'channel-digit', ({ channel: { id }, digit, at }) => {
        const channel = deps.legs.named(id);
        if (channel !== undefined && findsDigits(channel)) this.#signalled.set(channel, { digit, at });
      }),
    ];
  }

  /** Channels on which something is looked for. */
  get size(): number {
    return this.#watched.size;
  }

  /** One of a kind takes the place of another. False when the channel carries no audio. */
  start(channel: Channel, detector: Detector): boolean {
    const leg = this.deps.legs.open(channel);
    if (leg === undefined) return false;
    const watched = this.#watched.get(channel) ?? this.#watch(channel);
    const started = { ...detector, id: (this.#started += 1) };
    watched.detectors.set(detector.what, started);
    watched.modules.get(detector.what)?.();
    watched.modules.set(detector.what, this.#holdModule(channel, detector.what));
    if (detector.what === 'tone') watched.tones = 0;
    this.deps.link.send(commandOf(leg, started));
    return true;
  }

  /** What is not looked for is not stopped either. */
  stop(channel: Channel, what: Detector['what']): void {
    const watched = this.#watched.get(channel);
    if (watched?.detectors.delete(what) !== true) return;
    watched.modules.get(what)?.();
    const leg = this.deps.legs.idOf(channel);
    if (leg !== undefined) this.deps.link.send({ do: 'stop-detecting', leg, what });
    // The tones that were counted can still be asked for.
  }

  /** How often the tone that was looked for last has been there. */
  tonesOn(channel: Channel): number {
    return this.#watched.get(channel)?.tones ?? 0;
  }

  /** Idempotent. */
  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    for (const { release } of this.#watched.values()) release();
    this.#watched.clear();
  }

  #watch(channel: Channel): Watched {
    const release = channel.onDestroyed(() => {
      this.#watched.delete(channel);
      for (const releaseModule of watched.modules.values()) releaseModule();
    });
    const watched: Watched = { channel, detectors: new Map(), modules: new Map(), tones: 0, release };
    this.#watched.set(channel, watched);
    return watched;
  }

  /** Others are looked for by applications, which hold their modules themselves. */
  #holdModule({ name, audio }: Channel, what: Detector['what']): () => void {
    const { talkDetection, toneDetection } = this.deps.uses;
    const release = (what === 'talk' ? talkDetection : what === 'tone' ? toneDetection : uncounted)(name);
    const stopListening = audio.listenIn();
    return () => {
      release();
      stopListening();
    };
  }

  #tellAgain(channel: Channel): void {
    const leg = this.deps.legs.idOf(channel);
    if (leg === undefined) return;
    for (const detector of this.#watched.get(channel)?.detectors.values() ?? [])
      this.deps.link.send(commandOf(leg, detector));
  }

  /** A late result of a removed detector is not reported. */
  #notices(): NoticeHandlers<DetectNotice> {
    return {
      digit: (notice) => this.#foundDigit(notice),
      'talk-started': ({ leg }) => {
        const watched = this.#watchedOn(leg);
        if (watched?.detectors.has('talk') === true)
          this.deps.events.emit({ type: 'channel-talking-started', ...this.#facts(watched.channel) });
      },
      'talk-ended': ({ leg, duration: milliseconds }) => {
        const watched = this.#watchedOn(leg);
        if (watched?.detectors.has('talk') === true)
          this.deps.events.emit({ type: 'channel-talking-finished', ...this.#facts(watched.channel), milliseconds });
      },
      'tone-detected': ({ leg }) => this.#foundTone(this.#watchedOn(leg)),
      'answering-machine-judged': (notice) => this.#found(notice),
      'utterance-detected': (notice) => this.#found(notice),
      'stretch-detected': (notice) => this.#found(notice),
    };
  }

  #watchedOn(leg: LegId): Watched | undefined {
    const channel = this.deps.legs.channelOf(leg);
    return channel === undefined ? undefined : this.#watched.get(channel);
  }

  #found(notice: Finding): void {
    for (const detector of this.#watchedOn(notice.leg)?.detectors.values() ?? []) tellFinder(detector, notice);
  }

  /** It counts like one that came as a signal, unless it has come that way too. */
  #foundDigit({ leg, digit, duration: milliseconds }: NoticeOf<'digit'>): void {
    const channel = this.deps.legs.channelOf(leg);
    if (channel === undefined || !findsDigits(channel)) return;
    const signalled = this.#signalled.get(channel);
    const isKnown = signalled?.digit === digit && this.deps.now() - signalled.at < sameDigit;
    if (!isKnown) channel.receive({ type: 'digit', digit, milliseconds });
    // Including the digit that was just reported: it was not a signal.
    this.#signalled.delete(channel);
  }

  #foundTone(watched: Watched | undefined): void {
    const detector = watched?.detectors.get('tone');
    if (watched === undefined || detector?.what !== 'tone') return;
    watched.tones += 1;
    this.deps.events.emit({ type: 'channel-tone-detected', ...this.#facts(watched.channel) });
    detector.onFound?.(watched.tones);
  }

  #facts(channel: Channel): { readonly at: number; readonly channel: ChannelSnapshot } {
    return { at: this.deps.now(), channel: channel.snapshot() };
  }
}

function findsDigits({ audio }: Channel): boolean {
  return audio.settings.findsDigits;
}

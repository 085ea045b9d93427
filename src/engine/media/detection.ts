import type { MediaLink, MediaNotice } from '../../media/protocol';
import type { Channel } from '../calls/channel';
import type { ChannelSnapshot } from '../calls/channel-snapshot';
import type { EngineEventHub } from '../engine-event';
import type { Detector, StartedDetector } from './detector';
import { commandOf, tellFinder } from './detector';
import { uncounted } from '../../shared/hold';
import type { MediaLegs } from './media-legs';
import type { MediaUses } from './media-uses';

export interface DetectionDeps {
  readonly link: Pick<MediaLink, 'send' | 'onNotice' | 'onLost'>;
  readonly legs: MediaLegs;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly uses: Pick<MediaUses, 'talkDetection' | 'toneDetection'>;
}

type Detectors = Map<Detector['what'], StartedDetector>;

interface Watched {
  readonly channel: Channel;
  readonly detectors: Detectors;
  /** Give back the modules that the detectors came with. */
  readonly modules: Map<Detector['what'], () => void>;
  /** How often the present tone has been there. */
  tones: number;
  readonly release: () => void;
}

/**
 * Milliseconds in which a digit that came as a signal is also heard: at its end, whoever sends both has sent the
 * signal, while the tone is still on its way and then has to be missed for a while.
 */
const sameDigit = 250;

/**
 * What is looked for on which channels, and what becomes of it when it is found. Digits are looked for where the
 * settings of a channel say so; the audio side hears of that with its leg.
 */
export class Detection {
  readonly #byLeg = new Map<string, Watched>();
  /** The last digit of a channel that came as a signal and has not been heard yet. */
  readonly #signalled = new WeakMap<Channel, { readonly digit: string; readonly at: number }>();
  readonly #unheard: readonly (() => void)[];
  #started = 0;

  /** To be made after those who tell the audio side of its legs: when it is lost, the legs come first. */
  constructor(private readonly deps: DetectionDeps) {
    const { link, events } = deps;
    this.#unheard = [
      link.onNotice((notice) => this.#hear(notice)),
      link.onLost(() => this.#tellAgain()),
      events.on('channel-digit', ({ channel, digit, at }) => {
        const found = this.#findsDigits(channel.id);
        if (found !== undefined) this.#signalled.set(found, { digit, at });
      }),
    ];
  }

  /** Channels on which something is looked for. */
  get size(): number {
    return this.#byLeg.size;
  }

  /** One of a kind takes the place of another. False when the channel carries no audio. */
  start(channel: Channel, detector: Detector): boolean {
    if (this.deps.legs.ofChannel(channel) === undefined) return false;
    const watched = this.#byLeg.get(channel.id) ?? this.#watch(channel);
    const started = { ...detector, id: (this.#started += 1) };
    watched.detectors.set(detector.what, started);
    watched.modules.get(detector.what)?.();
    watched.modules.set(detector.what, this.#holdModule(channel, detector.what));
    if (detector.what === 'tone') watched.tones = 0;
    this.deps.link.send(commandOf(channel.id, started));
    return true;
  }

  /** What is not looked for is not stopped either. */
  stop({ id }: Channel, what: Detector['what']): void {
    const watched = this.#byLeg.get(id);
    if (watched?.detectors.delete(what) !== true) return;
    watched.modules.get(what)?.();
    this.deps.link.send({ do: 'stop-detecting', leg: id, what });
    // The tones that were counted can still be asked for.
  }

  /** How often the tone that was looked for last has been there. */
  tonesOn({ id }: Channel): number {
    return this.#byLeg.get(id)?.tones ?? 0;
  }

  /** Twice is harmless. */
  close(): void {
    for (const unhear of this.#unheard) unhear();
    for (const { release } of this.#byLeg.values()) release();
    this.#byLeg.clear();
  }

  #watch(channel: Channel): Watched {
    const release = channel.onGone(() => {
      this.#byLeg.delete(channel.id);
      for (const releaseModule of watched.modules.values()) releaseModule();
    });
    const watched: Watched = { channel, detectors: new Map(), modules: new Map(), tones: 0, release };
    this.#byLeg.set(channel.id, watched);
    return watched;
  }

  /** Others are looked for by applications, which hold their modules themselves. */
  #holdModule({ name }: Channel, what: Detector['what']): () => void {
    const { talkDetection, toneDetection } = this.deps.uses;
    return (what === 'talk' ? talkDetection : what === 'tone' ? toneDetection : uncounted)(name);
  }

  #tellAgain(): void {
    for (const { channel, detectors } of this.#byLeg.values())
      if (this.deps.legs.has(channel))
        for (const detector of detectors.values()) this.deps.link.send(commandOf(channel.id, detector));
  }

  #hear(notice: MediaNotice): void {
    if (notice.tell === 'digit') return this.#foundDigit(notice);
    const watched = 'leg' in notice ? this.#byLeg.get(notice.leg) : undefined;
    if (watched !== undefined) this.#found(watched, notice);
  }

  /** What was found a moment before it was no longer looked for is not reported. */
  #found(watched: Watched, notice: MediaNotice): void {
    const { channel, detectors } = watched;
    switch (notice.tell) {
      case 'talk-started':
        if (detectors.has('talk')) this.deps.events.emit({ type: 'channel-talking-started', ...this.#facts(channel) });
        break;
      case 'talk-ended': {
        const milliseconds = notice.duration;
        if (detectors.has('talk'))
          this.deps.events.emit({ type: 'channel-talking-finished', ...this.#facts(channel), milliseconds });
        break;
      }
      case 'tone-detected':
        this.#foundTone(watched);
        break;
      default:
        for (const detector of detectors.values()) tellFinder(detector, notice);
    }
  }

  /** It counts like one that came as a signal, unless it has come that way too. */
  #foundDigit({ leg, digit, duration: milliseconds }: Extract<MediaNotice, { tell: 'digit' }>): void {
    const channel = this.#findsDigits(leg);
    if (channel === undefined) return;
    const signalled = this.#signalled.get(channel);
    const isKnown = signalled?.digit === digit && this.deps.now() - signalled.at < sameDigit;
    if (!isKnown) channel.receive({ type: 'digit', digit, milliseconds });
    // Also what has just been reported: it was no signal.
    this.#signalled.delete(channel);
  }

  #findsDigits(leg: string): Channel | undefined {
    const channel = this.deps.legs.channelOf(leg);
    return channel?.audio.settings.findsDigits === true ? channel : undefined;
  }

  #foundTone(watched: Watched): void {
    const detector = watched.detectors.get('tone');
    if (detector?.what !== 'tone') return;
    watched.tones += 1;
    this.deps.events.emit({ type: 'channel-tone-detected', ...this.#facts(watched.channel) });
    detector.onFound?.(watched.tones);
  }

  #facts(channel: Channel): { readonly at: number; readonly channel: ChannelSnapshot } {
    return { at: this.deps.now(), channel: channel.snapshot() };
  }
}

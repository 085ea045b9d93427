import type { Logger } from '../../../shared/logger';
import type { MediaSource, MediaTarget } from '../../../media/protocol';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Channel } from '../../calls/channel/channel';
import type { EngineEventHub } from '../../engine-event';
import type { MediaLegs } from '../legs/media-legs';
import type { MediaUses } from '../media-uses';
import type { MediaSubject } from '../playback-snapshot';
import { indicateProgress } from '../progress';
import type { Play, PlayEnd, Plays } from './plays';
import type { MusicFinder, MusicRequest } from '../sources/source-finder';
import { bridgeRate, channelRate } from '../legs/listening-rate';

export interface BackgroundsDeps {
  readonly legs: MediaLegs;
  readonly plays: Plays;
  readonly music: MusicFinder;
  /** Of what is heard in bridges. */
  readonly defaultLanguage: string;
  readonly uses: Pick<MediaUses, 'music'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly log: Logger;
}

/** Maximum number of restarts after losses of the media thread: it might be their cause. */
const maxRestarts = 3;

interface Background {
  readonly kind: 'music' | 'silence' | 'tone';
  /** Undefined until the source has been found, and when it has failed. */
  play: Play | undefined;
  /** Called when it ends. */
  readonly releases: (() => void)[];
}

type RequestedClass = Pick<MusicRequest, 'asked' | 'ofChannel'>;

interface BackgroundRequest {
  readonly kind: Background['kind'];
  readonly source: Promise<MediaSource> | MediaSource;
  readonly open: () => MediaTarget | undefined;
  readonly release: () => void;
}

/** What is heard while nothing else is: music on hold, silence, a tone; one at a time for each who hears it. */
export class Backgrounds {
  /** By whether it is a channel or a bridge, and its id. */
  readonly #playing = new Map<string, Background>();

  constructor(private readonly deps: BackgroundsDeps) {}

  get size(): number {
    return this.#playing.size;
  }

  /** Unless it is unannounced, progress is sent to the far end of an unanswered call. */
  startMusic(channel: Channel, asked: string | undefined, manner: 'announced' | 'unannounced' = 'announced'): void {
    const request = { asked, ofChannel: channel.attributes.musicClass };
    if (!this.#mayHear(channel, request)) return;
    if (manner === 'announced') indicateProgress(channel);
    this.#startOnChannel(channel, 'music', this.#musicFor(channel, request));
    this.#reportMusic(channel, request);
    this.#followDigits(channel);
  }

  startSilence(channel: Channel): void {
    indicateProgress(channel);
    this.#startOnChannel(channel, 'silence', { kind: 'silence' });
  }

  /** Unannounced. */
  startTone(channel: Channel, source: MediaSource): void {
    this.#startOnChannel(channel, 'tone', source);
  }

  /** False when something else is heard, or nothing. */
  stop(listener: MediaSubject, kind: Background['kind']): boolean {
    const isOn = this.#playing.get(keyOf(listener))?.kind === kind;
    if (isOn) this.giveWay(listener);
    return isOn;
  }

  startBridgeMusic(bridge: Bridge, asked: string | undefined): void {
    const { music, defaultLanguage: language } = this.deps;
    const source = music.find({ asked: asked || undefined, ofChannel: '', language, rate: bridgeRate(bridge) });
    const open = (): MediaTarget => this.deps.legs.ofBridge(bridge);
    this.#put({ kind: 'bridge', id: bridge.id }, { kind: 'music', source, open, release: bridge.attend({}) });
  }

  hasMusic({ id }: Bridge): boolean {
    return this.#playing.has(keyOf({ kind: 'bridge', id }));
  }

  /** Other media takes its place, or who heard it is gone. It does not come back. */
  giveWay(listener: MediaSubject): void {
    const key = keyOf(listener);
    const background = this.#playing.get(key);
    if (background === undefined) return;
    this.#playing.delete(key);
    for (const release of background.releases) release();
    background.play?.stop();
  }

  #mayHear({ state }: Channel, request: RequestedClass): boolean {
    return state === 'Up' || !this.deps.music.needsAnswer(request);
  }

  #musicFor(channel: Channel, request: RequestedClass): Promise<MediaSource> {
    return this.deps.music.find({ ...request, language: channel.attributes.language, rate: channelRate(channel) });
  }

  /** A caller who hears music may choose another class, which then beats that of the channel. */
  #followDigits(channel: Channel): void {
    const key = keyOf({ kind: 'channel', id: channel.id });
    const background = this.#playing.get(key);
    if (background === undefined) return;
    background.releases.push(
      channel.onSignal((signal) => {
        const asked = signal.type === 'digit' ? this.deps.music.classOn(signal.digit) : undefined;
        const request = { asked, ofChannel: '' };
        if (asked === undefined || this.#playing.get(key) !== background || !this.#mayHear(channel, request)) return;
        this.#startOnChannel(channel, 'music', this.#musicFor(channel, request));
        this.#reportMusic(channel, request);
        this.#followDigits(channel);
      }),
    );
  }

  /** Reports that music has started, and its end when that comes. */
  #reportMusic(channel: Channel, { asked, ofChannel }: RequestedClass): void {
    const background = this.#playing.get(keyOf({ kind: 'channel', id: channel.id }));
    if (background === undefined) return;
    const { events, now } = this.deps;
    const musicClass = asked || ofChannel || 'default';
    const report = (type: 'music-started' | 'music-stopped'): void =>
      events.emit({ type, at: now(), channel: channel.snapshot(), musicClass });
    report('music-started');
    background.releases.push(() => report('music-stopped'));
  }

  #startOnChannel(channel: Channel, kind: Background['kind'], source: BackgroundRequest['source']): void {
    if (channel.isGone) return;
    const listener: MediaSubject = { kind: 'channel', id: channel.id };
    const release = channel.onDestroyed(() => this.giveWay(listener));
    this.#put(listener, { kind, source, open: () => this.deps.legs.ofChannel(channel), release });
  }

  #put(listener: MediaSubject, request: BackgroundRequest): void {
    this.giveWay(listener);
    const background: Background = { kind: request.kind, play: undefined, releases: [request.release] };
    if (request.kind === 'music') background.releases.push(this.deps.uses.music(`${listener.kind} ${listener.id}`));
    this.#playing.set(keyOf(listener), background);
    if ('kind' in request.source) this.#play(background, request.source, request.open);
    else void this.#playFound(keyOf(listener), background, request);
  }

  /** It may have been stopped while it was looked for. */
  async #playFound(key: string, background: Background, { source, open }: BackgroundRequest): Promise<void> {
    try {
      const found = await source;
      if (this.#playing.get(key) === background) this.#play(background, found, open);
    } catch (error) {
      this.deps.log.error({ error }, 'music on hold could not be looked for');
    }
  }

  #play(background: Background, source: MediaSource, open: BackgroundRequest['open']): void {
    let restarts = 0;
    const play = (): void => {
      const target = open();
      if (target === undefined) return;
      background.play = this.deps.plays.start({ target, source, inBackground: true, onEnd: ended });
    };
    const ended = ({ failed, isLost }: PlayEnd): void => {
      background.play = undefined;
      restarts += 1;
      // What fails by itself would fail again.
      if (isLost && restarts <= maxRestarts) play();
      else if (failed !== undefined) this.deps.log.warn({ failed }, 'background playback failed');
    };
    play();
  }
}

function keyOf({ kind, id }: MediaSubject): string {
  return `${kind}:${id}`;
}

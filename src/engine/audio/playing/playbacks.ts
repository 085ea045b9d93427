import type { BridgeId, PlaybackId } from '../../../shared/ids';
import type { AudioForm } from '../../../media/protocol';
import type { Logger } from '../../../shared/logger';
import type { Soon } from '../../../shared/scheduling/soon';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Channel } from '../../calls/channel/channel';
import type { EngineEventHub } from '../../engine-event';
import { CommandQueue } from '../legs/command-queue';
import { announcerForm, channelRate } from '../legs/listening-rate';
import type { MediaPlace } from '../media-place';
import type { MediaPlaces } from '../media-places';
import { shownMedia } from '../sources/media-uri';
import type { MediaUses } from '../media-uses';
import type { PlaybackDeps } from './playback';
import { Playback } from './playback';
import type { Plays } from './plays';
import type { ListeningPlace, SourceFinder } from '../sources/source-finder';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface PlaybacksDeps {
  readonly places: MediaPlaces;
  readonly plays: Plays;
  readonly sources: SourceFinder;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly soon: Soon;
  readonly nextId: () => PlaybackId;
  /** Of what is played to bridges. */
  readonly defaultLanguage: string;
  readonly uses: Pick<MediaUses, 'playback'>;
  readonly log: Logger;
}

export interface NewPlayback {
  /** Made up when it is not given. */
  readonly id: PlaybackId | undefined;
  /** One or more URIs. */
  readonly media: readonly string[];
  /** The listener's language when not given. */
  readonly language: string | undefined;
  /** Milliseconds. */
  readonly offset: number;
  readonly skip: number;
}

/** Who plays to a bridge: one thing after another, all in one form. */
interface Announcer {
  readonly queue: CommandQueue;
  readonly form: AudioForm;
}

interface Turn {
  readonly place: MediaPlace;
  readonly queue: CommandQueue;
  readonly listener: ListeningPlace;
  /** Takes part in what it is played to, until the result is called. */
  readonly attend?: () => () => void;
}

/** All playbacks that wait or are heard, by id. Those of one listener follow one another. */
export class Playbacks {
  readonly #byId = new TurnoverMap<PlaybackId, Playback>();
  /** By the ids of bridges that something was played to. Channels have their own queues for all commands. */
  readonly #announcers = new Map<BridgeId, Announcer>();

  constructor(private readonly deps: PlaybacksDeps) {}

  get size(): number {
    return this.#byId.size;
  }

  find(id: PlaybackId): Playback | undefined {
    return this.#byId.get(id);
  }

  /** Undefined when the id is taken. */
  playOn(channel: Channel, queue: CommandQueue, request: NewPlayback): Playback | undefined {
    const { language, toneZone: zone } = channel.attributes;
    const listener = { language, zone, rate: channelRate(channel) };
    return this.#play({ place: this.deps.places.playingOn(channel), queue, listener }, request);
  }

  /** Undefined when the id is taken. The format counts only for who begins to announce. */
  playIn(bridge: Bridge, request: NewPlayback, format?: string): Playback | undefined {
    const announcer = this.#announcerIn(bridge) ?? { queue: new CommandQueue(), form: announcerForm(bridge, format) };
    const { queue, form } = announcer;
    const listener = { language: this.deps.defaultLanguage, zone: '', rate: form.rate };
    const attend = (): (() => void) => bridge.attend(announcer);
    const place = this.deps.places.playingIn(bridge, form);
    const playback = this.#play({ place, queue, listener, attend }, request);
    if (!queue.isIdle) this.#announcers.set(bridge.id, announcer);
    return playback;
  }

  isPlayingIn(bridge: Bridge): boolean {
    return this.#announcerIn(bridge) !== undefined;
  }

  /** How many wait for their turn there. */
  waitingIn(bridge: Bridge): number {
    return this.#announcerIn(bridge)?.queue.size ?? 0;
  }

  /** The bridge ends: its playbacks, running or queued, fail. Idempotent. */
  endIn({ id }: { readonly id: BridgeId }): void {
    const announcer = this.#announcers.get(id);
    this.#announcers.delete(id);
    void announcer?.queue.close();
  }

  /** An announcer without further playbacks is removed. */
  #announcerIn({ id }: Bridge): Announcer | undefined {
    const announcer = this.#announcers.get(id);
    return announcer?.queue.isIdle === false ? announcer : undefined;
  }

  #play({ place, queue, listener: own, attend }: Turn, request: NewPlayback): Playback | undefined {
    const { id = this.deps.nextId(), media, offset, skip } = request;
    if (this.#byId.has(id)) return undefined;
    const listener = { ...own, language: request.language ?? own.language };
    const releaseModule = this.deps.uses.playback(`playback ${id}`);
    const leave = attend?.();
    const release = (): void => {
      leave?.();
      releaseModule();
    };
    const playback = new Playback({ id, media, place, listener, offset, skip }, this.#playbackDeps(queue, release));
    this.#byId.set(id, playback);
    queue.add(playback);
    return playback;
  }

  #playbackDeps(queue: CommandQueue, release: () => void): PlaybackDeps {
    const { sources, plays, soon, events, now, log } = this.deps;
    return {
      sources,
      plays,
      soon,
      report: (what, playback) => events.emit({ type: `playback-${what}`, at: now(), playback }),
      complain: ({ id, media }, reason) =>
        log.warn({ playback: id, media: shownMedia(media), reason }, 'a medium could not be played'),
      remove: (playback) => {
        this.#byId.delete(playback.id);
        release();
        queue.withdraw(playback);
      },
    };
  }
}

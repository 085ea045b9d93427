import type { LegNotice, MediaLink, NoticeHandlers } from '../../media/protocol';
import type { Bridge } from '../calls/bridge/bridge';
import type { Channel } from '../calls/channel/channel';
import type { EngineEventSource } from '../engine-event';
import type { ChannelLevel } from './legs/channel-levels';
import { ChannelLevels } from './legs/channel-levels';
import { Connections } from './legs/connections';
import type { ChannelPlayDeps } from './playing/channel-play';
import { playToBridge, playToChannel } from './playing/channel-play';
import type { ChannelRecorderDeps } from './recording/channel-recorder';
import { ChannelRecorder } from './recording/channel-recorder';
import type {
  ChannelSound,
  SocketRequest,
  SoundPlay,
  SoundRecording,
  SoundRecordRequest,
  SoundTalk,
  SoundRequest,
} from './channel-sound';
import type { Detection } from './legs/detection';
import type { SoundDetector } from './legs/detector';
import { soundDigit } from './digit-sound';
import type { Listening, ListeningInDeps, ListenRequest } from './listening-in';
import { ListeningIn } from './listening-in';
import { channelRate } from './legs/listening-rate';
import type { BridgeRecordRequest, Monitor, Monitors, MonitorStart, MonitorRequest } from './recording/monitors';
import type { SocketTalkDeps } from './socket-talk';
import { talkToSocket } from './socket-talk';
import { TurnoverMap } from '../../shared/collections/turnover-map';

export interface ChannelSoundsDeps extends ChannelPlayDeps, ChannelRecorderDeps, SocketTalkDeps, ListeningInDeps {
  readonly link: Pick<MediaLink, 'send' | 'on' | 'onLost'>;
  readonly events: EngineEventSource;
  readonly detection: Pick<Detection, 'start' | 'stop'>;
  readonly monitors: Pick<Monitors, 'start' | 'startInBridge' | 'of'>;
  readonly talkingLevel: () => number;
}

/** Playback and recording of channels for their programs. */
export class ChannelSounds implements ChannelSound {
  readonly #recorder: ChannelRecorder;
  readonly #listening: ListeningIn;
  readonly #levels: ChannelLevels;
  readonly #connections: Connections;
  readonly #echoing = new Set<Channel>();
  /** Who waits for the first audio of a channel. */
  readonly #awaited = new TurnoverMap<Channel, Set<() => void>>();
  readonly #subscriptions: readonly (() => void)[];

  /** To be made after the legs listen to the link: after a loss it needs the restored legs. */
  constructor(private readonly deps: ChannelSoundsDeps) {
    const { link, events, backgrounds } = deps;
    this.#recorder = new ChannelRecorder(deps);
    this.#listening = new ListeningIn(deps);
    this.#levels = new ChannelLevels(deps);
    this.#connections = new Connections(deps);
    this.#subscriptions = [
      link.on({
        'first-audio': ({ leg }) => this.#heardFirst(deps.legs.channelOf(leg)),
        'leg-level': (notice) => this.#levels.tell(notice),
      } satisfies NoticeHandlers<LegNotice>),
      link.onLost(() => this.#echoAgain()),
      deps.legs.onReplaced((channel) => {
        if (this.#echoing.has(channel)) this.#sendEcho(channel, true);
      }),
      // Tones signal the progress of a call; a connected call needs none.
      events.on('media', 'channel-entered-bridge', ({ channel: { id } }) =>
        backgrounds.stop({ kind: 'channel', id }, 'tone'),
      ),
    ];
  }

  get talkingLevel(): number {
    return this.deps.talkingLevel();
  }

  play(channel: Channel, options: SoundRequest): SoundPlay {
    return playToChannel(channel, options, this.deps);
  }

  announce(bridge: Bridge, options: SoundRequest): SoundPlay {
    return playToBridge(bridge, options, this.deps);
  }

  soundDigit(channel: Channel, digit: string, milliseconds: number): void {
    soundDigit(channel, { digit, milliseconds }, this.deps);
  }

  record(channel: Channel, options: SoundRecordRequest): Promise<SoundRecording> {
    return this.#recorder.record(channel, options);
  }

  monitor(channel: Channel, options: MonitorRequest): Promise<MonitorStart> {
    return this.deps.monitors.start(channel, options);
  }

  recordBridge(bridge: Bridge, options: BridgeRecordRequest): Promise<MonitorStart> {
    return this.deps.monitors.startInBridge(bridge, options);
  }

  monitorsOf(channel: Channel): readonly Monitor[] {
    return this.deps.monitors.of(channel);
  }

  startMusic(channel: Channel, musicClass: string | undefined): void {
    this.deps.backgrounds.startMusic(channel, musicClass, 'unannounced');
  }

  stopMusic({ id }: Channel): void {
    this.deps.backgrounds.stop({ kind: 'channel', id }, 'music');
  }

  async startTone(channel: Channel, tone: string): Promise<string | undefined> {
    const { language, toneZone: zone } = channel.attributes;
    const place = { language, zone, rate: channelRate(channel) };
    const found = await this.deps.sources.find(`tone:${tone}`, place);
    if (found.outcome === 'missing') return found.reason;
    this.deps.backgrounds.startTone(channel, found.source);
    return undefined;
  }

  stopTone({ id }: Channel): void {
    this.deps.backgrounds.stop({ kind: 'channel', id }, 'tone');
  }

  echo(channel: Channel): () => void {
    this.#echoing.add(channel);
    this.#sendEcho(channel, true);
    return () => {
      if (this.#echoing.delete(channel)) this.#sendEcho(channel, false);
    };
  }

  onFirstAudio(channel: Channel, heard: () => void): () => void {
    if (!this.deps.legs.has(channel)) return () => undefined;
    const waiting = this.#awaited.get(channel) ?? new Set();
    this.#awaited.set(channel, waiting.add(heard));
    return () => {
      waiting.delete(heard);
      if (waiting.size === 0) this.#awaited.delete(channel);
    };
  }

  detect(channel: Channel, detector: SoundDetector): (() => void) | undefined {
    const { detection } = this.deps;
    return detection.start(channel, detector) ? () => detection.stop(channel, detector.what) : undefined;
  }

  onLevel(channel: Channel, listener: (level: ChannelLevel) => void): (() => void) | undefined {
    return this.#levels.watch(channel, listener);
  }

  listenIn(channel: Channel, request: ListenRequest): Listening | undefined {
    return this.#listening.start(channel, request);
  }

  connect(one: Channel, other: Channel): () => void {
    return this.#connections.connect(one, other);
  }

  talkTo(channel: Channel, options: SocketRequest): Promise<SoundTalk> {
    return talkToSocket(channel, options, this.deps);
  }

  /** Idempotent. */
  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#listening.close();
    this.#levels.close();
    this.#connections.close();
    this.#awaited.clear();
    this.#echoing.clear();
  }

  #heardFirst(channel: Channel | undefined): void {
    if (channel !== undefined) for (const heard of [...(this.#awaited.get(channel) ?? [])]) heard();
  }

  #echoAgain(): void {
    for (const channel of this.#echoing) this.#sendEcho(channel, true);
  }

  /** A channel that has no leg gets one for an echo, but none to end it. */
  #sendEcho(channel: Channel, on: boolean): void {
    const { legs, link } = this.deps;
    const leg = on ? legs.open(channel) : legs.idOf(channel);
    if (leg !== undefined) link.send({ do: 'echo-leg', leg, on });
  }
}

import type { ChannelId } from '../../../shared/ids';
import type { MediaTarget, RecordedSides } from '../../../media/protocol';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Bridges } from '../../calls/bridge/bridges';
import type { Channel } from '../../calls/channel/channel';
import type { EngineEventSource } from '../../engine-event';
import { ServiceSlot } from '../../../shared/module-use/service-slot';
import { claimProblem } from './claim-problem';
import type { ClaimedPlace, StoragePlace } from './live-recordings';
import type { MediaLegs } from '../legs/media-legs';
import type { RecordEnd, RecordHandle, Records } from './records';

export interface MonitorsDeps {
  readonly legs: MediaLegs;
  readonly records: Records;
  readonly bridges: Bridges;
  readonly events: EngineEventSource;
  /** Takes the place of a recording of that name, or path. */
  readonly claimMonitor: (name: string) => Promise<ClaimedPlace>;
  /** Whether recordings can be written with this ending. */
  readonly isWritable: (format: string) => boolean;
}

/** One of the files that a call is recorded to. */
export interface MonitorFile {
  /** A name or path, without the format. */
  readonly name: string;
  readonly format: string;
  readonly sides: RecordedSides;
}

export interface MonitorRequest {
  readonly files: readonly MonitorFile[];
  readonly appends: boolean;
  /** Only while the channel is in a bridge. */
  readonly onlyBridged: boolean;
}

/** What is being recorded of a channel. */
export interface Monitor {
  readonly id: string;
  /** Absolute, in the order in which the files were asked for. */
  readonly paths: readonly string[];
  /** How each of them has ended, once all have. Never rejects. */
  readonly over: Promise<readonly RecordEnd[]>;
  readonly stop: () => void;
}

export type MonitorStart =
  | { readonly outcome: 'monitoring'; readonly monitor: Monitor }
  | { readonly outcome: 'refused'; readonly reason: string };

/** A recording of a bridge. */
export interface BridgeRecordRequest {
  /** A name or path, without the format. */
  readonly name: string;
  readonly format: string;
  readonly appends: boolean;
}

interface Beginning {
  readonly files: readonly { readonly format: string; readonly sides?: RecordedSides }[];
  readonly appends: boolean;
  readonly places: readonly Place[];
}

interface Begun {
  readonly monitor: Monitor;
  readonly records: readonly RecordHandle[];
}

type Place = StoragePlace & { readonly format: string };

/** Recordings of whole calls: both directions of a channel, whatever it does meanwhile. */
export class Monitors {
  /** Holds the module for each recorded channel, until its recording has ended. */
  readonly holds = new ServiceSlot<(channel: string) => () => void>(() => nothing);
  readonly #ofChannel = new Map<ChannelId, Set<Monitor>>();
  readonly #subscriptions: readonly (() => void)[];
  /** By the ids of channels: what is recorded only in bridges. */
  readonly #bridged = new Map<ChannelId, Set<RecordHandle>>();
  #count = 0;

  constructor(private readonly deps: MonitorsDeps) {
    const { events } = deps;
    this.#subscriptions = [
      events.on('media', 'channel-entered-bridge', ({ channel }) =>
        this.#each(channel.id, (record) => record.resume()),
      ),
      events.on('media', 'channel-left-bridge', ({ channel }) => this.#each(channel.id, (record) => record.pause())),
    ];
  }

  async start(channel: Channel, request: MonitorRequest): Promise<MonitorStart> {
    const places = await this.#claimAll(request.files);
    if (typeof places === 'string') return { outcome: 'refused', reason: places };
    const started = channel.isEnding ? 'the call is being hung up' : this.#record(channel, request, places);
    if (typeof started !== 'string') return { outcome: 'monitoring', monitor: started };
    for (const { release } of places) release();
    return { outcome: 'refused', reason: started };
  }

  /** Records a bridge. */
  async startInBridge(bridge: Bridge, { name, format, appends }: BridgeRecordRequest): Promise<MonitorStart> {
    const files = [{ name, format }];
    const places = await this.#claimAll(files);
    if (typeof places === 'string') return { outcome: 'refused', reason: places };
    // It may have been destroyed meanwhile, and nothing would close its audio again.
    if (this.deps.bridges.find(bridge.id) !== bridge) {
      for (const { release } of places) release();
      return { outcome: 'refused', reason: 'the bridge no longer exists' };
    }
    const { monitor } = this.#begin(this.deps.legs.ofBridge(bridge), { files, appends, places });
    return { outcome: 'monitoring', monitor };
  }

  /** Those of a channel, in the order in which they were started. */
  of({ id }: Channel): readonly Monitor[] {
    return [...(this.#ofChannel.get(id) ?? [])];
  }

  /** Idempotent. */
  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
  }

  /** A text says why there is no place. */
  async #claimAll(files: readonly Pick<MonitorFile, 'name' | 'format'>[]): Promise<readonly Place[] | string> {
    const places: Place[] = [];
    for (const { name, format } of files) {
      const place = this.deps.isWritable(format) ? await this.deps.claimMonitor(name) : undefined;
      if (place?.outcome === 'ok') {
        places.push({ ...place, format });
        continue;
      }
      for (const { release } of places) release();
      return place === undefined ? `nothing can be recorded as '${format}'` : claimProblem(place);
    }
    return places;
  }

  #record(channel: Channel, request: MonitorRequest, places: readonly Place[]): Monitor | string {
    const target = this.deps.legs.ofChannel(channel);
    if (target === undefined) return 'the channel carries no audio';
    const { monitor, records } = this.#begin(target, { ...request, places });
    if (request.onlyBridged) this.#keepToBridges(channel, records);
    this.#keep(channel, monitor, records);
    void monitor.over.then(this.holds.current(channel.name));
    void monitor.over.then(channel.audio.listenIn());
    return monitor;
  }

  #begin(target: MediaTarget, { files, appends, places }: Beginning): Begun {
    const records: RecordHandle[] = [];
    const ends = files.map(({ format, sides }, index) => {
      const { path = '', release } = places[index] ?? {};
      return new Promise<RecordEnd>((resolve) => {
        const file = { path: `${path}.${format}`, format, appends };
        const onEnded = (end: RecordEnd): void => {
          release?.();
          resolve(end);
        };
        const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
        records.push(this.deps.records.start({ target, file, sides, ...limits, onStarted: nothing, onEnded }));
      });
    });
    const monitor: Monitor = {
      id: `mixmonitor-${(this.#count += 1)}`,
      paths: places.map(({ path, format }) => `${path}.${format}`),
      over: Promise.all(ends),
      stop: () => records.forEach((record) => record.stop()),
    };
    return { monitor, records };
  }

  #keepToBridges(channel: Channel, records: readonly RecordHandle[]): void {
    if (this.deps.bridges.of(channel) === undefined) for (const record of records) record.pause();
    this.#bridged.set(channel.id, new Set([...(this.#bridged.get(channel.id) ?? []), ...records]));
  }

  #keep({ id }: Channel, monitor: Monitor, records: readonly RecordHandle[]): void {
    this.#ofChannel.set(id, (this.#ofChannel.get(id) ?? new Set()).add(monitor));
    void monitor.over.then(() => {
      drop(this.#ofChannel, id, monitor);
      for (const record of records) drop(this.#bridged, id, record);
    });
  }

  #each(channelId: ChannelId, action: (record: RecordHandle) => void): void {
    for (const record of this.#bridged.get(channelId) ?? []) action(record);
  }
}

const nothing = (): void => undefined;

function drop<Item>(sets: Map<ChannelId, Set<Item>>, id: ChannelId, item: Item): void {
  const set = sets.get(id);
  set?.delete(item);
  if (set?.size === 0) sets.delete(id);
}

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

interface AriEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}
type Listener = (event: AriEvent, instance?: unknown) => void;

/** What ari-client makes of a channel or a bridge: its fields, its operations, and events of its own. */
interface Instance {
  readonly id: string;
  readonly once: (type: string, listener: Listener) => void;
}
type Operation = (...parameters: readonly unknown[]) => Promise<unknown>;
type Operations<Name extends string> = Readonly<Record<Name, Operation>>;
type AriChannel = Instance &
  Operations<
    'originate' | 'answer' | 'ring' | 'hangup' | 'setChannelVar' | 'getChannelVar' | 'get' | 'play' | 'record'
  >;
type AriBridge = Instance & Operations<'create' | 'addChannel' | 'removeChannel' | 'destroy' | 'get'>;

/** What tests see of ari-client 2.2.0. */
export interface AriClient {
  readonly _ws: EventEmitter;
  readonly start: (applications: string, subscribeAll?: boolean) => Promise<void>;
  readonly stop: () => void;
  readonly on: (type: string, listener: Listener) => void;
  readonly once: (type: string, listener: Listener) => void;
  readonly removeListener: (type: string, listener: Listener) => void;
  readonly Channel: (id?: string) => AriChannel;
  readonly Bridge: (id?: string) => AriBridge;
  readonly Playback: () => Instance & Operations<'stop' | 'get'>;
  readonly channels: Operations<'list' | 'hangup'>;
  readonly bridges: Operations<'list'>;
  readonly applications: Operations<'list' | 'get' | 'subscribe' | 'unsubscribe'>;
  readonly deviceStates: Operations<'update' | 'get' | 'list' | 'delete'>;
  readonly mailboxes: Operations<'update' | 'get' | 'list' | 'delete'>;
  readonly asterisk: Operations<'setGlobalVar' | 'getGlobalVar' | 'getInfo'>;
  readonly recordings: Operations<'stop' | 'getStored' | 'listStored' | 'deleteStored'>;
  readonly events: Operations<'userEvent'>;
}

export const { connect } = createRequire(__filename)('ari-client') as {
  readonly connect: (url: string, user: string, password: string) => Promise<AriClient>;
};

/**
 * Calls as a program with ari-client makes them, from the first request to the last event. The application is `hello`, and
 * the dialplan has the extensions `inbound`, which enters it, and `up`, which answers.
 */
export class AriClientFlow {
  constructor(private readonly client: AriClient) {}

  async play(): Promise<void> {
    const near = await this.#answeredCall();
    await this.#variables(near);
    const other = await this.#secondCall();
    const bridge = await this.#bridge(near, other);
    await this.#end(near, other, bridge);
    expect(await this.client.channels.list()).toEqual([]);
    expect(await this.client.bridges.list()).toEqual([]);
  }

  /** A tone that is stopped, and a recording that is kept, listed and deleted. */
  async playAndRecord(): Promise<void> {
    const { client } = this;
    const channel = client.Channel();
    const entered = this.#entering(channel.id);
    await channel.originate({ endpoint: 'Local/up@default', app: 'hello' });
    await entered;

    const playback = client.Playback();
    const [started, finished] = [own(playback, 'PlaybackStarted'), own(playback, 'PlaybackFinished')];
    await channel.play({ media: 'tone:ring' }, playback);
    await started;
    expect(fields(await playback.get())).toMatchObject({ id: playback.id, media_uri: 'tone:ring' });
    await playback.stop();
    await finished;

    const [began, ended] = [this.#next('RecordingStarted'), this.#next('RecordingFinished')];
    await channel.record({ name: 'note', format: 'wav' });
    await began;
    await client.recordings.stop({ recordingName: 'note' });
    expect(await ended).toMatchObject({ recording: { name: 'note' } });
    expect(fields(await client.recordings.getStored({ recordingName: 'note' }))).toMatchObject({ format: 'wav' });
    expect(await client.recordings.listStored()).toMatchObject([{ name: 'note' }]);
    await client.recordings.deleteStored({ recordingName: 'note' });
    expect(await client.recordings.listStored()).toEqual([]);

    const destroyed = own(channel, 'ChannelDestroyed');
    await channel.hangup();
    await destroyed;
  }

  /** A call whose far end was in the application too, and has answered there. */
  async #answeredCall(): Promise<AriChannel> {
    const { client } = this;
    const near = client.Channel();
    const farEntered = this.#entering('far');
    const nearEntered = this.#entering(near.id);
    const placed = await near.originate({
      endpoint: 'Local/inbound@default',
      app: 'hello',
      appArgs: 'outbound',
      callerId: 'Anna <100>',
      otherChannelId: 'far',
      variables: { PLACED: 'yes' },
    });
    expect(fields(placed)).toMatchObject({ id: near.id, state: 'Down', caller: { name: 'Anna', number: '100' } });
    const far = await farEntered;

    await far.ring();
    await far.answer();
    const answered = await nearEntered;
    expect(fields(answered)).toMatchObject({ id: near.id, state: 'Up' });
    return near;
  }

  async #variables(near: AriChannel): Promise<void> {
    const set = own(near, 'ChannelVarset');
    await near.setChannelVar({ variable: 'COLOUR', value: 'red & blue' });
    expect(await set).toMatchObject({ variable: 'COLOUR', value: 'red & blue' });
    expect(await near.getChannelVar({ variable: 'COLOUR' })).toMatchObject({ value: 'red & blue' });
    const placed = await this.client.Channel('far').getChannelVar({ variable: 'PLACED' });
    expect(placed).toMatchObject({ value: 'yes' });
  }

  async #secondCall(): Promise<AriChannel> {
    const other = this.client.Channel('other');
    const entered = this.#entering('other');
    await other.originate({ endpoint: 'Local/up@default', app: 'hello' });
    await entered;
    return other;
  }

  async #bridge(near: AriChannel, other: AriChannel): Promise<AriBridge> {
    const bridge = this.client.Bridge();
    await bridge.create({ type: 'mixing', name: 'room' });
    const entered = own(bridge, 'ChannelEnteredBridge');
    await bridge.addChannel({ channel: [near.id, other.id] });
    expect(await entered).toMatchObject({ bridge: { name: 'room' }, channel: { id: near.id } });
    expect(fields(await bridge.get())).toMatchObject({ channels: [near.id, other.id].sort() });
    const left = own(bridge, 'ChannelLeftBridge');
    await bridge.removeChannel({ channel: other.id });
    expect(await left).toMatchObject({ channel: { id: other.id } });
    return bridge;
  }

  async #end(near: AriChannel, other: AriChannel, bridge: AriBridge): Promise<void> {
    const ended = own(near, 'StasisEnd');
    const destroyed = own(near, 'ChannelDestroyed');
    await near.hangup({ reason: 'busy' });
    await ended;
    expect(await destroyed).toMatchObject({ cause: 17, cause_txt: 'User busy' });
    await expect(near.get()).rejects.toThrow(/there is no channel/);
    const bridgeDestroyed = own(bridge, 'BridgeDestroyed');
    await bridge.destroy();
    await bridgeDestroyed;
    const otherDestroyed = own(other, 'ChannelDestroyed');
    await other.hangup();
    await otherDestroyed;
  }

  /** The channel of that id, as the client hands it out when it enters the application. */
  #entering(id: string): Promise<AriChannel> {
    const { client } = this;
    return new Promise((resolve) => {
      const listener: Listener = (_event, instance) => {
        const channel = instance as AriChannel;
        if (channel.id !== id) return;
        client.removeListener('StasisStart', listener);
        resolve(channel);
      };
      client.on('StasisStart', listener);
    });
  }

  #next(type: string): Promise<AriEvent> {
    return new Promise((resolve) => this.client.once(type, resolve));
  }
}

function own(instance: Instance, type: string): Promise<AriEvent> {
  return new Promise((resolve) => instance.once(type, resolve));
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return { ...(value as object) };
}

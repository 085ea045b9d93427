import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { eventually } from '../eventually';

interface IpcomEvent {
  readonly type: string;
  readonly channel?: { readonly id: string; readonly state: string };
  readonly [field: string]: unknown;
}
interface IpcomChannel {
  readonly id: string;
  readonly originate: (data: object) => Promise<{ readonly id: string; readonly state: string }>;
  readonly answer: () => Promise<void>;
  readonly hangup: () => Promise<void>;
  readonly getDetails: () => Promise<unknown>;
  readonly getVariable: (name: string) => Promise<unknown>;
  readonly holdChannel: () => Promise<void>;
  readonly muteChannel: (direction: string) => Promise<void>;
}
interface IpcomBridge {
  readonly get: () => Promise<unknown>;
  readonly add: (request: object) => Promise<void>;
  readonly remove: (request: object) => Promise<void>;
}

/** What tests see of @ipcom/asterisk-ari 1.0.0 with calls. */
export interface IpcomClient {
  readonly webSocketClient: { readonly ws: EventEmitter };
  readonly connectWebSocket: (applications: readonly string[]) => Promise<void>;
  readonly on: (type: string, listener: (event: IpcomEvent) => void) => void;
  readonly destroy: () => Promise<void>;
  readonly Channel: (id?: string) => IpcomChannel;
  readonly Bridge: (id?: string) => IpcomBridge;
  readonly channels: {
    readonly list: () => Promise<unknown>;
    readonly get: (id: string) => Promise<unknown>;
    readonly setChannelVariable: (id: string, name: string, value: string) => Promise<void>;
    readonly hangup: (id: string, options: object) => Promise<void>;
    readonly playWithId: (id: string, playbackId: string, media: string) => Promise<unknown>;
    readonly record: (id: string, options: object) => Promise<unknown>;
  };
  readonly bridges: {
    readonly list: () => Promise<unknown>;
    readonly createBridge: (request: object) => Promise<{ readonly id: string }>;
    readonly destroy: (id: string) => Promise<void>;
  };
  readonly playbacks: { readonly get: (id: string) => Promise<unknown>; readonly stop: (id: string) => Promise<void> };
  readonly applications: { readonly list: () => Promise<unknown> };
  readonly baseClient: Readonly<
    Record<'get' | 'post' | 'put' | 'delete', (path: string, body?: object) => Promise<unknown>>
  >;
}

const { AriClient } = createRequire(__filename)('@ipcom/asterisk-ari') as {
  readonly AriClient: new (config: object) => IpcomClient;
};

export function ipcomClient(origin: string): IpcomClient {
  const { hostname: host, port } = new URL(origin);
  return new AriClient({ host, port: Number(port), username: 'asterisk', password: 'asterisk', secure: false });
}

/** The same calls as those of `AriClientFlow`, as a program with @ipcom/asterisk-ari makes them. */
export class IpcomFlow {
  readonly #events: IpcomEvent[] = [];

  constructor(private readonly client: IpcomClient) {
    const types = ['StasisStart', 'ChannelDestroyed', 'PlaybackStarted', 'PlaybackFinished'];
    for (const type of [...types, 'RecordingStarted', 'RecordingFinished'])
      client.on(type, (event) => this.#events.push(event));
  }

  async play(): Promise<void> {
    const { client } = this;
    // It subscribes to everything by a request of its own, not with its socket.
    for (const source of ['channel:', 'bridge:', 'deviceState:'])
      await client.baseClient.post(`/applications/hello/subscription?eventSource=${source}`);
    await this.#answeredCall();
    await this.#details();
    await this.#call('other');
    const bridge = await this.#bridge();

    await client.channels.hangup('near', { reason: 'busy' });
    expect(await this.#seen('ChannelDestroyed', 'near')).toMatchObject({ cause: 17 });
    await expect(client.channels.get('near')).rejects.toThrow(/there is no channel 'near'/);
    await client.Channel('other').hangup();
    await this.#seen('ChannelDestroyed', 'other');
    await client.bridges.destroy(bridge);

    expect(await client.channels.list()).toEqual([]);
    expect(await client.bridges.list()).toEqual([]);
  }

  /** A tone that is stopped, and a recording that is kept, listed and deleted. */
  async playAndRecord(): Promise<void> {
    const { client } = this;
    await this.#call('speaker');
    await client.channels.playWithId('speaker', 'ringing', 'tone:ring');
    await this.#told('PlaybackStarted');
    expect(await client.playbacks.get('ringing')).toMatchObject({ id: 'ringing', media_uri: 'tone:ring' });
    await client.playbacks.stop('ringing');
    await this.#told('PlaybackFinished');

    await client.channels.record('speaker', { name: 'note', format: 'wav' });
    await this.#told('RecordingStarted');
    await client.baseClient.post('/recordings/live/note/stop');
    expect(await this.#told('RecordingFinished')).toMatchObject({ recording: { name: 'note' } });
    expect(await client.baseClient.get('/recordings/stored')).toMatchObject([{ name: 'note', format: 'wav' }]);
    await client.baseClient.delete('/recordings/stored/note');
    expect(await client.baseClient.get('/recordings/stored')).toEqual([]);

    await client.Channel('speaker').hangup();
    await this.#seen('ChannelDestroyed', 'speaker');
  }

  async #answeredCall(): Promise<void> {
    const { client } = this;
    const placed = await client.Channel().originate({
      endpoint: 'Local/inbound@default',
      app: 'hello',
      channelId: 'near',
      otherChannelId: 'far',
      callerId: 'Anna <100>',
      variables: { PLACED: 'yes' },
    });
    expect(placed).toMatchObject({ id: 'near', state: 'Down' });
    await this.#seen('StasisStart', 'far');
    await client.Channel('far').answer();
    expect(await this.#seen('StasisStart', 'near')).toMatchObject({ channel: { state: 'Up' } });
  }

  async #details(): Promise<void> {
    const { client } = this;
    const [near, far] = [client.Channel('near'), client.Channel('far')];
    await client.channels.setChannelVariable('near', 'COLOUR', 'red & blue');
    expect(await near.getVariable('COLOUR')).toMatchObject({ value: 'red & blue' });
    expect(await far.getVariable('PLACED')).toMatchObject({ value: 'yes' });
    expect(await near.getDetails()).toMatchObject({ id: 'near', state: 'Up' });
    await near.holdChannel();
    await near.muteChannel('both');
  }

  async #call(channelId: string): Promise<void> {
    await this.client.Channel().originate({ endpoint: 'Local/up@default', app: 'hello', channelId });
    await this.#seen('StasisStart', channelId);
  }

  async #bridge(): Promise<string> {
    const { client } = this;
    const { id } = await client.bridges.createBridge({ type: 'mixing', name: 'room' });
    const bridge = client.Bridge(id);
    await bridge.add({ channel: ['near', 'other'] });
    expect(await bridge.get()).toMatchObject({ id, name: 'room', channels: ['near', 'other'] });
    await bridge.remove({ channel: 'other' });
    expect(await bridge.get()).toMatchObject({ channels: ['near'] });
    return id;
  }

  #seen(type: string, id: string): Promise<IpcomEvent> {
    return this.#find((event) => event.type === type && event.channel?.id === id, `${type} of ${id}`);
  }

  #told(type: string): Promise<IpcomEvent> {
    return this.#find((event) => event.type === type, type);
  }

  /** It hands events on a moment after they came. */
  async #find(isIt: (event: IpcomEvent) => boolean, what: string): Promise<IpcomEvent> {
    await eventually(
      () => this.#events.some(isIt),
      () => `${what} does not come`,
    );
    const found = this.#events.find(isIt);
    if (found === undefined) throw new Error(`${what} is gone`);
    return found;
  }
}

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { CallRig } from '../support/calls/call-rig';
import { FrameRecorder, typesOfAFlow } from '../support/client/frame-recorder';
import { noteLeftovers } from './ipcom-leftovers';

interface IpcomEvent {
  readonly type: string;
  readonly channel?: { readonly id: string; readonly state: string };
  readonly [field: string]: unknown;
}
interface IpcomChannel {
  readonly id: string;
  readonly once: (type: string, listener: (event: IpcomEvent) => void) => void;
  readonly originate: (data: object) => Promise<{ readonly id: string; readonly state: string }>;
  readonly answer: () => Promise<void>;
  readonly hangup: () => Promise<void>;
  readonly getDetails: () => Promise<unknown>;
  readonly getVariable: (name: string) => Promise<unknown>;
  readonly holdChannel: () => Promise<void>;
  readonly muteChannel: (direction: string) => Promise<void>;
}
interface IpcomBridge {
  readonly once: (type: string, listener: (event: IpcomEvent) => void) => void;
  readonly get: () => Promise<unknown>;
  readonly add: (request: object) => Promise<void>;
  readonly remove: (request: object) => Promise<void>;
}
interface IpcomClient {
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
  };
  readonly bridges: {
    readonly list: () => Promise<unknown>;
    readonly createBridge: (request: object) => Promise<{ readonly id: string }>;
    readonly destroy: (id: string) => Promise<void>;
  };
  readonly baseClient: { readonly post: (path: string, body?: object) => Promise<unknown> };
}

const { AriClient } = createRequire(__filename)('@ipcom/asterisk-ari') as {
  readonly AriClient: new (config: object) => IpcomClient;
};

describe('@ipcom/asterisk-ari 1.0.0 with calls', () => {
  let rig: CallRig;
  let client: IpcomClient;
  let frames: FrameRecorder;
  const events: IpcomEvent[] = [];
  let removeLeftovers = (): void => undefined;

  beforeAll(async () => {
    removeLeftovers = noteLeftovers();
    rig = await CallRig.start('exten => inbound,1,Stasis(hello,inbound)\n same => n,Wait(600)\n');
    const { hostname: host, port } = new URL(rig.server.origin);
    client = new AriClient({ host, port: Number(port), username: 'asterisk', password: 'asterisk', secure: false });
    await client.connectWebSocket(['hello']);
    frames = new FrameRecorder(client.webSocketClient.ws);
    client.on('StasisStart', (event) => events.push(event));
    client.on('ChannelDestroyed', (event) => events.push(event));
  });
  afterAll(async () => {
    await client.destroy();
    await rig.close();
    removeLeftovers();
  });

  /** It hands events on a moment after they came. */
  const seen = async (type: string, id: string): Promise<IpcomEvent> => {
    for (;;) {
      const event = events.find((candidate) => candidate.type === type && candidate.channel?.id === id);
      if (event !== undefined) return event;
      await new Promise(setImmediate);
    }
  };

  it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
    // It subscribes to everything by a request of its own, not with its socket.
    for (const source of ['channel:', 'bridge:', 'deviceState:'])
      await client.baseClient.post(`/applications/hello/subscription?eventSource=${source}`);
    const placed = await client.Channel().originate({
      endpoint: 'Local/inbound@default',
      app: 'hello',
      channelId: 'near',
      otherChannelId: 'far',
      callerId: 'Anna <100>',
      variables: { PLACED: 'yes' },
    });
    expect(placed).toMatchObject({ id: 'near', state: 'Down' });
    await seen('StasisStart', 'far');

    const [near, far] = [client.Channel('near'), client.Channel('far')];
    await far.answer();
    expect(await seen('StasisStart', 'near')).toMatchObject({ channel: { state: 'Up' } });
    await client.channels.setChannelVariable('near', 'COLOUR', 'red & blue');
    expect(await near.getVariable('COLOUR')).toMatchObject({ value: 'red & blue' });
    expect(await far.getVariable('PLACED')).toMatchObject({ value: 'yes' });
    expect(await near.getDetails()).toMatchObject({ id: 'near', state: 'Up' });
    await near.holdChannel();
    await near.muteChannel('both');

    await client.Channel().originate({ endpoint: 'Local/up@default', app: 'hello', channelId: 'other' });
    await seen('StasisStart', 'other');
    const { id } = await client.bridges.createBridge({ type: 'mixing', name: 'room' });
    const bridge = client.Bridge(id);
    await bridge.add({ channel: ['near', 'other'] });
    expect(await bridge.get()).toMatchObject({ id, name: 'room', channels: ['near', 'other'] });
    await bridge.remove({ channel: 'other' });
    expect(await bridge.get()).toMatchObject({ channels: ['near'] });

    await client.channels.hangup('near', { reason: 'busy' });
    expect(await seen('ChannelDestroyed', 'near')).toMatchObject({ cause: 17 });
    await expect(client.channels.get('near')).rejects.toThrow(/there is no channel 'near'/);
    await client.Channel('other').hangup();
    await seen('ChannelDestroyed', 'other');
    await client.bridges.destroy(id);

    expect(await client.channels.list()).toEqual([]);
    expect(await client.bridges.list()).toEqual([]);
  });

  it('was sent nothing but what the published documents declare', async () => {
    expect(frames.faults()).toEqual([]);
    expect(await frames.undeclared(rig.server.origin)).toEqual([]);
    expect([...frames.types].sort()).toEqual([...typesOfAFlow].sort());
  });

  it('leaves nothing behind', async () => {
    await client.destroy();

    await rig.quiet();
  });
});

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { CallRig } from '../support/calls/call-rig';
import { FrameRecorder, typesOfAFlow } from '../support/client/frame-recorder';

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
type Operation = (parameters?: object) => Promise<unknown>;
type AriChannel = Instance &
  Readonly<
    Record<
      'originate' | 'answer' | 'ring' | 'hangup' | 'continueInDialplan' | 'setChannelVar' | 'getChannelVar' | 'get',
      Operation
    >
  >;
type AriBridge = Instance & Readonly<Record<'create' | 'addChannel' | 'removeChannel' | 'destroy' | 'get', Operation>>;
interface AriClient {
  readonly _ws: EventEmitter;
  readonly start: (applications: string, subscribeAll?: boolean) => Promise<void>;
  readonly stop: () => void;
  readonly on: (type: string, listener: Listener) => void;
  readonly removeListener: (type: string, listener: Listener) => void;
  readonly Channel: (id?: string) => AriChannel;
  readonly Bridge: (id?: string) => AriBridge;
  readonly channels: Readonly<Record<'list' | 'hangup', Operation>>;
  readonly bridges: Readonly<Record<'list', Operation>>;
}

const { connect } = createRequire(__filename)('ari-client') as {
  readonly connect: (url: string, user: string, password: string) => Promise<AriClient>;
};

describe('ari-client 2.2.0 with calls', () => {
  let rig: CallRig;
  let client: AriClient;
  let frames: FrameRecorder;
  beforeAll(async () => {
    rig = await CallRig.start('exten => inbound,1,Stasis(hello,inbound)\n same => n,Wait(600)\n');
    client = await connect(rig.server.origin, 'asterisk', 'asterisk');
    await client.start('hello', true);
    frames = new FrameRecorder(client._ws);
  });
  afterAll(() => rig.close());

  const own = (instance: Instance, type: string): Promise<AriEvent> =>
    new Promise((resolve) => instance.once(type, resolve));
  /** The channel of that id, as the client hands it out when it enters the application. */
  const entering = (id: string): Promise<AriChannel> =>
    new Promise((resolve) => {
      const listener: Listener = (_event, instance) => {
        const channel = instance as AriChannel;
        if (channel.id !== id) return;
        client.removeListener('StasisStart', listener);
        resolve(channel);
      };
      client.on('StasisStart', listener);
    });
  const fields = (value: unknown): Readonly<Record<string, unknown>> => ({ ...(value as object) });

  it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
    // Given a call whose far end is in the application and has not answered yet.
    const near = client.Channel();
    const farEntered = entering('far');
    const nearEntered = entering(near.id);
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

    const set = own(near, 'ChannelVarset');
    await near.setChannelVar({ variable: 'COLOUR', value: 'red & blue' });
    expect(await set).toMatchObject({ variable: 'COLOUR', value: 'red & blue' });
    expect(await near.getChannelVar({ variable: 'COLOUR' })).toMatchObject({ value: 'red & blue' });
    expect(await far.getChannelVar({ variable: 'PLACED' })).toMatchObject({ value: 'yes' });

    // A second call, to be bridged with the first one.
    const other = client.Channel('other');
    const otherEntered = entering('other');
    await other.originate({ endpoint: 'Local/up@default', app: 'hello' });
    await otherEntered;
    const bridge = client.Bridge();
    await bridge.create({ type: 'mixing', name: 'room' });
    const entered = own(bridge, 'ChannelEnteredBridge');
    await bridge.addChannel({ channel: [near.id, other.id] });
    expect(await entered).toMatchObject({ bridge: { name: 'room' }, channel: { id: near.id } });
    expect(fields(await bridge.get())).toMatchObject({ channels: [near.id, other.id].sort() });
    const left = own(bridge, 'ChannelLeftBridge');
    await bridge.removeChannel({ channel: other.id });
    expect(await left).toMatchObject({ channel: { id: other.id } });

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

    expect(await client.channels.list()).toEqual([]);
    expect(await client.bridges.list()).toEqual([]);
  });

  it('hears the words of refusals', async () => {
    const unknown = client.Channel('nosuch');

    await expect(unknown.answer()).rejects.toThrow(/there is no channel 'nosuch'/);
    await expect(client.Bridge('nosuch').addChannel({ channel: 'x' })).rejects.toThrow(/there is no bridge 'nosuch'/);
    await expect(unknown.originate({ endpoint: 'Nothing/x', app: 'hello' })).rejects.toThrow(/no technology 'Nothing'/);
  });

  it('was sent nothing but what the published documents declare', async () => {
    expect(frames.faults()).toEqual([]);
    expect(await frames.undeclared(rig.server.origin)).toEqual([]);
    expect([...frames.types].sort()).toEqual([...typesOfAFlow].sort());
  });

  it('leaves nothing behind', async () => {
    client.stop();

    await rig.quiet();
  });
});

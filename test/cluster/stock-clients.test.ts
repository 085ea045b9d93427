import type { AriClient } from '../support/client/ari-client-flow';
import { AriClientFlow, connect } from '../support/client/ari-client-flow';
import { FrameRecorder, typesOfAFlow } from '../support/client/frame-recorder';
import type { IpcomClient } from '../support/client/ipcom-flow';
import { ipcomClient, IpcomFlow } from '../support/client/ipcom-flow';
import { noteLeftovers } from '../support/client/ipcom-leftovers';
import { ClusterRig, hasNats, natsHint } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import { RoundRobin } from '../support/server/round-robin';

const suite = hasNats ? describe : describe.skip;

const files = {
  'extensions.conf': `[default]
exten => up,1,Answer(,i)
 same => n,Wait(600)
exten => inbound,1,Stasis(hello,inbound)
 same => n,Wait(600)
`,
};

/** The client adds its methods, and itself, to what a server answers. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const fields = Object.entries(value as object).filter(([, field]) => typeof field !== 'function');
  return Object.fromEntries(fields.filter(([name]) => !name.startsWith('_')));
}

suite(`client libraries of others, each request to another one of three nodes${natsHint}`, () => {
  let rig: ClusterRig;
  let balancer: RoundRobin;
  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b', 'c'], files);
    balancer = await RoundRobin.over(rig.nodes.map(({ origin }) => origin));
  });
  afterAll(async () => {
    await balancer.close();
    await rig.close();
  });

  /** Waits until no node has anything of the client. */
  async function nothingIsLeft(): Promise<void> {
    for (const { rest } of rig.nodes)
      for (const kind of ['channels', 'bridges', 'applications'])
        await eventually(
          async () => JSON.stringify((await rest.get(`/${kind}`)).body) === '[]',
          () => `there are still ${kind}`,
        );
  }

  /** Asks until as many answers in a row say so as there are nodes. */
  async function allNodesSay(ask: () => Promise<unknown>, words: string): Promise<void> {
    let [agreed, last] = [0, ''];
    await eventually(
      async () => {
        last = JSON.stringify(await ask().then(plain, String));
        agreed = last.includes(words) ? agreed + 1 : 0;
        return agreed === rig.nodes.length;
      },
      () => `not all nodes say ${words}: ${last}`,
    );
  }

  describe('ari-client 2.2.0', () => {
    let client: AriClient;
    let frames: FrameRecorder;
    beforeAll(async () => {
      client = await connect(balancer.origin, 'asterisk', 'asterisk');
      await client.start('hello', true);
      frames = new FrameRecorder(client._ws);
    });
    afterAll(() => client.stop());

    it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
      await new AriClientFlow(client).play();
    });

    it('is sent what one server sends', async () => {
      expect(frames.faults()).toEqual([]);
      expect(await frames.undeclared(balancer.origin)).toEqual([]);
      expect([...frames.types].sort()).toEqual([...typesOfAFlow].sort());
    });

    it('plays and records', async () => {
      await new AriClientFlow(client).playAndRecord();
    });

    it('hears the words of refusals', async () => {
      const unknown = client.Channel('nosuch');

      await expect(unknown.answer()).rejects.toThrow(/there is no channel 'nosuch'/);
      await expect(client.Bridge('nosuch').addChannel({ channel: 'x' })).rejects.toThrow(/there is no bridge 'nosuch'/);
      await expect(unknown.originate({ endpoint: 'Nothing/x', app: 'hello' })).rejects.toThrow(
        /no technology 'Nothing'/,
      );
    });

    it('follows devices, mailboxes, variables and user events of all nodes', async () => {
      const eventSource = 'deviceState:Stasis:lamp';
      const next = (type: string): Promise<unknown> => new Promise((resolve) => client.once(type, resolve));
      await client.applications.subscribe({ applicationName: 'hello', eventSource });
      const changed = next('DeviceStateChanged');
      await client.deviceStates.update({ deviceName: 'Stasis:lamp', deviceState: 'BUSY' });
      expect(await changed).toMatchObject({ device_state: { name: 'Stasis:lamp', state: 'BUSY' } });
      const greeted = next('ChannelUserevent');
      await client.events.userEvent({ eventName: 'greeting', application: 'hello', variables: { text: 'hi' } });
      expect(await greeted).toMatchObject({ eventname: 'greeting', userevent: { text: 'hi' } });

      await client.mailboxes.update({ mailboxName: '500', oldMessages: 1, newMessages: 2 });
      await client.asterisk.setGlobalVar({ variable: 'SHARED', value: 'a b&c' });
      // Reads may lag behind a write to another node by a moment.
      await allNodesSay(() => client.deviceStates.get({ deviceName: 'Stasis:lamp' }), '"BUSY"');
      await allNodesSay(() => client.mailboxes.get({ mailboxName: '500' }), '"new_messages":2');
      await allNodesSay(() => client.asterisk.getGlobalVar({ variable: 'SHARED' }), '"a b&c"');
      await allNodesSay(() => client.applications.list(), '"hello"');
      await client.mailboxes.delete({ mailboxName: '500' });
      await client.deviceStates.delete({ deviceName: 'Stasis:lamp' });
      await allNodesSay(() => client.mailboxes.get({ mailboxName: '500' }), 'there is no mailbox');
    });

    it('leaves nothing behind', async () => {
      client.stop();
      await nothingIsLeft();
    });
  });

  describe('@ipcom/asterisk-ari 1.0.0', () => {
    let client: IpcomClient;
    let flow: IpcomFlow;
    let frames: FrameRecorder;
    let removeLeftovers = (): void => undefined;
    beforeAll(async () => {
      removeLeftovers = noteLeftovers();
      client = ipcomClient(balancer.origin);
      await client.connectWebSocket(['hello']);
      frames = new FrameRecorder(client.webSocketClient.ws);
      flow = new IpcomFlow(client);
    });
    afterAll(async () => {
      await client.destroy();
      removeLeftovers();
    });

    it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
      await flow.play();
    });

    it('is sent what one server sends', async () => {
      expect(frames.faults()).toEqual([]);
      expect(await frames.undeclared(balancer.origin)).toEqual([]);
      expect([...frames.types].sort()).toEqual([...typesOfAFlow].sort());
    });

    it('plays and records', async () => {
      await flow.playAndRecord();
    });

    it('leaves nothing behind', async () => {
      await client.destroy();
      await nothingIsLeft();
    });
  });

  it('used all three nodes', () => {
    for (const count of balancer.counts) expect(count).toBeGreaterThan(10);
  });
});

import { CallRig } from '../support/calls/call-rig';
import { FrameRecorder, typesOfAFlow } from '../support/client/frame-recorder';
import type { IpcomClient } from '../support/client/ipcom-flow';
import { ipcomClient, IpcomFlow } from '../support/client/ipcom-flow';
import { noteLeftovers } from '../support/client/ipcom-leftovers';

describe('@ipcom/asterisk-ari 1.0.0 with calls', () => {
  let rig: CallRig;
  let client: IpcomClient;
  let flow: IpcomFlow;
  let frames: FrameRecorder;
  let removeLeftovers = (): void => undefined;

  beforeAll(async () => {
    removeLeftovers = noteLeftovers();
    rig = await CallRig.start('exten => inbound,1,Stasis(hello,inbound)\n same => n,Wait(600)\n');
    client = ipcomClient(rig.server.origin);
    await client.connectWebSocket(['hello']);
    frames = new FrameRecorder(client.webSocketClient.ws);
    flow = new IpcomFlow(client);
  });
  afterAll(async () => {
    await client.destroy();
    await rig.close();
    removeLeftovers();
  });

  it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
    await flow.play();
  });

  it('was sent nothing but what the published documents declare', async () => {
    expect(frames.faults()).toEqual([]);
    expect(await frames.undeclared(rig.server.origin)).toEqual([]);
    expect([...frames.types].sort()).toEqual([...typesOfAFlow].sort());
  });

  it('plays and records', async () => {
    await flow.playAndRecord();
  });

  it('leaves nothing behind', async () => {
    await client.destroy();

    await rig.quiet();
  });
});

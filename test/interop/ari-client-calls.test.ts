import { CallRig } from '../support/calls/call-rig';
import type { AriClient } from '../support/client/ari-client-flow';
import { AriClientFlow, connect } from '../support/client/ari-client-flow';
import { FrameRecorder, typesOfAFlow } from '../support/client/frame-recorder';

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

  it('originates, answers, sets and gets variables, bridges and hangs up', async () => {
    await new AriClientFlow(client).play();
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

  it('plays and records', async () => {
    await new AriClientFlow(client).playAndRecord();
  });

  it('leaves nothing behind', async () => {
    client.stop();

    await rig.quiet();
  });
});

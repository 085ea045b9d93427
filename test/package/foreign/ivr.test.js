const ari = require('ari-client');
const { startPatchbay } = require('patchbay/testing');

let bay;
let client;
afterEach(async () => {
  // Also when a test fails before it has both: what is left open would keep the process from ending.
  client?.stop();
  await bay?.close();
});

test('the IVR greets, and hangs up on 1', async () => {
  bay = await startPatchbay({ dialplan: 'exten => 100,1,Stasis(ivr)', clock: 'virtual' });
  client = await ari.connect(bay.url, bay.user, bay.password);
  client.on('StasisStart', (event, channel) =>
    channel.answer().then(() => channel.play({ media: 'sound:hello-world' })),
  );
  client.on('ChannelDtmfReceived', (event, channel) => channel.hangup());
  await client.start('ivr');
  const alice = bay.phone('alice');
  await alice.calls('100');
  await alice.hears('hello-world');
  await alice.presses('1');
  expect(await alice.hasEnded()).toBe(16);
});

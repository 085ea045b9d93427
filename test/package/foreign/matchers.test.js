const { matchers, startPatchbay } = require('patchbay/testing');

expect.extend(matchers);

let bay;
afterEach(() => bay?.close());

test('matchers show the ladder of a call that went another way', async () => {
  const dialplan = 'exten => 100,1,Answer(,i)\nexten => 100,2,Wait(60)\nexten => 100,3,Hangup(16)';
  bay = await startPatchbay({ dialplan, clock: 'virtual' });
  const alice = bay.phone('alice');
  await alice.calls('100');
  await bay.advance('61s');
  expect(alice).toHaveEndedWith(16);
  expect(alice).toHaveEvents(['ChannelCreated', 'ChannelStateChange Up', 'ChannelDialplan Wait(60)']);
  expect(() => expect(alice).toHaveEvents(['ChannelDtmfReceived 1'])).toThrow(/Phone\/alice-00000000[^]*Wait\(60\)/);
  expect(() => expect(alice).toHaveEndedWith(17)).toThrow('it ended with 16');
});

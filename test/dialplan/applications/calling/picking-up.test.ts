import { aDialplanRig, nothingLeft, rest, value } from './dial-rig';

const extensions = `[default]
exten => dials,1,Dial(Local/rings@called)
exten => picks,1,Pickup(dials@called)
 same => n,Wait(600)
exten => picksname,1,PickupChan(Local/rings@called)
 same => n,Wait(600)
exten => picksother,1,Pickup(other@default)
 same => n,Wait(600)
`;

describe.each(['picks', 'picksname'])('%s', (extension) => {
  it('connects the caller of a ringing call with the channel that picks it up', async () => {
    const rig = aDialplanRig(extensions);
    const caller = rig.comesIn('dials', 'caller');
    await rest();
    const by = rig.comesIn(extension, 'by');
    await rest();

    expect(rig.bridges.of(by.channel)?.members()).toEqual([caller.channel, by.channel]);
    expect([caller.channel.state, by.channel.state]).toEqual(['Up', 'Up']);
    expect(rig.channels.list()).toHaveLength(2);

    caller.channel.farEndHungUp({ cause: 16 });
    await Promise.all([caller.over, by.over]);
    await rig.pass(100);
    expect(rig.leftOvers()).toEqual(nothingLeft);
  });
});

it('a channel that finds no ringing call goes on', async () => {
  const rig = aDialplanRig(extensions);
  const { channel, over } = rig.comesIn('picksother', 'by');
  await rest();

  expect([value(channel, 'PICKUPRESULT'), channel.position.application.name]).toEqual(['FAILURE', 'Wait']);
  channel.hangUp();
  await over;
});
